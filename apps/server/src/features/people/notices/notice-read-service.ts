import { maxUnread, permissions, type NoticeKind, type UnreadCounts } from '@sweepline/contract';
import { and, desc, eq, gt, isNull, lte, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { hasPermission, Refusal, type Account } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { noticeMarks, noticeReads, notices } from '../../../entities/people/notice-table.ts';

/** Whether the reader may see alarms of devices. */
export const maySeeAlarms = (reader: Account): boolean =>
  hasPermission(reader, [permissions.deviceList, permissions.alarmList]);

/** Table and columns of one of the three kinds. */
interface Source {
  table: PgTable;
  id: PgColumn;
  companyId: PgColumn;
  cameAt: PgColumn;
  /** Rows of the table that belong to the kind and to this reader. */
  mine: (reader: Account) => SQL | undefined;
}

/** Notices for all readers of the company, or for this account only. */
export const addressedTo = ({ id }: Account): SQL | undefined =>
  or(isNull(notices.accountId), eq(notices.accountId, id));

const noticeSource = (kind: 'system' | 'device'): Source => ({
  table: notices,
  id: notices.id,
  companyId: notices.companyId,
  cameAt: notices.createdAt,
  mine: (reader) => and(eq(notices.kind, kind), addressedTo(reader)),
});

const sources: Record<NoticeKind, Source> = {
  system: noticeSource('system'),
  device: noticeSource('device'),
  alarm: {
    table: alarms,
    id: alarms.id,
    companyId: alarms.companyId,
    // Null while no one is notified: such an alarm is never unread.
    cameAt: alarms.toldAt,
    mine: () => undefined,
  },
};

/**
 * Time up to which a reader has read each kind; at first the creation of the account. It is read first and passed as a value: with
 * a constant, the planner scans only newer rows.
 */
export async function marksOf(db: Tx, reader: Account): Promise<Record<NoticeKind, string>> {
  const rows = await db
    .select({ createdAt: accounts.createdAt, kind: noticeMarks.kind, upTo: noticeMarks.upTo })
    .from(accounts)
    .leftJoin(noticeMarks, eq(noticeMarks.accountId, accounts.id))
    .where(eq(accounts.id, reader.id));
  const markOf = (kind: NoticeKind) =>
    rows.find((row) => row.kind === kind)?.upTo ?? rows[0]?.createdAt ?? new Date(0).toISOString();
  return { system: markOf('system'), device: markOf('device'), alarm: markOf('alarm') };
}

/** Whether an account has marked this notice individually. */
export const readSingly = (readerId: string | Placeholder, id: PgColumn) =>
  sql<boolean>`exists (select 1 from ${noticeReads} where account_id = ${readerId} and notice_id = ${id})`;

/** Whether a row of the kind is unread for the reader with this mark; null for an alarm without a notification. */
export const unreadBy = (reader: Account, kind: NoticeKind, mark: string): SQL => {
  const source = sources[kind];
  return sql`(${source.cameAt} > ${mark} and not ${readSingly(reader.id, source.id)})`;
};

async function countOf(db: Tx, reader: Account, kind: NoticeKind, mark: string): Promise<number> {
  const { table, mine, companyId, cameAt } = sources[kind];
  // The count stops at `maxUnread`, so that a reader with many unread notices costs no more than others.
  const counted = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(and(mine(reader), visible(db, { companyId }), unreadBy(reader, kind, mark)))
    .orderBy(desc(cameAt))
    .limit(maxUnread)
    .as('counted');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(counted);
  return row?.count ?? 0;
}

/** Unread counts in the order system, device, alarm. */
export async function unreadCountsOf(db: Tx, reader: Account): Promise<UnreadCounts> {
  const none = Promise.resolve(0);
  const marks = await marksOf(db, reader);
  return await Promise.all([
    countOf(db, reader, 'system', marks.system),
    hasPermission(reader, permissions.deviceList) ? countOf(db, reader, 'device', marks.device) : none,
    maySeeAlarms(reader) ? countOf(db, reader, 'alarm', marks.alarm) : none,
  ]);
}

/** Number on the badge of the notice icon. */
export const totalOf = ([system, device, alarm]: UnreadCounts): number => system + device + alarm;

/** Marks one notice as read. The caller has checked that the reader may see it. */
export async function markRead(
  db: Tx,
  reader: Account,
  kind: NoticeKind,
  read: { id: string; cameAt: string },
): Promise<void> {
  const { id: noticeId, cameAt } = read;
  await db
    .insert(noticeReads)
    .values({ companyId: reader.companyId, accountId: reader.id, noticeId, kind, cameAt })
    .onConflictDoNothing();
}

/** Longer than any transaction: rows with an older time are committed or rolled back. */
const settledMs = 600_000;

const marked = (reader: Account, kind: NoticeKind) =>
  and(eq(noticeMarks.accountId, reader.id), eq(noticeMarks.kind, kind));
const singlyRead = (reader: Account, kind: NoticeKind) =>
  and(eq(noticeReads.accountId, reader.id), eq(noticeReads.kind, kind));

/**
 * Marks all notices that are visible to the reader, and none that arrives at the same moment. The mark moves over settled rows
 * only; newer rows are marked individually.
 */
export async function markAllRead(db: Tx, reader: Account, kind: NoticeKind, now: Date): Promise<void> {
  const settled = new Date(now.getTime() - settledMs).toISOString();
  const { companyId, id: accountId } = reader;
  const marks = await marksOf(db, reader);
  await db
    .insert(noticeMarks)
    .values({ companyId, accountId, kind, upTo: marks[kind] })
    .onConflictDoNothing();
  const [before] = await db.select().from(noticeMarks).where(marked(reader, kind)).for('update');
  if (!before) throw new Refusal('notFound');
  const upTo = before.upTo > settled ? before.upTo : settled;
  await db.update(noticeMarks).set({ upTo, upToBefore: before.upTo }).where(marked(reader, kind));
  // Only the last "mark all" can be undone, so individual marks below the former mark are dropped.
  await db.delete(noticeReads).where(and(singlyRead(reader, kind), lte(noticeReads.cameAt, before.upTo)));
  await db.update(noticeReads).set({ byMark: false }).where(singlyRead(reader, kind));

  const { table, id, cameAt, companyId: owner, mine } = sources[kind];
  const newer = db
    .select({
      companyId: sql`${companyId}::uuid`.as('company_id'),
      accountId: sql`${accountId}::uuid`.as('account_id'),
      noticeId: sql`${id}`.as('notice_id'),
      kind: sql`${kind}`.as('kind'),
      cameAt: sql`${cameAt}`.as('came_at'),
      byMark: sql`true`.as('by_mark'),
    })
    .from(table)
    .where(and(mine(reader), visible(db, { companyId: owner }), gt(cameAt, upTo)));
  await db.insert(noticeReads).select(newer).onConflictDoNothing();
}

/** Reverts the last "mark all" of a kind. Notices that were marked individually before stay read. */
export async function undoMarkAll(db: Tx, reader: Account, kind: NoticeKind): Promise<void> {
  const [mark] = await db.select().from(noticeMarks).where(marked(reader, kind)).for('update');
  if (!mark?.upToBefore) throw new Refusal('wrongState');
  await db.update(noticeMarks).set({ upTo: mark.upToBefore, upToBefore: null }).where(marked(reader, kind));
  await db.delete(noticeReads).where(and(singlyRead(reader, kind), eq(noticeReads.byMark, true)));
}
