import { maxUnread, permissions, type NoticeKind, type UnreadCounts } from '@sweepline/contract';
import { and, desc, eq, gt, isNull, lte, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { holds, Refusal, type Account } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { visible } from '../../platform/db/page.ts';
import { accounts } from '../accounts/account-table.ts';
import { alarms } from '../alarms/alarm-table.ts';
import { noticeMarks, noticeReads, notices } from './notice-table.ts';

/** Whether this person is told of robots at all. */
export const hearsOfDevices = (reader: Account): boolean =>
  holds(reader, [permissions.deviceList, permissions.alarmList]);

/** What the three kinds have in common: whose they are, and when they came. */
interface Source {
  table: PgTable;
  id: PgColumn;
  companyId: PgColumn;
  cameAt: PgColumn;
  /** Rows of the table that belong to the kind and to this reader. */
  mine: (reader: Account) => SQL | undefined;
}

/** For everybody who sees the company, or for this person alone. */
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
    cameAt: alarms.arrivedAt,
    mine: () => undefined,
  },
};

/**
 * Up to where a person has read each kind; what came before the account was made is not news to it. Read first and handed to
 * the queries as it is: with the moment in its hand the planner reads what came since, and nothing else.
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

/** Whether an account has marked this very one as read. */
export const readSingly = (readerId: string | Placeholder, id: PgColumn) =>
  sql<boolean>`exists (select 1 from notice_reads where account_id = ${readerId} and notice_id = ${id})`;

/** Whether a row of the kind is unread by this person, whose mark of the kind is given. */
export const unreadBy = (reader: Account, kind: NoticeKind, mark: string): SQL => {
  const source = sources[kind];
  return sql`(${source.cameAt} > ${mark} and not ${readSingly(reader.id, source.id)})`;
};

async function countOf(db: Tx, reader: Account, kind: NoticeKind, mark: string): Promise<number> {
  const { table, mine, companyId, cameAt } = sources[kind];
  // Counted to a thousand and no further, so that a person who never reads costs no more than one who does.
  const some = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(and(mine(reader), visible(db, { companyId }), unreadBy(reader, kind, mark)))
    .orderBy(desc(cameAt))
    .limit(maxUnread)
    .as('some');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some);
  return row?.count ?? 0;
}

/** System, device, alarm. */
export async function unreadCountsOf(db: Tx, reader: Account): Promise<UnreadCounts> {
  const none = Promise.resolve(0);
  const marks = await marksOf(db, reader);
  return await Promise.all([
    countOf(db, reader, 'system', marks.system),
    holds(reader, permissions.deviceList) ? countOf(db, reader, 'device', marks.device) : none,
    hearsOfDevices(reader) ? countOf(db, reader, 'alarm', marks.alarm) : none,
  ]);
}

/** The badge of the bell. */
export const totalOf = ([system, device, alarm]: UnreadCounts): number => system + device + alarm;

/** Marks one as read; the caller has found it within the reader's sight. */
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

/** No transaction lasts as long: what came before is committed, or never will be. */
const settledMs = 600_000;

const marked = (reader: Account, kind: NoticeKind) =>
  and(eq(noticeMarks.accountId, reader.id), eq(noticeMarks.kind, kind));
const singlyRead = (reader: Account, kind: NoticeKind) =>
  and(eq(noticeReads.accountId, reader.id), eq(noticeReads.kind, kind));

/**
 * Marks as read what this person could see, and nothing that arrives at the same moment: the mark moves only over what is
 * settled, and the newest are marked one by one, as they are visible to this transaction.
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
  // What lies below the mark as it stood can no longer be taken back, and the former "mark all" neither.
  await db.delete(noticeReads).where(and(singlyRead(reader, kind), lte(noticeReads.cameAt, before.upTo)));
  await db.update(noticeReads).set({ byMark: false }).where(singlyRead(reader, kind));

  const { table, id, cameAt, companyId: owner, mine } = sources[kind];
  const fresh = db
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
  await db.insert(noticeReads).select(fresh).onConflictDoNothing();
}

/** Takes back the last "mark all" of a kind; what was read singly before it stays read. */
export async function undoMarkAll(db: Tx, reader: Account, kind: NoticeKind): Promise<void> {
  const [mark] = await db.select().from(noticeMarks).where(marked(reader, kind)).for('update');
  if (!mark?.upToBefore) throw new Refusal('wrongState');
  await db.update(noticeMarks).set({ upTo: mark.upToBefore, upToBefore: null }).where(marked(reader, kind));
  await db.delete(noticeReads).where(and(singlyRead(reader, kind), eq(noticeReads.byMark, true)));
}
