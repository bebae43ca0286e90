import type { Lang, Notice } from '@sweepline/contract';
import { and, desc, eq, gte, lte, not, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Account } from '../../../platform/calls/ctx.ts';
import { paginateTable, type Draft, type PageInput } from '../../../platform/db/paginate.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { addressedTo, marksOf, readSingly, unreadBy } from './notice-read-service.ts';
import type { NoticeRow } from './notice-service.ts';
import { notices } from '../../../entities/people/notice-table.ts';
import { renderNotice } from './notice-texts.ts';

interface Filters extends PageInput {
  isRead?: number | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
  deviceId?: string | undefined;
}

/** An empty bound means no bound. */
const between = (column: PgColumn, { startTime, endTime }: Filters): (SQL | undefined)[] => [
  startTime ? gte(column, startTime) : undefined,
  endTime ? lte(column, endTime) : undefined,
];

const contentOf = ({ template, params, html }: NoticeRow, lang: Lang): string =>
  template === null
    ? (html?.[lang] ?? html?.en ?? Object.values(html ?? {})[0] ?? '')
    : renderNotice(template, params, lang);

const deviceColumns = { sn: devices.sn, nickname: devices.nickname, model: devices.model };
interface DeviceName {
  sn: string;
  nickname: string;
  model: string;
}

/** A row in the form and language of its reader. */
export const noticeFor = (
  row: NoticeRow,
  device: DeviceName | null,
  lang: Lang,
  isRead: boolean,
): Notice => ({
  eventId: row.id,
  content: contentOf(row, lang),
  createTime: row.createdAt,
  deviceCode: device?.model ?? null,
  deviceId: row.deviceId,
  deviceSn: device?.sn ?? null,
  deviceName: device ? device.nickname || device.sn : null,
  isRead: isRead ? 1 : 0,
  about: row.aboutKind && row.aboutId ? { kind: row.aboutKind, id: row.aboutId } : null,
  alarmId: row.alarmId,
  workOrderId: row.workOrderId,
});

/** Notices with their robot, and whether the account in the placeholder `reader` marked them individually. */
const noticeRows = (db: Draft, from = notices) =>
  db
    .select({
      row: notices,
      device: deviceColumns,
      readSingly: readSingly(sql.placeholder('reader'), notices.id),
    })
    .from(from)
    .leftJoin(devices, eq(devices.id, notices.deviceId))
    .$dynamic();

/** One page of the system or device notices that the reader may see, newest first. */
export async function listNotices(
  db: Tx,
  reader: Account,
  lang: Lang,
  kind: 'system' | 'device',
  input: Filters,
): Promise<{ list: Notice[]; total: number }> {
  const marks = marksOf(db, reader);
  // Without a filter by state, the query does not wait for the marks.
  const unread = input.isRead === undefined ? undefined : unreadBy(reader, kind, (await marks)[kind]);
  const where = and(
    eq(notices.kind, kind),
    addressedTo(reader),
    visible(db, notices),
    input.deviceId ? eq(notices.deviceId, input.deviceId) : undefined,
    ...between(notices.createdAt, input),
    unread && input.isRead === 1 ? not(unread) : unread,
  );
  const [{ [kind]: mark }, page] = await Promise.all([
    marks,
    paginateTable(db, {
      table: notices,
      rows: noticeRows,
      where,
      input,
      orderBy: [desc(notices.createdAt), desc(notices.id)],
      values: { reader: reader.id },
    }),
  ]);
  return {
    total: page.total,
    list: page.list.map(({ row, device, readSingly: read }) =>
      noticeFor(row, device, lang, read || row.createdAt <= mark),
    ),
  };
}
