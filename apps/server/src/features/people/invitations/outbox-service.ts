import type { InvitationLetter, Lang } from '@sweepline/contract';
import { asc, eq, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { invitations, letters } from './invitation-table.ts';

/** A letter to send. It contains no link: see `takeLetters`. */
export interface Letter extends NewLetter {
  id: string;
}
interface NewLetter {
  companyId: string;
  invitationId: string;
  to: string;
  lang: Lang;
}

/** Adds a letter to the outbox, in the transaction of its invitation: both are stored or none. */
export async function putLetter(db: Tx, now: Clock, letter: NewLetter): Promise<void> {
  await db.insert(letters).values({ ...letter, createdAt: now().toISOString() });
}

/** State of the latest letter of an invitation; null if the invitation was accepted or revoked before it was sent. */
export const latestLetter = sql<InvitationLetter | null>`(
  select case when refusal is null and sent_at is null and taken_at is not null then null
    else json_build_object('reason', coalesce(refusal, ''),
      'state', case when refusal is not null then 'REFUSED' when sent_at is not null then 'SENT' else 'WAITING' end) end
  from ${letters} where ${letters.invitationId} = ${invitations.id} order by ${letters.createdAt} desc, ${letters.id} desc limit 1)`;

/** Stores the result of a taken letter: sent, or the reason of a final refusal. */
export async function settleLetter(db: Tx, now: Clock, id: string, refusal: string | null): Promise<void> {
  const outcome = refusal === null ? { sentAt: now().toISOString() } : { refusal };
  await db.update(letters).set(outcome).where(eq(letters.id, id));
}

/**
 * Takes the oldest waiting letters in the sender's transaction: a failure returns them, and two senders never take the same one.
 * The sender calls `makeLink` for each letter; links created before stay valid.
 */
export async function takeLetters(db: Tx, now: Clock, max: number): Promise<Letter[]> {
  const waiting = await db
    .select()
    .from(letters)
    .where(isNull(letters.takenAt))
    .orderBy(asc(letters.createdAt), asc(letters.id))
    .limit(max)
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
