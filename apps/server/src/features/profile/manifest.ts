import { profileAnswers } from './profile-handlers.ts';

/** What this feature adds to the server. */
export const profile = {
  calls: () => profileAnswers,
};
