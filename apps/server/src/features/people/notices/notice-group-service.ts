import { and, desc, eq, gte, isNull, sql, type SQL } from 'drizzle-orm';
import { noticeMails } from '../../../entities/people/notice-mail-table.ts';
import { noticeReads, notices } from '../../../entities/people/notice-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { announce, notify } from './notice-service.ts';
import { mailNotice } from './notice-telling-service.ts';
import type { NoticeParams, NoticeTemplate } from './notice-texts.ts';

/** Occasions of one group within this time are one notice to one person. */
const groupMs = 600_000;

/** Occasions of one subject that one person is told about one company. */
export interface NoticeGroup {
  /** Key of the subject. */
  group: string;
  /** Number of occasions, with those of the same notice before it. */
  count: number;
  contentOf: (count: number) => { template: NoticeTemplate; params: NoticeParams };
  /** Of a new notice. */
  id: string;
  occasion: string;
  companyId: string;
  /** Null for all who may see the company. */
  accountId: string | null;
  /** Robot and alarm of the latest occasion. */
  deviceId: string;
  alarmId: string;
}

interface GroupDeps {
  bus: Bus;
  now: Clock;
}

/** Two servers that tell one person of one group take turns, so the second finds the notice of the first. */
const lockGroup = (tx: Tx, { accountId, companyId, group }: NoticeGroup): Promise<unknown> =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('notice group'), hashtext(${`${accountId} ${companyId} ${group}`}))`,
  );

const paramsOf = ({ group, contentOf }: NoticeGroup, count: number, since: string) => {
  const { template, params } = contentOf(count);
  return { template, params: { ...params, group, since, count: `${count}` } };
};

const subjectOf = ({ deviceId, alarmId }: NoticeGroup) => ({ deviceId, alarmId, aboutId: deviceId });

/** Rows of the group that began within its time. The newest begins it. */
const began = (table: typeof notices | typeof noticeMails, { companyId, group }: NoticeGroup, now: Date) => {
  const from = new Date(now.getTime() - groupMs).toISOString();
  return [
    eq(table.companyId, companyId),
    gte(table.createdAt, from),
    sql`${table.params} ->> 'group' = ${group}`,
    sql`${table.params} ->> 'since' > ${from}`,
  ] satisfies SQL[];
};

const countOf = (params: NoticeParams) => Number(params['count'] ?? 1);
const sinceOf = (params: NoticeParams) => String(params['since'] ?? '');

/**
 * Tells a person of occasions in the bell, in the caller's transaction. A notice of the group within the last ten minutes takes them
 * up and is unread again. Returns the id of the notice.
 */
export async function notifyGroup(tx: Tx, { bus, now }: GroupDeps, told: NoticeGroup): Promise<string> {
  await lockGroup(tx, told);
  const { id, companyId, accountId, deviceId, alarmId, occasion } = told;
  const at = now();
  const [found] = await tx
    .select()
    .from(notices)
    .where(
      and(
        eq(notices.kind, 'device'),
        accountId === null ? isNull(notices.accountId) : eq(notices.accountId, accountId),
        ...began(notices, told, at),
      ),
    )
    .orderBy(desc(notices.createdAt))
    .limit(1);
  if (!found) {
    await notify(tx, bus, now, {
      ...paramsOf(told, told.count, at.toISOString()),
      id,
      kind: 'device',
      companyId,
      ...(accountId !== null && { accountId }),
      deviceId,
      alarmId,
      about: { kind: 'device', id: deviceId },
      occasion,
    });
    return id;
  }
  const content = paramsOf(told, countOf(found.params) + told.count, sinceOf(found.params));
  const [row] = await tx
    .update(notices)
    .set({ ...content, ...subjectOf(told), createdAt: at.toISOString() })
    .where(eq(notices.id, found.id))
    .returning();
  await tx.delete(noticeReads).where(eq(noticeReads.noticeId, found.id));
  if (row) announce(tx, bus, row);
  return found.id;
}

/**
 * Stores a mail about occasions, in the caller's transaction. A mail of the group that was not sent yet takes them up. Where one was
 * sent within the last ten minutes, it returns when the next may follow.
 */
export async function mailGroup(
  tx: Tx,
  now: Clock,
  told: NoticeGroup & { accountId: string; permission: string },
): Promise<{ id: string } | { notBefore: string }> {
  await lockGroup(tx, told);
  const at = now();
  const isCounted = sql`${noticeMails.state} <> 'GAVE_UP'`;
  const [found] = await tx
    .select()
    .from(noticeMails)
    .where(and(eq(noticeMails.accountId, told.accountId), isCounted, ...began(noticeMails, told, at)))
    .orderBy(desc(noticeMails.createdAt))
    .limit(1);
  if (!found) {
    const { id, companyId, accountId, permission, deviceId, alarmId, occasion } = told;
    const about = { kind: 'device' as const, id: deviceId };
    const mail = { id, companyId, accountId, permission, deviceId, alarmId, about, occasion };
    await mailNotice(tx, now, { ...mail, ...paramsOf(told, told.count, at.toISOString()) });
    return { id };
  }
  const since = sinceOf(found.params);
  const [joined] = await tx
    .update(noticeMails)
    .set({ ...paramsOf(told, countOf(found.params) + told.count, since), ...subjectOf(told) })
    // Since it was read, the mailer may have taken it.
    .where(and(eq(noticeMails.id, found.id), eq(noticeMails.state, 'WAITING')))
    .returning({ id: noticeMails.id });
  return joined ?? { notBefore: new Date(Date.parse(since) + groupMs).toISOString() };
}
