import { z } from 'zod';
import { calls } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';

/** Days of a calendar, `2030-01-31`: of each site's own, as its reports are counted. */
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
 * The figures of some reports, added up. A figure nobody measured is null, and `known` says of how many reports each was made, so
 * that a page can say what is left out.
 */
export const statisticsTotals = z.object({
  reports: z.number().int(),
  succeeded: z.number().int(),
  partial: z.number().int(),
  failed: z.number().int(),
  /** Reports whose figures cannot be true; they are in none of the sums. */
  leftOut: z.number().int(),
  cleanedM2: z.number().nullable(),
  /** 0–1: cleaned over planned of the reports that said both. */
  coverage: z.number().nullable(),
  workedS: z.number().nullable(),
  /** Cleaned area over cleaning time of the reports that said both. */
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

const filter = {
  from: day,
  to: day,
  companyId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  deviceId: z.uuid().optional(),
  mode: z.string().max(40).optional(),
};
export type StatisticsFilter = z.infer<z.ZodObject<typeof filter>>;

/** One part of a whole: a site, a robot, a mode. `name` is null where it has been deleted since, or belongs to none. */
const part = z.object({ key: z.string(), name: z.string().nullable(), totals: statisticsTotals });
export type StatisticsPart = z.infer<typeof part>;

const allow = [permissions.statistics, permissions.home] as const;
const index = 'service/index';

/** The published addresses of the home page's figures. What they take and answer is ours. */
export const statisticsCalls = calls('statistics', {
  /** The figures of a period and of the one as long before it. */
  index: {
    method: 'GET',
    path: `${index}/getIndex`,
    allow,
    input: z.strictObject(filter),
    output: z.object({
      from: day,
      to: day,
      totals: statisticsTotals,
      before: z.object({ from: day, to: day, totals: statisticsTotals }),
    }),
  },
  /** The same along time; steps without a report are left out. */
  chart: {
    method: 'GET',
    path: `${index}/getChart`,
    allow,
    input: z.strictObject({
      ...filter,
      step: z.enum(statisticsSteps).default('day'),
      /** First day of a week: 0 Sunday, 1 Monday, 6 Saturday. */
      weekStart: z.number().int().min(0).max(6).default(1),
    }),
    output: z.object({ points: z.array(z.object({ day, totals: statisticsTotals })) }),
  },
  /** Split by where, who or how, the most cleaned first. */
  split: {
    method: 'GET',
    path: `${index}/getStatistics`,
    allow,
    input: z.strictObject({ ...filter, by: z.enum(statisticsSplits) }),
    output: z.object({ parts: z.array(part) }),
  },
  /** How many robots there are, how many are online, how many worked. */
  devices: {
    method: 'GET',
    path: `${index}/device/statistics`,
    allow,
    input: z.strictObject(filter),
    output: z.object({
      total: z.number().int(),
      online: z.number().int(),
      worked: z.number().int(),
      models: z.array(z.object({ model: z.string(), total: z.number().int(), online: z.number().int() })),
    }),
  },
  /** Where the robots are, and what they did there. */
  regions: {
    method: 'GET',
    path: `${index}/getMapRegion`,
    allow,
    input: z.strictObject(filter),
    output: z.object({
      sites: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          address: z.string(),
          companyName: z.string(),
          devices: z.number().int(),
          online: z.number().int(),
          totals: statisticsTotals,
        }),
      ),
    }),
  },
  /** When in the week the work is done: by weekday (0 Sunday) over the period. */
  times: {
    method: 'GET',
    path: `${index}/task/statistics/time`,
    allow,
    input: z.strictObject(filter),
    output: z.object({
      weekdays: z.array(z.object({ weekday: z.number().int(), totals: statisticsTotals })),
    }),
  },
  /** What was done: by cleaning mode. */
  details: {
    method: 'GET',
    path: `${index}/task/statistics/detail`,
    allow,
    input: z.strictObject(filter),
    output: z.object({ modes: z.array(part) }),
  },
  /** The robots with the most, or the least, of one figure. */
  ranking: {
    method: 'POST',
    path: `${index}/task/statistics/sn2`,
    allow,
    reads: true,
    input: z.strictObject({
      ...filter,
      figure: z.enum(statisticsFigures).default('cleanedM2'),
      top: z.union([z.literal(5), z.literal(10)]).default(5),
      least: z.boolean().default(false),
    }),
    output: z.object({
      devices: z.array(
        z.object({
          deviceId: z.string(),
          /** Null when the robot has been deleted since. */
          sn: z.string().nullable(),
          nickname: z.string().nullable(),
          totals: statisticsTotals,
        }),
      ),
    }),
  },
});
