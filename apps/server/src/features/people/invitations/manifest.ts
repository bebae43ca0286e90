import { invitationAnswers } from './invitation-handlers.ts';
import { invitationMailJob, type InvitationMailer } from './invitation-mailer-service.ts';
import { letterNeeds } from './letter-needs.ts';

/** What this feature adds to the server. */
export const invitations = {
  calls: () => invitationAnswers,
  jobs: ({ mailer }: { mailer: InvitationMailer | undefined }) => (mailer ? [invitationMailJob(mailer)] : []),
  needs: letterNeeds,
};
