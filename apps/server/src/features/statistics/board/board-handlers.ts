import { boardFigureCalls, type StatisticsFilter, type StatisticsStep } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { bucketOf, checkFilter, periodBefore } from '../statistics-service.ts';
import { readBattery } from './board-battery.ts';
import { changesOf } from './board-changes.ts';
import { readCompanies } from './board-companies.ts';
import { exportCompanies } from './board-companies-export.ts';
import { readElectricity } from './board-electricity.ts';
import { readSource, type BoardFilter, type BoardSource } from './board-query.ts';
import { listRobots } from './board-robots.ts';
import { onlineTotalsOf, startTotalsOf, type OnlineSums, type StartSums } from './board-values.ts';

type Period = Omit<StatisticsFilter, 'mode'>;

/** Totals of a period, of the period before, and of each step. */
async function readSeries<S, T>(
  { db, now }: Ctx,
  source: BoardSource,
  filter: Period,
  { step, weekStart }: { step: StatisticsStep; weekStart: number },
  totalsOf: (sums: S) => T,
) {
  await checkFilter(db, filter);
  const at = now();
  const before = periodBefore(filter);
  const read = (period: BoardFilter, key?: string) => readSource<S>(db, at, source, period, key);
  const [[sums], [earlier], steps] = await Promise.all([
    read(filter),
    read({ ...filter, ...before }),
    read(filter, bucketOf(step, weekStart)),
  ]);
  return {
    totals: totalsOf(sums!),
    before: { ...before, totals: totalsOf(earlier!) },
    points: steps.map(({ key, ...rest }) => ({ day: key!, totals: totalsOf(rest as S) })),
    computedAt: at.toISOString(),
  };
}

const ofOwner = async (db: Tx, owner: Omit<Period, 'from' | 'to'>, now: Date) => {
  const today = now.toISOString().slice(0, 10);
  await checkFilter(db, { ...owner, from: today, to: today });
};

export const boardFigureAnswers = answer(boardFigureCalls, {
  completion: (ctx, input) =>
    readSeries<StartSums, ReturnType<typeof startTotalsOf>>(
      ctx,
      'starts',
      input,
      { step: 'day', weekStart: 1 },
      startTotalsOf,
    ),

  online: (ctx, { step, weekStart, ...input }) =>
    readSeries<OnlineSums, ReturnType<typeof onlineTotalsOf>>(
      ctx,
      'online',
      input,
      { step, weekStart },
      onlineTotalsOf,
    ),

  battery: async ({ db, now }, input) => {
    const at = now();
    await ofOwner(db, input, at);
    return { hours: await readBattery(db, at, input), computedAt: at.toISOString() };
  },

  electricity: async ({ db, now }, input) => {
    const at = now();
    await ofOwner(db, input, at);
    return { days: await readElectricity(db, at, input), computedAt: at.toISOString() };
  },

  companies: async (ctx, input) => {
    await checkFilter(ctx.db, { from: input.from, to: input.to });
    return await readCompanies(ctx, input);
  },

  exportCompanies: async (ctx, input) => {
    await checkFilter(ctx.db, { from: input.from, to: input.to });
    return await exportCompanies(ctx, input);
  },

  robots: async (ctx, input) => {
    const { from, to, companyId, siteId } = input;
    await checkFilter(ctx.db, { from, to, companyId, siteId });
    return await listRobots(ctx, input);
  },

  changes: async ({ db, now }, input) => {
    await checkFilter(db, input);
    return { ...(await changesOf(db, input)), computedAt: now().toISOString() };
  },
});
