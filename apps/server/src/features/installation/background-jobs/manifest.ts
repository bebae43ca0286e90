import { backgroundJobAnswers } from './background-job-handlers.ts';

/** What this feature adds to the server. */
export const backgroundJobs = {
  calls: () => backgroundJobAnswers,
};
