import { logoAnswers } from './logo-handlers.ts';

/** What this feature adds to the server. */
export const logos = { calls: () => logoAnswers };
