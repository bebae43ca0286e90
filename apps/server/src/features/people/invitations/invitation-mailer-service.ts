import { importPath } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { MailFailure, type MailSender } from '../../../platform/documents/mail.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { mailLogos, readLogo } from '../../../entities/people/logo-service.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import { invitationLetter } from './invitation-letter.ts';
import { makeLink, stateOf } from './invitation-service.ts';
import { invitations } from './invitation-table.ts';
import { settleLetter, takeLetters, type Letter } from './outbox-service.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

export interface InvitationMailer {
  db: Db;
  files: FileStore;
  now: Clock;
  mail: MailSender;
  /** The console's address, for links. */
  base: string;
}

/** The mail of a letter; undefined if the invitation was accepted, revoked or expired before. */
async function composed(tx: Tx, { files, now, base }: InvitationMailer, { invitationId, lang }: Letter) {
  const [row] = await tx
    .select({ invitation: invitations, company: companies.name })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .where(eq(invitations.id, invitationId));
  if (!row || stateOf(row.invitation, now) !== 'OPEN') return undefined;
  const { invitedBy: who, expiresAt } = row.invitation;
  const link = new URL(importPath(await makeLink(tx, now, row.invitation)), base).href;
  const logo = await readLogo(tx, files, row.invitation.companyId, mailLogos);
  return { logo, ...invitationLetter({ lang, who, company: row.company, link, expiresAt }) };
}

/**
 * Mails one waiting invitation and returns whether there was one. One transaction takes the letter and creates its link: if the
 * mail server is offline, both are rolled back. A final refusal is stored with its reason.
 */
const sendOne = (mailer: InvitationMailer): Promise<boolean> =>
  inScope(mailer.db, '*', async (tx) => {
    const [letter] = await takeLetters(tx, mailer.now, 1);
    if (!letter) return false;
    const content = await composed(tx, mailer, letter);
    if (!content) return true;
    const refusal = await mailer.mail.send({ to: letter.to, id: letter.id, ...content }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof MailFailure && error.final) return error.message;
        throw error;
      },
    );
    await settleLetter(tx, mailer.now, letter.id, refusal);
    return true;
  });

/** Mails all waiting invitations, one after the other. */
export async function sendInvitations(mailer: InvitationMailer): Promise<void> {
  while (await sendOne(mailer));
}

/** Mails waiting invitations. Runs take row locks, so the death of a process does not delay the next run. */
export const invitationMailJob = (mailer: InvitationMailer): Job => ({
  name: 'invitations.mail',
  everySeconds: 5,
  mayOverlap: true,
  run: () => sendInvitations(mailer),
});
