export * from './logos.ts';

import { logoCalls } from './logos.ts';

/** Calls about how robots and pages of a company look and sound. */
export const brandArea = { logos: logoCalls };
