import {
  boardFigureCalls,
  type OnlineTotals,
  type StartTotals,
  type StatisticsFilter,
  type StatisticsStep,
} from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { deviceGroups } from '../../../entities/devices/device-group-table.ts';
import { find } from '../../../platform/db/page.ts';
import { bucketOf, checkFilter, periodBefore } from '../statistics-service.ts';
import { readBattery } from './board-battery.ts';
import { changesOf } from './board-changes.ts';
import { readCompanies } from './board-companies.ts';
import { exportCompanies } from './board-companies-export.ts';
import { readElectricity } from './board-electricity.ts';
import { readSource, type BoardSource } from './board-query.ts';
import { listRobots } from './board-robots.ts';
import {
  addEach,
  noSums,
  onlineTotalsOf,
  startTotalsOf,
  type OnlineSums,
  type StartSums,
} from './board-values.ts';

type Period = Omit<StatisticsFilter, 'mode'>;

interface Series<S, T> {
  source: BoardSource;
  none: S;
  totalsOf(sums: S): T;
}
const starts: Series<StartSums, StartTotals> = {
  source: 'starts',
  none: noSums().starts,
  totalsOf: startTotalsOf,
};
const connection: Series<OnlineSums, OnlineTotals> = {
  source: 'online',
  none: noSums().online,
  totalsOf: onlineTotalsOf,
};

/** Totals of a period, of the period before, and of each step. The steps add up to the period, so it is read once. */
async function readSeries<S extends Record<string, number>, T>(
  { db, now }: Ctx,
  { source, none, totalsOf }: Series<S, T>,
  filter: Period,
  { step, weekStart }: { step: StatisticsStep; weekStart: number },
) {
  await checkFilter(db, filter);
  const at = now();
  const before = periodBefore(filter);
  const [steps, earlier] = await Promise.all([
    readSource<S>(db, at, source, filter, bucketOf(step, weekStart)),
    readSource<S>(db, at, source, { ...filter, ...before }),
  ]);
  // Adds the columns of `none` only, so the key of a row is left out.
  const sum = (rows: readonly S[]) => rows.reduce<Record<string, number>>(addEach, none) as S;
  return {
    totals: totalsOf(sum(steps)),
    before: { ...before, totals: totalsOf(sum(earlier)) },
    points: steps.map((row) => ({ day: row.key!, totals: totalsOf(row) })),
    computedAt: at.toISOString(),
  };
}

const ofOwner = async (db: Tx, owner: Omit<Period, 'from' | 'to'>, now: Date) => {
  const today = now.toISOString().slice(0, 10);
  await checkFilter(db, { ...owner, from: today, to: today });
};

export const boardFigureAnswers = answer(boardFigureCalls, {
  completion: (ctx, input) => readSeries(ctx, starts, input, { step: 'day', weekStart: 1 }),

  online: (ctx, { step, weekStart, ...input }) => readSeries(ctx, connection, input, { step, weekStart }),

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
    const { from, to, companyId, siteId, deviceId, groupId } = input;
    await checkFilter(ctx.db, { from, to, companyId, siteId, deviceId });
    if (groupId) await find(ctx.db, deviceGroups, groupId);
    return await listRobots(ctx, input);
  },

  changes: async ({ db, now }, input) => {
    await checkFilter(db, input);
    return { ...(await changesOf(db, input)), computedAt: now().toISOString() };
  },
});
