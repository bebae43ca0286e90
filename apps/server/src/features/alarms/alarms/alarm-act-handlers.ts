import { alarmActCalls, alarmCalls, maxShelfDays, withdrawWithinMs } from '@sweepline/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { isReader } from '../../../entities/people/record-readers.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { find, inValues, visible } from '../../../platform/db/page.ts';
import { moveReminders, remindedAlarms, resumeTellings } from '../escalation/alarm-reminder-service.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { actOnAlarms, type Act, type AlarmRow, type Target } from './alarm-acts-service.ts';

const maxShelfMs = maxShelfDays * 86_400_000;

function checkShelf(until: string, now: Date): void {
  const aheadMs = Date.parse(until) - now.getTime();
  if (aheadMs <= 0) throw wrongField('until', 'NOT_IN_FUTURE');
  if (aheadMs > maxShelfMs) throw wrongField('until', 'SHELF_TOO_LONG', { days: maxShelfDays });
}

/** The companies of these whose alarms the account may see. */
async function companiesSeenBy({ db }: Ctx, accountId: string, companyIds: Iterable<string>) {
  const seen = new Set<string>();
  for (const companyId of new Set(companyIds))
    if (await isReader(db, { companyId, allow: alarmCalls.list.allow }, accountId)) seen.add(companyId);
  return seen;
}

/** Tells the new owner, once for all alarms of a call. */
async function tellOwner(
  { db, account, now, services }: Ctx,
  ownerId: string,
  { companyId, alarmIds }: { companyId: string; alarmIds: readonly string[] },
): Promise<void> {
  if (ownerId === account.id) return;
  await notify(db, services.bus, now, {
    kind: 'system',
    companyId,
    accountId: ownerId,
    template: 'alarmsAssigned',
    // A number would be written as a time span.
    params: { count: String(alarmIds.length) },
    ...(alarmIds.length === 1 && { alarmId: alarmIds[0]! }),
  });
}

const isShelved = ({ shelvedUntil }: Pick<AlarmRow, 'shelvedUntil'>, now: Date) =>
  shelvedUntil !== null && Date.parse(shelvedUntil) > now.getTime();

const endOfShelf = ({ account, now }: Ctx): Act => ({
  kind: 'UNSHELVED',
  changes: {
    shelvedUntil: null,
    shelvedById: null,
    shelfReason: null,
    acknowledgedAt: now().toISOString(),
    acknowledgedById: account.id,
  },
  conflictOf: (alarm) => (isShelved(alarm, now()) ? undefined : { error: 'wrongState' }),
});

const shelvesOf = ({ db }: Ctx, targets: readonly Target[]) =>
  db
    .select()
    .from(alarms)
    .where(
      and(
        inValues(
          alarms.id,
          targets.map(({ id }) => id),
        ),
        visible(db, alarms),
      ),
    );

/** The other alarms under these shelves: a shelf also covers further alarms of its robot and code. */
async function coveredBy({ db }: Ctx, shelves: readonly AlarmRow[]): Promise<Target[]> {
  const found = new Map<string, Target>();
  for (const { deviceId, code, shelvedUntil, shelvedById } of shelves) {
    if (shelvedUntil === null || shelvedById === null) continue;
    const rows = await db
      .select({ id: alarms.id, version: alarms.version })
      .from(alarms)
      .where(
        and(
          visible(db, alarms),
          eq(alarms.deviceId, deviceId),
          eq(alarms.code, code),
          eq(alarms.shelvedUntil, shelvedUntil),
          eq(alarms.shelvedById, shelvedById),
          isNull(alarms.processedAt),
        ),
      );
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()];
}

export const alarmActAnswers = answer(alarmActCalls, {
  acknowledge: (ctx, input) =>
    actOnAlarms(ctx, input.alarms, {
      kind: 'ACKNOWLEDGED',
      changes: { acknowledgedAt: ctx.now().toISOString(), acknowledgedById: ctx.account.id },
      conflictOf: ({ acknowledgedAt: when, acknowledgedById: whoId }) =>
        when === null ? undefined : { error: 'alarmAcknowledged', whoId, when },
    }),

  withdraw: async (ctx, { alarms: targets }) => {
    const since = new Date(ctx.now().getTime() - withdrawWithinMs).toISOString();
    const { results } = await actOnAlarms(ctx, targets, {
      kind: 'WITHDRAWN',
      changes: { acknowledgedAt: null, acknowledgedById: null },
      conflictOf: ({ acknowledgedAt: when, acknowledgedById: whoId }) => {
        if (when === null || Date.parse(when) < Date.parse(since)) return { error: 'wrongState' };
        return whoId === ctx.account.id ? undefined : { error: 'alarmAcknowledged', whoId, when };
      },
    });
    const done = results.flatMap(({ id, done: isDone }) => (isDone ? [id] : []));
    // A message may have been due shortly before the acknowledgement that ended it.
    const dueSince = new Date(Date.parse(since) - withdrawWithinMs).toISOString();
    await resumeTellings(ctx, done, dueSince);
    return { results };
  },

  assign: async (ctx, { alarms: targets, ownerId }) => {
    const owner = ownerId === null ? null : await find(ctx.db, accounts, ownerId);
    const { results } = await actOnAlarms(ctx, targets, async (rows) => {
      const companyIds = [...rows.values()].map(({ companyId }) => companyId);
      const seen = owner && (await companiesSeenBy(ctx, owner.id, companyIds));
      return {
        kind: 'ASSIGNED',
        ownerId,
        changes: { ownerId },
        conflictOf: ({ companyId }) =>
          seen && !seen.has(companyId) ? wrongField('ownerId', 'OWNER_CANNOT_SEE') : undefined,
      };
    });
    const alarmIds = results.filter(({ done }) => done).map(({ id }) => id);
    if (owner && alarmIds.length > 0)
      await tellOwner(ctx, owner.id, { companyId: owner.companyId, alarmIds });
    return { results };
  },

  comment: (ctx, { alarms: targets, text }) => actOnAlarms(ctx, targets, { kind: 'COMMENTED', text }),

  process: (ctx, { alarms: targets, result }) =>
    actOnAlarms(ctx, targets, {
      kind: 'PROCESSED',
      text: result,
      changes: { processedAt: ctx.now().toISOString(), processedById: ctx.account.id, result },
    }),

  shelve: async (ctx, { alarms: targets, until, reason }) => {
    checkShelf(until, ctx.now());
    return await actOnAlarms(ctx, targets, {
      kind: 'SHELVED',
      text: reason,
      until,
      changes: {
        shelvedUntil: until,
        shelvedById: ctx.account.id,
        shelfReason: reason,
        // At the end of the shelf the alarm waits for an acknowledgement again.
        acknowledgedAt: null,
        acknowledgedById: null,
      },
    });
  },

  unshelve: async (ctx, { alarms: targets }) => {
    const shelves = await shelvesOf(ctx, targets);
    const { results } = await actOnAlarms(ctx, targets, endOfShelf(ctx));
    const ended = new Set(results.filter(({ done }) => done).map(({ id }) => id));
    const covered = await coveredBy(
      ctx,
      shelves.filter(({ id }) => ended.has(id)),
    );
    if (covered.length > 0) await actOnAlarms(ctx, covered, endOfShelf(ctx));
    return { results };
  },

  remind: async (ctx, { alarms: targets, minutes }) => {
    const { results } = await actOnAlarms(ctx, targets, async (rows) => {
      const reminded = await remindedAlarms(ctx.db, [...rows.keys()]);
      return {
        kind: 'REMINDED',
        minutes,
        changes: { remindMinutes: minutes },
        conflictOf: ({ id }) => (reminded.has(id) ? undefined : wrongField('minutes', 'NOBODY_REMINDED')),
      };
    });
    const done = results.flatMap(({ id, done: isDone }) => (isDone ? [id] : []));
    await moveReminders(ctx.db, ctx.now(), done);
    return { results };
  },
});
