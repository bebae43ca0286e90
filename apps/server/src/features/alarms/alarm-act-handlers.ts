import { alarmActCalls, alarmCalls, maxShelfDays } from '@sweepline/contract';
import { accounts } from '../../entities/people/account-table.ts';
import { isReader } from '../../entities/people/record-readers.ts';
import { answer } from '../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../platform/calls/ctx.ts';
import { find } from '../../platform/db/page.ts';
import { notify } from '../notices/notice-service.ts';
import { actOnAlarms } from './alarm-acts-service.ts';

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
  { companyId, count }: { companyId: string; count: number },
): Promise<void> {
  if (ownerId === account.id) return;
  await notify(db, services.bus, now, {
    kind: 'system',
    companyId,
    accountId: ownerId,
    template: 'alarmsAssigned',
    params: { count },
  });
}

export const alarmActAnswers = answer(alarmActCalls, {
  acknowledge: (ctx, input) =>
    actOnAlarms(ctx, input.alarms, {
      kind: 'ACKNOWLEDGED',
      changes: { acknowledgedAt: ctx.now().toISOString(), acknowledgedById: ctx.account.id },
      conflictOf: ({ acknowledgedAt: when, acknowledgedById: whoId }) =>
        when === null ? undefined : { error: 'alarmAcknowledged', whoId, when },
    }),

  assign: async (ctx, { alarms, ownerId }) => {
    const owner = ownerId === null ? null : await find(ctx.db, accounts, ownerId);
    const { results } = await actOnAlarms(ctx, alarms, async (rows) => {
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
    const count = results.filter(({ done }) => done).length;
    if (owner && count > 0) await tellOwner(ctx, owner.id, { companyId: owner.companyId, count });
    return { results };
  },

  comment: (ctx, { alarms, text }) => actOnAlarms(ctx, alarms, { kind: 'COMMENTED', text }),

  process: (ctx, { alarms, result }) =>
    actOnAlarms(ctx, alarms, {
      kind: 'PROCESSED',
      text: result,
      changes: { processedAt: ctx.now().toISOString(), processedById: ctx.account.id, result },
    }),

  shelve: async (ctx, { alarms, until, reason }) => {
    checkShelf(until, ctx.now());
    return await actOnAlarms(ctx, alarms, {
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

  unshelve: (ctx, { alarms }) => {
    const at = ctx.now().toISOString();
    return actOnAlarms(ctx, alarms, {
      kind: 'UNSHELVED',
      changes: {
        shelvedUntil: null,
        shelvedById: null,
        shelfReason: null,
        acknowledgedAt: at,
        acknowledgedById: ctx.account.id,
      },
      conflictOf: ({ shelvedUntil }) =>
        shelvedUntil !== null && Date.parse(shelvedUntil) > ctx.now().getTime()
          ? undefined
          : { error: 'wrongState' },
    });
  },
});
