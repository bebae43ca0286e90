import { siteTargetAnswers } from './site-target-handlers.ts';

/** What this feature adds to the server. */
export const siteTargets = {
  calls: () => siteTargetAnswers,
};
