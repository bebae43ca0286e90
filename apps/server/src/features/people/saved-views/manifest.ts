import { menuPinAnswers } from './menu-pin-handlers.ts';
import { savedViewAnswers } from './saved-view-handlers.ts';

/** What this feature adds to the server. */
export const savedViews = {
  calls: () => [...savedViewAnswers, ...menuPinAnswers],
};
