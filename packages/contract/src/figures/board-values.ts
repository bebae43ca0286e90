import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { statisticsTotals } from './statistics.ts';

const count = z.number().int();

/**
 * Planned starts of a period by their outcome. `rate` is done ÷ (done + partial + failed + missed), null while no start is decided.
 * Starts on skipped days are in none of them.
 */
export const startTotals = z.object({
  due: count,
  done: count,
  partial: count,
  failed: count,
  missed: count,
  /** Not decided yet: due now, or its run goes on. */
  open: count,
  rate: z.number().nullable(),
});
export type StartTotals = z.infer<typeof startTotals>;

/**
 * Seconds of activated robots. `rate` is online ÷ bound, null without bound seconds. Sleep is neither online nor offline: it is part of
 * the bound seconds only.
 */
export const onlineTotals = z.object({
  onlineS: z.number(),
  sleepS: z.number(),
  boundS: z.number(),
  /** 0–1. */
  rate: z.number().nullable(),
});
export type OnlineTotals = z.infer<typeof onlineTotals>;

/** Median and 10–90 % band over robots, in percent of a full battery; null without a sample. */
export const batteryBand = z.object({ low: z.number(), median: z.number(), high: z.number() }).nullable();

/** All figures of one company, site or robot. */
export const boardFigures = z.object({
  totals: statisticsTotals,
  starts: startTotals,
  online: onlineTotals,
  alarms: count,
  assists: count,
});
export type BoardFigures = z.infer<typeof boardFigures>;

/** A child company, a site, or `own`: what the parent has beside its children. `name` is null for what has no site. */
export const boardPart = z.object({
  key: z.string(),
  kind: z.enum(['COMPANY', 'SITE', 'OWN']),
  name: z.string().nullable(),
  /** 0 provider, 1 terminal, 2 agent; null for a site and for `own`. */
  companyType: z.union([z.literal(0), z.literal(1), z.literal(2)]).nullable(),
  /** Counted robots now. */
  robots: count,
  figures: boardFigures,
  before: boardFigures,
});
export type BoardPart = z.infer<typeof boardPart>;

/** Sortable figures of the robots of the data board. */
export const boardDeviceSorts = [
  'nickname',
  'reports',
  'cleanedM2',
  'coverage',
  'workedS',
  'm2PerHour',
  'energyWh',
  'starts',
  'online',
  'alarms',
  'assists',
  'lastReportAt',
] as const;

export const boardDevice = z.object({
  id: z.string(),
  sn: z.string(),
  nickname: z.string(),
  model: z.string(),
  companyName: z.string(),
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  group: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Null before the first report. */
  lastReportAt: moment.nullable(),
  /** Whole days since its last report, or since its activation. */
  idleDays: count.nullable(),
  figures: boardFigures,
});
export type BoardDevice = z.infer<typeof boardDevice>;

/** The share of one site or robot in the change of a figure. The differences add up to `value − before` of the answer. */
export const figureChange = z.object({
  key: z.string(),
  name: z.string().nullable(),
  value: z.number().nullable(),
  before: z.number().nullable(),
  difference: z.number(),
});
export type FigureChange = z.infer<typeof figureChange>;
