export * from './custom-audio.ts';
export * from './logos.ts';

import { customAudioCalls } from './custom-audio.ts';
import { logoCalls } from './logos.ts';

/** Calls about how robots and pages of a company look and sound. */
export const brandArea = { customAudio: customAudioCalls, logos: logoCalls };
