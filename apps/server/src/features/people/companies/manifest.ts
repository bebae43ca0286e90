import { companyAnswers } from './company-handlers.ts';

/** What this feature adds to the server. */
export const companies = {
  calls: () => companyAnswers,
};
