import { boardLayoutAnswers } from './board-layout-handlers.ts';

/** What this feature adds to the server. */
export const boardLayouts = {
  calls: () => boardLayoutAnswers,
};
