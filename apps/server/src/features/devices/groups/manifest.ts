import { deviceGroupAnswers } from './device-group-handlers.ts';

/** What this feature adds to the server. */
export const deviceGroups = {
  calls: () => deviceGroupAnswers,
};
