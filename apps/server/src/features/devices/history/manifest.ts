import { deviceHistoryAnswers } from './device-history-handlers.ts';

/** What this feature adds to the server. */
export const deviceHistory = {
  calls: () => deviceHistoryAnswers,
};
