import { accessAnswers } from './access-handlers.ts';

/** What this feature adds to the server. */
export const access = {
  calls: () => accessAnswers,
};
