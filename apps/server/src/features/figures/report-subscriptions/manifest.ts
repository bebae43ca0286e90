import type { Vault } from '../../../platform/files/vault.ts';
import { subscriptionAnswers } from './subscription-handlers.ts';
import { reportMailJob, type Mailer } from './subscription-mailer-service.ts';
import { deliveryNeeds } from './delivery-needs.ts';

/** What this feature adds to the server. */
export const reportSubscriptions = {
  calls: (needs: { vault: Vault; mailFrom?: string | undefined }) => subscriptionAnswers(needs),
  jobs: ({ mailer }: { mailer: Mailer | undefined }) => (mailer ? [reportMailJob(mailer)] : []),
  needs: deliveryNeeds,
};
