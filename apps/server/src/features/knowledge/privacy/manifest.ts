import { privacyAnswers } from './privacy-handlers.ts';

/** What this feature adds to the server. */
export const privacy = {
  calls: () => privacyAnswers,
};
