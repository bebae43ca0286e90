import { accountAnswers } from './account-handlers.ts';

/** What this feature adds to the server. */
export const accounts = {
  calls: () => accountAnswers,
};
