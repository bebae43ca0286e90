import { sparePartAnswers } from './spare-part-handlers.ts';

/** What this feature adds to the server. */
export const spareParts = { calls: () => sparePartAnswers };
