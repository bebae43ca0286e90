import { siteAnswers } from './site-handlers.ts';
import { sitePlanAnswers } from './site-plan-handlers.ts';

/** What this feature adds to the server. */
export const sites = {
  calls: () => [...siteAnswers, ...sitePlanAnswers],
};
