import { searchAnswers } from './search-handlers.ts';

/** What this feature adds to the server. */
export const search = {
  calls: () => searchAnswers,
};
