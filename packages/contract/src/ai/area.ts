export * from './ai-consents.ts';
export * from './ai-datasets.ts';
export * from './ai-images.ts';
export * from './ai-projects.ts';
export * from './ai-values.ts';

import { aiConsentCalls } from './ai-consents.ts';
import { aiDatasetCalls } from './ai-datasets.ts';
import { aiImageCalls } from './ai-images.ts';
import { aiProjectCalls } from './ai-projects.ts';

/** Calls about pictures that robots collect, and what people mark on them. */
export const aiArea = {
  aiProjects: aiProjectCalls,
  aiConsents: aiConsentCalls,
  aiImages: aiImageCalls,
  aiDatasets: aiDatasetCalls,
};
