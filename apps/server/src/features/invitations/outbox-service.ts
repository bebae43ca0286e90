import type { InvitationLetter, Lang } from '@sweepline/contract';
import { asc, eq, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { invitations, letters } from './invitation-table.ts';

/** A letter that is to be sent. It carries no link: see `takeLetters`. */
export interface Letter extends NewLetter {
  id: string;
}
interface NewLetter {
  companyId: string;
  invitationId: string;
  to: string;
  lang: Lang;
}

/** Puts a letter into the outbox, together with what it is about: neither is there without the other. */
export async function putLetter(db: Tx, now: Clock, letter: NewLetter): Promise<void> {
  await db.insert(letters).values({ ...letter, createdAt: now().toISOString() });
}

/** What became of the latest letter of an invitation; null where it was used or taken back before one went. */
export const latestLetter = sql<InvitationLetter | null>`(
  select case when refusal is null and sent_at is null and taken_at is not null then null
    else json_build_object('reason', coalesce(refusal, ''),
      'state', case when refusal is not null then 'REFUSED' when sent_at is not null then 'SENT' else 'WAITING' end) end
  from ${letters} where ${letters.invitationId} = ${invitations.id} order by ${letters.createdAt} desc, ${letters.id} desc limit 1)`;

/** Keeps what the mail server said to a letter that was taken: nothing, or why it will never have it. */
export async function settleLetter(db: Tx, now: Clock, id: string, refusal: string | null): Promise<void> {
  const outcome = refusal === null ? { sentAt: now().toISOString() } : { refusal };
  await db.update(letters).set(outcome).where(eq(letters.id, id));
}

/**
 * The oldest letters that wait, for a mail sender: taken in its transaction, so that a sender that fails gives them back, and two
 * senders never take the same one. It asks `makeLink` for the link of each; links made by hand go on working beside it.
 */
export async function takeLetters(db: Tx, now: Clock, most: number): Promise<Letter[]> {
  const waiting = await db
    .select()
    .from(letters)
    .where(isNull(letters.takenAt))
    .orderBy(asc(letters.createdAt), asc(letters.id))
    .limit(most)
    .for('update', { skipLocked: true });
  for (const { id } of waiting) {
    await db.update(letters).set({ takenAt: now().toISOString() }).where(eq(letters.id, id));
  }
  return waiting.map(({ id, companyId, invitationId, to, lang }) => ({
    id,
    companyId,
    invitationId,
    to,
    lang,
  }));
}
