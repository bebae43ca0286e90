import { agreementAnswers } from './agreement-handlers.ts';
import { ownAgreementAnswers } from './own-agreement-handlers.ts';

/** What this feature adds to the server. */
export const agreements = {
  calls: () => [...agreementAnswers, ...ownAgreementAnswers],
};
