import { boardKindAnswers } from './board-kind-handlers.ts';

/** What this feature adds to the server. */
export const boardKinds = {
  calls: () => boardKindAnswers,
};
