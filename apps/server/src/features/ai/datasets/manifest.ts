import { aiDatasetAnswers } from './dataset-handlers.ts';

/** What this feature adds to the server. */
export const aiDatasets = { calls: () => aiDatasetAnswers };
