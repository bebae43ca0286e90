import { topics, type Lang, type NoticeSubject } from '@sweepline/contract';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { cleanHtml } from '../../platform/http/html.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { notices } from './notice-table.ts';
import type { NoticeParams, NoticeTemplate } from './notice-texts.ts';

type Words = { template: NoticeTemplate; params: NoticeParams } | { html: Partial<Record<Lang, string>> };

export type NewNotice = Words & {
  kind: 'system' | 'device';
  companyId: string;
  /** For this person alone; left out, for everybody who sees the company. */
  accountId?: string;
  deviceId?: string;
  about?: { kind: NoticeSubject; id: string };
  /** What happened; the same occasion is told once. Left out, each is its own. */
  occasion?: string;
};

/** On the bus: a run is over, however it ended; its row. */
export const runEnded = 'run.ended';

export type NoticeRow = typeof notices.$inferSelect;

const wordsOf = (words: Words) =>
  'html' in words
    ? {
        template: null,
        params: {},
        html: Object.fromEntries(Object.entries(words.html).map(([lang, html]) => [lang, cleanHtml(html)])),
      }
    : { template: words.template, params: words.params, html: null };

/**
 * Tells people something: with the transaction it is called in, or not at all. Whoever is online hears it after the commit.
 * Answers whether it was news.
 */
export async function notify(tx: Tx, bus: Bus, now: Clock, notice: NewNotice): Promise<boolean> {
  const { kind, companyId, accountId = null, deviceId = null, about, occasion } = notice;
  const id = newId();
  const [made] = await tx
    .insert(notices)
    .values({
      ...{ id, kind, companyId, accountId, deviceId },
      ...{ aboutKind: about?.kind ?? null, aboutId: about?.id ?? null },
      ...wordsOf(notice),
      occasion: occasion ?? id,
      createdAt: now().toISOString(),
    })
    .onConflictDoNothing()
    .returning();
  if (!made) return false;
  tx.afterCommit(() => bus.publish(topics.event.name, made, { companyId, ...(accountId && { accountId }) }));
  return true;
}
