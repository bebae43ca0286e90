import {
  boardFigureCalls,
  type OnlineTotals,
  type StartTotals,
  type StatisticsFilter,
  type StatisticsStep,
} from '@sweepline/contract';
import { laterDate } from '@sweepline/contract/robot';
import { answer } from '../../../../platform/calls/calls.ts';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { deviceGroups } from '../../../../entities/devices/device-group-table.ts';
import { find } from '../../../../platform/db/page.ts';
import { checkExportPeriod } from '../../../../platform/documents/export-period.ts';
import { siteDaysBefore } from '../../../../entities/places/site-days.ts';
import { bucketOf, checkFilter } from '../statistics-service.ts';
import { readBattery } from './board-battery.ts';
import { changesOf } from './board-changes.ts';
import { readCompanies } from './board-companies.ts';
import { exportCompanies } from './board-companies-export.ts';
import { electricityDays, readElectricity } from './board-electricity.ts';
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
  input: Period,
  { step, weekStart }: { step: StatisticsStep; weekStart: number },
) {
  const at = now();
  const filter = await checkFilter(db, input, at);
  const before = siteDaysBefore(filter);
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

/** The last days of each site. */
const lastDays = async (db: Tx, owner: Omit<Period, 'from' | 'to'>, now: Date, days: number) => {
  const to = now.toISOString().slice(0, 10);
  return await checkFilter(
    db,
    { ...owner, from: laterDate(to, 1 - days), to, current: 'days' as const },
    now,
  );
};

export const boardFigureAnswers = answer(boardFigureCalls, {
  completion: (ctx, input) => readSeries(ctx, starts, input, { step: 'day', weekStart: 1 }),

  online: (ctx, { step, weekStart, ...input }) => readSeries(ctx, connection, input, { step, weekStart }),

  battery: async ({ db, now }, input) => {
    const at = now();
    await lastDays(db, input, at, 1);
    return { hours: await readBattery(db, at, input), computedAt: at.toISOString() };
  },

  electricity: async ({ db, now }, input) => {
    const at = now();
    const filter = await lastDays(db, input, at, electricityDays);
    return { days: await readElectricity(db, at, filter), computedAt: at.toISOString() };
  },

  companies: async (ctx, input) => {
    return await readCompanies(ctx, await checkFilter(ctx.db, input, ctx.now()));
  },

  exportCompanies: async (ctx, input) => {
    checkExportPeriod({ from: input.from, to: laterDate(input.to, 1) });
    return await exportCompanies(ctx, await checkFilter(ctx.db, input, ctx.now()));
  },

  robots: async (ctx, input) => {
    const filter = await checkFilter(ctx.db, input, ctx.now());
    if (input.groupId) await find(ctx.db, deviceGroups, input.groupId);
    return await listRobots(ctx, filter);
  },

  changes: async ({ db, now }, input) => {
    const filter = await checkFilter(db, input, now());
    return { ...(await changesOf(db, filter)), computedAt: now().toISOString() };
  },
});
