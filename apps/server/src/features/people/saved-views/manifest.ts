import { savedViewAnswers } from './saved-view-handlers.ts';

/** What this feature adds to the server. */
export const savedViews = {
  calls: () => savedViewAnswers,
};
