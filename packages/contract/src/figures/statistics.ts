import { z } from 'zod';
import { calls } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';
import { currentPeriod } from '../grammar/site-period.ts';
import { weekday } from '../grammar/weekday.ts';
import { maxRegions, place } from './places.ts';

/** Calendar day, `2030-01-31`, in the time zone of each site. */
const day = z.iso.date();

export const statisticsSteps = ['day', 'week', 'month'] as const;
export type StatisticsStep = (typeof statisticsSteps)[number];
export const statisticsSplits = ['company', 'site', 'device', 'mode'] as const;
export type StatisticsSplit = (typeof statisticsSplits)[number];
export const statisticsFigures = [
  'reports',
  'cleanedM2',
  'coverage',
  'workedS',
  'm2PerHour',
  'distanceM',
  'waterL',
  'energyWh',
] as const;
export type StatisticsFigure = (typeof statisticsFigures)[number];

/**
 * Totals of reports. A figure without values is null. `known` is the number of reports behind each figure, so that a page
 * can show what is missing.
 */
export const statisticsTotals = z.object({
  reports: z.number().int(),
  succeeded: z.number().int(),
  partial: z.number().int(),
  failed: z.number().int(),
  /** Implausible reports; they are in none of the sums. */
  leftOut: z.number().int(),
  cleanedM2: z.number().nullable(),
  /** 0–1: cleaned over planned area of the reports with both. */
  coverage: z.number().nullable(),
  workedS: z.number().nullable(),
  /** Cleaning time of the reports with a cleaned area: the divisor of the efficiency. */
  cleaningS: z.number().nullable(),
  /** Cleaned area over cleaning time of the reports with both. */
  m2PerHour: z.number().nullable(),
  distanceM: z.number().nullable(),
  waterL: z.number().nullable(),
  energyWh: z.number().nullable(),
  known: z.object({
    cleanedM2: z.number().int(),
    coverage: z.number().int(),
    workedS: z.number().int(),
    m2PerHour: z.number().int(),
    distanceM: z.number().int(),
    waterL: z.number().int(),
    energyWh: z.number().int(),
  }),
});
export type StatisticsTotals = z.infer<typeof statisticsTotals>;

/** Period and filters of the figures of reports. */
export const statisticsFilter = {
  from: day,
  to: day,
  current: currentPeriod,
  companyId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  deviceId: z.uuid().optional(),
  mode: z.string().max(40).optional(),
};
export type StatisticsFilter = z.infer<z.ZodObject<typeof statisticsFilter>>;

/** Totals of one site, robot or mode. `name` is null when it was deleted, or for reports without one. */
const part = z.object({ key: z.string(), name: z.string().nullable(), totals: statisticsTotals });
export type StatisticsPart = z.infer<typeof part>;

/** The first and the last day that the figures cover at any site. */
const covered = { from: day, to: day };
const allow = [permissions.statistics, permissions.home] as const;
const index = 'service/index';

/** Figures of the home page. The paths are the published ones. */
export const statisticsCalls = calls('statistics', {
  /** Totals of a period and of the equally long period before. */
  index: {
    method: 'GET',
    path: `${index}/getIndex`,
    allow,
    input: z.strictObject(statisticsFilter),
    output: z.object({
      ...covered,
      /** Time zones of the sites of the filter. */
      zones: z.array(z.string()),
      totals: statisticsTotals,
      before: z.object({ from: day, to: day, totals: statisticsTotals }),
    }),
  },
  /** Totals per step of a period; steps without reports are left out. */
  chart: {
    method: 'GET',
    path: `${index}/getChart`,
    allow,
    input: z.strictObject({
      ...statisticsFilter,
      step: z.enum(statisticsSteps).default('day'),
      /** First day of a week. */
      weekStart: weekday.default(1),
      /** The period before the one of the filter. */
      before: z.boolean().default(false),
    }),
    output: z.object({ ...covered, points: z.array(z.object({ day, totals: statisticsTotals })) }),
  },
  /** Totals split by company, site, device or mode, the largest cleaned area first. */
  split: {
    method: 'GET',
    path: `${index}/getStatistics`,
    allow,
    input: z.strictObject({ ...statisticsFilter, by: z.enum(statisticsSplits) }),
    output: z.object({ parts: z.array(part) }),
  },
  /** Number of robots: all, online, and with reports in the period. */
  devices: {
    method: 'GET',
    path: `${index}/device/statistics`,
    allow,
    input: z.strictObject(statisticsFilter),
    output: z.object({
      total: z.number().int(),
      online: z.number().int(),
      worked: z.number().int(),
      models: z.array(z.object({ model: z.string(), total: z.number().int(), online: z.number().int() })),
    }),
  },
  /** Robots and totals per site, the sites with most robots first. Sites without coordinates are included. */
  regions: {
    method: 'GET',
    path: `${index}/getMapRegion`,
    allow,
    input: z.strictObject({
      ...statisticsFilter,
      page: z.number().int().min(1).max(1_000).default(1),
      pageSize: z.number().int().min(1).max(maxRegions).default(maxRegions),
    }),
    output: z.object({ sites: z.array(place.extend({ totals: statisticsTotals })), total: z.number().int() }),
  },
  /** Totals by weekday. */
  times: {
    method: 'GET',
    path: `${index}/task/statistics/time`,
    allow,
    input: z.strictObject(statisticsFilter),
    output: z.object({
      weekdays: z.array(z.object({ weekday, totals: statisticsTotals })),
    }),
  },
  /** Totals by cleaning mode. */
  details: {
    method: 'GET',
    path: `${index}/task/statistics/detail`,
    allow,
    input: z.strictObject(statisticsFilter),
    output: z.object({ modes: z.array(part) }),
  },
  /** The robots with the highest, or lowest, value of one figure. */
  ranking: {
    method: 'POST',
    path: `${index}/task/statistics/sn2`,
    allow,
    reads: true,
    input: z.strictObject({
      ...statisticsFilter,
      figure: z.enum(statisticsFigures).default('cleanedM2'),
      top: z.union([z.literal(5), z.literal(10)]).default(5),
      least: z.boolean().default(false),
    }),
    output: z.object({
      devices: z.array(
        z.object({
          deviceId: z.string(),
          /** Null when the robot was deleted. */
          sn: z.string().nullable(),
          nickname: z.string().nullable(),
          totals: statisticsTotals,
        }),
      ),
    }),
  },
});
