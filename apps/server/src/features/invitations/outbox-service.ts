import type { Lang } from '@sweepline/contract';
import { asc, eq, isNull } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { letters } from './invitation-table.ts';

/** A letter that is to be sent. It carries no link: see `takeLetters`. */
export interface Letter {
  companyId: string;
  invitationId: string;
  to: string;
  lang: Lang;
}

/** Puts a letter into the outbox, together with what it is about: neither is there without the other. */
export async function putLetter(db: Tx, now: Clock, letter: Letter): Promise<void> {
  await db.insert(letters).values({ ...letter, createdAt: now().toISOString() });
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
  return waiting.map(({ companyId, invitationId, to, lang }) => ({ companyId, invitationId, to, lang }));
}
