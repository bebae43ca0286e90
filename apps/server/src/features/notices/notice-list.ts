import type { Lang, Notice } from '@sweepline/contract';
import { and, desc, eq, gte, lte, not, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Account } from '../../platform/ctx.ts';
import type { Tx } from '../../platform/db.ts';
import { counted, pageOf, visible, windowOf, type PageInput } from '../../platform/page.ts';
import { devices } from '../devices/device-table.ts';
import { addressedTo, marksOf, unreadBy } from './notice-read-service.ts';
import type { NoticeRow } from './notice-service.ts';
import { notices } from './notice-table.ts';
import { renderNotice } from './notice-texts.ts';

interface Filters extends PageInput {
  isRead?: number | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
  deviceId?: string | undefined;
}

/** An empty bound is none. */
const between = (column: PgColumn, { startTime, endTime }: Filters): (SQL | undefined)[] => [
  startTime ? gte(column, startTime) : undefined,
  endTime ? lte(column, endTime) : undefined,
];

const contentOf = ({ template, params, html }: NoticeRow, lang: Lang): string =>
  template === null
    ? (html?.[lang] ?? html?.en ?? Object.values(html ?? {})[0] ?? '')
    : renderNotice(template, params, lang);

interface Named {
  sn: string;
  nickname: string;
  model: string;
}

/** A row as its reader sees it. */
export const noticeFor = (row: NoticeRow, device: Named | null, lang: Lang, isRead: boolean): Notice => ({
  eventId: row.id,
  content: contentOf(row, lang),
  createTime: row.createdAt,
  deviceCode: device?.model ?? null,
  deviceId: row.deviceId,
  deviceSn: device?.sn ?? null,
  deviceName: device ? device.nickname || device.sn : null,
  isRead: isRead ? 1 : 0,
  about: row.aboutKind && row.aboutId ? { kind: row.aboutKind, id: row.aboutId } : null,
});

/** One page of the system or device notices a person may see, the newest first. */
export async function listNotices(
  db: Tx,
  reader: Account,
  lang: Lang,
  kind: 'system' | 'device',
  input: Filters,
): Promise<{ list: Notice[]; total: number }> {
  const unread = unreadBy(reader, kind, (await marksOf(db, reader))[kind]);
  const where = and(
    eq(notices.kind, kind),
    addressedTo(reader),
    visible(db, notices),
    input.deviceId ? eq(notices.deviceId, input.deviceId) : undefined,
    ...between(notices.createdAt, input),
    input.isRead === undefined ? undefined : input.isRead === 1 ? not(unread) : unread,
  );
  const { limit, offset } = windowOf(input);
  const rows = db
    .select({ row: notices, device: devices, unread: sql<boolean>`${unread}` })
    .from(notices)
    .leftJoin(devices, eq(devices.id, notices.deviceId))
    .where(where)
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(limit)
    .offset(offset);
  const found = await pageOf(rows, counted(db, notices, where));
  return {
    total: found.total,
    list: found.list.map((one) => noticeFor(one.row, one.device, lang, !one.unread)),
  };
}
