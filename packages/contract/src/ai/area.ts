export * from './ai-consents.ts';
export * from './ai-datasets.ts';
export * from './ai-images.ts';
export * from './ai-models.ts';
export * from './ai-projects.ts';
export * from './ai-training.ts';
export * from './ai-values.ts';

import { aiConsentCalls } from './ai-consents.ts';
import { aiDatasetCalls } from './ai-datasets.ts';
import { aiImageCalls } from './ai-images.ts';
import { aiModelCalls } from './ai-models.ts';
import { aiProjectCalls } from './ai-projects.ts';
import { aiTrainingCalls } from './ai-training.ts';

/** Calls about pictures that robots collect, what people mark on them, and what networks learn from that. */
export const aiArea = {
  aiProjects: aiProjectCalls,
  aiConsents: aiConsentCalls,
  aiImages: aiImageCalls,
  aiDatasets: aiDatasetCalls,
  aiTrainings: aiTrainingCalls,
  aiModels: aiModelCalls,
};
