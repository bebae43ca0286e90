import { orderClockJob, type Needs } from './order-clock-jobs.ts';
import { overdueJob } from './overdue-jobs.ts';
import { serviceLevelAnswers } from './service-level-handlers.ts';

/** What this feature adds to the server. */
export const serviceLevels = {
  calls: () => serviceLevelAnswers,
  jobs: (needs: Needs) => [orderClockJob(needs), overdueJob(needs)],
};
