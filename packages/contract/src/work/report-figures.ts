import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';
import { reportFilters, reportResults } from './report-filters.ts';

/** Sums over the reports of a period. A report without a value is skipped; a sum without values is null. */
export const reportFigures = z.object({
  /** All reports; the implausible ones are in no sum, and `leftOut` counts them. */
  reports: z.number().int(),
  leftOut: z.number().int(),
  succeeded: z.number().int(),
  cleanedM2: z.number().nullable(),
  /** 0–1, total cleaned over total planned area, so that large areas weigh more. */
  coverage: z.number().nullable(),
  cleaningSeconds: z.number().nullable(),
  m2PerHour: z.number().nullable(),
  waterL: z.number().nullable(),
  energyWh: z.number().nullable(),
  distanceM: z.number().nullable(),
});
export type ReportFigures = z.infer<typeof reportFigures>;

export const figureUnits = ['DAY', 'WEEK', 'MONTH'] as const;

const earlier = z.object({
  id: z.string(),
  startedAt: moment,
  result: z.enum(reportResults),
  flagged: z.boolean(),
  cleanedM2: z.number().nullable(),
  coverage: z.number().nullable(),
  cleaningSeconds: z.number().nullable(),
  m2PerHour: z.number().nullable(),
  waterL: z.number().nullable(),
  energyWh: z.number().nullable(),
  /** Its coverage picture, if the robot sent one on the same map. */
  coverageFile: z.string().nullable(),
});
export type EarlierReport = z.infer<typeof earlier>;

export const reportFigureCalls = calls('taskReports', {
  /** Figures of a period and of the equally long period before, the same as those of the overview. The default is the last 30 days. */
  summary: {
    method: 'POST',
    path: 'service/task/report/summary',
    allow: permissions.reportList,
    reads: true,
    input: z.strictObject(reportFilters),
    output: z.object({
      /** The first and the last day of the period at any site, and the first one of the period before. */
      from: z.iso.date(),
      to: z.iso.date(),
      beforeFrom: z.iso.date(),
      /** The time zones of its sites: the days are those of each site. */
      zones: z.array(z.string()),
      now: reportFigures,
      before: reportFigures,
      unit: z.enum(figureUnits),
      /** Every step of the period, also empty ones; `beforeM2` is the same step of the period before. */
      steps: z.array(
        z.object({ day: z.string(), cleanedM2: z.number(), beforeM2: z.number(), reports: z.number().int() }),
      ),
    }),
  },
  /** The runs of the same task before this one, the newest first, at most ten. */
  earlier: {
    method: 'POST',
    path: 'service/task/report/earlier',
    allow: permissions.reportList,
    reads: true,
    input: byId,
    output: z.object({ list: z.array(earlier) }),
  },
});

/**
 * Colours for one pass, two passes, and three or more, on screen and in documents: the end of viridis that is readable on
 * light and dark floors. Distinguishable with red-green blindness.
 */
export const passColours = ['#35B779', '#A0DA39', '#FDE725'] as const;
