import { assistAnswers } from './assist-handlers.ts';

/** What this feature adds to the server. */
export const assists = {
  calls: () => assistAnswers,
};
