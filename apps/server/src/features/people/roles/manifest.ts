import { roleAnswers } from './role-handlers.ts';

/** What this feature adds to the server. */
export const roles = {
  calls: () => roleAnswers,
};
