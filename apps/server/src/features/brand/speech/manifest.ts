import { speechAnswers } from './speech-handlers.ts';

/** What this feature adds to the server. */
export const speech = { calls: speechAnswers };
