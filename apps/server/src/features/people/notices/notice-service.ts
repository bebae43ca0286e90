import { topics, type Lang, type NoticeSubject } from '@sweepline/contract';
import { createLocalChannel, type Bus, type Channel } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { cleanHtml } from '../../../platform/http/html.ts';
import type { RunRow } from '../../../entities/work/run-table.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { notices } from '../../../entities/people/notice-table.ts';
import type { NoticeParams, NoticeTemplate } from './notice-texts.ts';

type Content = { template: NoticeTemplate; params: NoticeParams } | { html: Partial<Record<Lang, string>> };

export type NewNotice = Content & {
  /** By default it is new. */
  id?: string;
  kind: 'system' | 'device';
  companyId: string;
  /** The only recipient. Without it, all who may see the company. */
  accountId?: string;
  deviceId?: string;
  about?: { kind: NoticeSubject; id: string };
  /** The alarm to link to. */
  alarmId?: string;
  /** The work order to link to. */
  workOrderId?: string;
  /** Key of the occasion: a second notice of the same occasion is dropped. By default it is unique. */
  occasion?: string;
};

/** Bus topic: a run ended, with any result. The content is its row. */
export const runEnded = createLocalChannel<RunRow>('run.ended');

/** A notice as servers tell each other: what readers need. */
export type NoticeRow = Omit<typeof notices.$inferSelect, 'outageSince'>;

/** A new notice. Browsers receive it as `topics.event`, in the language of the account and with its unread counts. */
const noticeCreated = { name: topics.event.name } as Channel<NoticeRow>;

const contentOf = (content: Content) =>
  'html' in content
    ? {
        template: null,
        params: {},
        html: Object.fromEntries(Object.entries(content.html).map(([lang, html]) => [lang, cleanHtml(html)])),
      }
    : { template: content.template, params: content.params, html: null };

/**
 * Stores a notice in the caller's transaction and pushes it to online readers after the commit. Returns false if its occasion was
 * stored before.
 */
export async function notify(tx: Tx, bus: Bus, now: Clock, notice: NewNotice): Promise<boolean> {
  const { kind, companyId, accountId = null, deviceId = null, about, occasion } = notice;
  const { alarmId = null, workOrderId = null } = notice;
  const id = notice.id ?? newId();
  const [row] = await tx
    .insert(notices)
    .values({
      id,
      kind,
      companyId,
      accountId,
      deviceId,
      aboutKind: about?.kind ?? null,
      aboutId: about?.id ?? null,
      alarmId,
      workOrderId,
      ...contentOf(notice),
      occasion: occasion ?? id,
      createdAt: now().toISOString(),
    })
    .onConflictDoNothing()
    .returning();
  if (!row) return false;
  announce(tx, bus, row);
  return true;
}

/** Pushes a notice to online readers after the commit. */
export function announce(tx: Tx, bus: Bus, row: NoticeRow): void {
  const { companyId, accountId } = row;
  tx.afterCommit(() => bus.publish(noticeCreated, row, { companyId, ...(accountId && { accountId }) }));
}
