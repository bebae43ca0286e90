import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { currentPeriod } from '../grammar/site-period.ts';
import { weekday } from '../grammar/weekday.ts';
import { deviceModels } from '../devices/device-life.ts';
import {
  batteryBand,
  boardDevice,
  boardDeviceSorts,
  boardFigures,
  boardPart,
  figureChange,
  onlineTotals,
  startTotals,
} from './board-values.ts';
import { statisticsFilter, statisticsFigures, statisticsSteps } from './statistics.ts';

/** Calendar day, `2030-01-31`, in the time zone of each site. */
const day = z.iso.date();
const count = z.number().int();

const allow = [permissions.statistics, permissions.home] as const;
const index = 'service/index';
const { from: _from, to: _to, current: _current, mode: _mode, ...owner } = statisticsFilter;
const { mode: _anyMode, ...ofDays } = statisticsFilter;

/** Figures of the data board beside those of reports: planned starts, connection, battery, and tables of them. */
export const boardFigureCalls = calls('boardFigures', {
  /** Planned starts due in the period, by day and compared with the period before. */
  completion: {
    method: 'GET',
    path: `${index}/completion`,
    allow,
    input: z.strictObject(ofDays),
    output: z.object({
      totals: startTotals,
      before: z.object({ from: day, to: day, totals: startTotals }),
      points: z.array(z.object({ day, totals: startTotals })),
      computedAt: moment,
    }),
  },
  /** Connection of activated robots per step, compared with the period before. */
  online: {
    method: 'GET',
    path: `${index}/online`,
    allow,
    input: z.strictObject({
      ...ofDays,
      step: z.enum(statisticsSteps).default('day'),
      /** First day of a week. */
      weekStart: weekday.default(1),
    }),
    output: z.object({
      totals: onlineTotals,
      before: z.object({ from: day, to: day, totals: onlineTotals }),
      points: z.array(z.object({ day, totals: onlineTotals })),
      computedAt: moment,
    }),
  },
  /** Battery of the last 24 hours, oldest hour first; an hour without samples has no point. */
  battery: {
    method: 'GET',
    path: `${index}/battery`,
    allow,
    input: z.strictObject(owner),
    output: z.object({
      hours: z.array(z.object({ at: moment, robots: count, used: batteryBand, taken: batteryBand })),
      computedAt: moment,
    }),
  },
  /** Energy of reports on each of the last seven days of the sites; a day without a known value is null. */
  electricity: {
    method: 'GET',
    path: `${index}/electricity`,
    allow,
    input: z.strictObject(owner),
    output: z.object({
      days: z.array(z.object({ day, energyWh: z.number().nullable(), known: count, reports: count })),
      computedAt: moment,
    }),
  },
  /**
   * The companies below one, or the sites of a terminal company, with their figures. The parts add up to `sum`: what is not below a
   * child stands in the part `own`.
   */
  companies: {
    method: 'GET',
    path: `${index}/companies`,
    allow,
    input: z.strictObject({ from: day, to: day, current: currentPeriod, parentId: z.uuid().optional() }),
    output: z.object({
      /** From the reader's own company down to the one shown. */
      path: z.array(z.object({ id: z.string(), name: z.string() })),
      sum: z.object({ robots: count, figures: boardFigures, before: boardFigures }),
      parts: z.array(boardPart),
      computedAt: moment,
    }),
  },
  /** The table of `companies` as CSV, at most one month. */
  exportCompanies: {
    method: 'POST',
    path: `${index}/companies/export`,
    kind: 'bytes',
    allow,
    reads: true,
    input: z.strictObject({ from: day, to: day, current: currentPeriod, parentId: z.uuid().optional() }),
    output: z.unknown(),
  },
  /** Activated robots with their figures of a period. */
  robots: {
    method: 'POST',
    path: `${index}/robots`,
    allow,
    reads: true,
    input: listInput({
      from: day,
      to: day,
      current: currentPeriod,
      keyword,
      deviceId: z.uuid().optional(),
      companyId: z.uuid().optional(),
      siteId: z.uuid().optional(),
      groupId: z.uuid().optional(),
      model: z.enum(deviceModels).optional(),
      /** Only robots without a report for at least so many days. */
      idleDays: count.min(1).max(365).optional(),
      sort: sortBy(...boardDeviceSorts).default('-cleanedM2'),
    }),
    output: listOf(boardDevice),
  },
  /** Which sites or robots made the difference of a figure to the period before. */
  changes: {
    method: 'GET',
    path: `${index}/changes`,
    allow,
    input: z.strictObject({
      ...statisticsFilter,
      figure: z.enum(statisticsFigures).default('cleanedM2'),
      by: z.enum(['company', 'site', 'device']).default('site'),
    }),
    output: z.object({
      value: z.number().nullable(),
      before: z.number().nullable(),
      /** The largest differences first, at most twenty. */
      parts: z.array(figureChange),
      /** The number of the other parts and the sum of their differences. */
      others: z.object({ parts: count, difference: z.number() }),
      computedAt: moment,
    }),
  },
});
