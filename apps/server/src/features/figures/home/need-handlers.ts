import { maxSnoozeDays, needCalls } from '@sweepline/contract';
import { and, eq, lte, or } from 'drizzle-orm';
import { accounts } from '../../../entities/people/account-table.ts';
import { isReader, listReaders, type Subject } from '../../../entities/people/record-readers.ts';
import type { NeedSource } from '../../../entities/figures/need-source.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { find } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { findNeed, listNeeds } from './need-service.ts';
import { needHandOvers, needSnoozes } from './need-table.ts';

const maxSnoozeMs = maxSnoozeDays * 86_400_000;

function checkUntil(until: string, now: Date): void {
  const aheadMs = Date.parse(until) - now.getTime();
  if (aheadMs <= 0) throw wrongField('until', 'NOT_IN_FUTURE');
  if (aheadMs > maxSnoozeMs) throw wrongField('until', 'SNOOZE_TOO_LONG', { days: maxSnoozeDays });
}

async function snooze({ db, now, account }: Ctx, needId: string, until: string | null): Promise<void> {
  const own = eq(needSnoozes.accountId, account.id);
  const at = now().toISOString();
  // The ended ones go too, so that an account has only few rows.
  await db.delete(needSnoozes).where(and(own, lte(needSnoozes.until, at)));
  if (until === null) {
    await db.delete(needSnoozes).where(and(own, eq(needSnoozes.needId, needId)));
    return;
  }
  await db
    .insert(needSnoozes)
    .values({ companyId: account.companyId, accountId: account.id, needId, until, createdAt: at })
    .onConflictDoUpdate({
      target: [needSnoozes.accountId, needSnoozes.needId],
      set: { until, createdAt: at },
    });
}

async function handOver(
  { db, now, account, services }: Ctx,
  need: { id: string; companyId: string; name: string },
  accountId: string,
): Promise<void> {
  const id = newId();
  const row = {
    companyId: need.companyId,
    accountId,
    handedAt: now().toISOString(),
    handedBy: account.username,
  };
  await db
    .insert(needHandOvers)
    .values({ id, needId: need.id, ...row })
    .onConflictDoUpdate({ target: [needHandOvers.companyId, needHandOvers.needId], set: row });
  if (accountId === account.id) return;
  await notify(db, services.bus, now, {
    kind: 'system',
    companyId: need.companyId,
    accountId,
    about: { kind: 'need', id },
    template: 'needHandedOver',
    params: { name: need.name },
  });
}

/** Refuses an account that the caller does not see, or that may not see the record, like a missing one. */
async function checkReceiver({ db }: Ctx, need: Subject, accountId: string): Promise<void> {
  await find(db, accounts, accountId);
  if (!(await isReader(db, need, accountId))) throw new Refusal('notFound');
}

/** Takes a need back, and removes the hand-overs of its company that ended. */
async function clearHandOvers({ db, now }: Ctx, { id, companyId }: { id: string; companyId: string }) {
  const endedAt = new Date(now().getTime() - maxSnoozeMs).toISOString();
  const isOver = or(eq(needHandOvers.needId, id), lte(needHandOvers.handedAt, endedAt));
  await db.delete(needHandOvers).where(and(eq(needHandOvers.companyId, companyId), isOver));
}

export const needAnswers = (sources: readonly NeedSource[]) =>
  answer(needCalls, {
    list: (ctx, input) => listNeeds(ctx, sources, input),

    snooze: async (ctx, { id, until }) => {
      // A need that is over may still be shown again.
      if (until !== null) {
        await findNeed(ctx, sources, id);
        checkUntil(until, ctx.now());
      }
      await snooze(ctx, id, until);
      return {};
    },

    assign: async (ctx, { id, accountId }) => {
      const need = await findNeed(ctx, sources, id);
      if (accountId !== null) await checkReceiver(ctx, need, accountId);
      await clearHandOvers(ctx, need);
      if (accountId !== null) await handOver(ctx, need, accountId);
      return {};
    },

    people: async (ctx, input) => await listReaders(ctx.db, await findNeed(ctx, sources, input.id), input),
  });
