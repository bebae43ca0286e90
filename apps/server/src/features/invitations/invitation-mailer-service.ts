import { importPath } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { MailFailure, type MailSender } from '../../platform/documents/mail.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';
import { companies } from '../companies/company-table.ts';
import { invitationLetter } from './invitation-letter.ts';
import { makeLink, stateOf } from './invitation-service.ts';
import { invitations } from './invitation-table.ts';
import { settleLetter, takeLetters, type Letter } from './outbox-service.ts';

export interface InvitationMailer {
  db: Db;
  now: Clock;
  mail: MailSender;
  /** The console's address, for links. */
  base: string;
}

const everyMs = 5_000;

/** What is to be mailed; undefined where the invitation was used, taken back or ran out before its letter went. */
async function composed(tx: Tx, { now, base }: InvitationMailer, { invitationId, lang }: Letter) {
  const [found] = await tx
    .select({ invitation: invitations, company: companies.name })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .where(eq(invitations.id, invitationId));
  if (!found || stateOf(found.invitation, now) !== 'OPEN') return undefined;
  const { invitedBy: who, expiresAt } = found.invitation;
  const link = new URL(importPath(await makeLink(tx, now, found.invitation)), base).href;
  return invitationLetter({ lang, who, company: found.company, link, expiresAt });
}

/**
 * Mails one invitation that waits. The letter is taken in the transaction that makes its link: when the mail server is away both
 * are undone and it waits; only what the server will never take is left behind, with its reason. Answers whether there was one.
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

/** Mails every invitation that waits, one after the other. */
export async function sendInvitations(mailer: InvitationMailer): Promise<void> {
  while (await sendOne(mailer));
}

/** Mails invitations as they come, until stopped; those of while the server was down go out at its start. */
export const startInvitationMailer = (mailer: InvitationMailer, onError: (error: unknown) => void) =>
  repeatedly(() => sendInvitations(mailer), { everyMs }, onError);
