import { monitorAnswers } from './monitor-handlers.ts';

/** What this feature adds to the server. */
export const monitoring = {
  calls: () => monitorAnswers,
};
