import { aiModelAnswers } from './model-handlers.ts';

/** What this feature adds to the server. */
export const aiModels = { calls: () => aiModelAnswers };
