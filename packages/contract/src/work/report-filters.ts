import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { keyword } from '../grammar/list.ts';
import { currentPeriod } from '../grammar/site-period.ts';

export const reportResults = ['SUCCESS', 'PARTIAL', 'FAILED'] as const;

/**
 * Why a report is implausible: more cleaned than planned, a negative number, an end before the start, or a clock that was
 * never set or is a day ahead. Such a report is shown with the reason and left out of every total and average.
 */
export const reportFlags = ['CLEANED_OVER_PLANNED', 'NEGATIVE', 'ENDS_BEFORE_START', 'CLOCK'] as const;
export type ReportFlag = (typeof reportFlags)[number];

const day = z.iso.date();
/**
 * An end of a period: a day, which is that of each site as in the sums, or a moment. `current` is for days: the period ends on the
 * current day of each site.
 */
const periodEnd = z.union([day, moment]);
const isDay = (end: string | undefined): boolean => end === undefined || day.safeParse(end).success;

/** A period of days, and not of moments. */
export const isPeriodOfDays = ({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): boolean => isDay(from) && isDay(to);

/** Filters of the report list, its figures and its files. */
export const reportFilters = {
  keyword,
  deviceId: z.uuid().optional(),
  taskId: z.uuid().optional(),
  mapId: z.uuid().optional(),
  /** An area of the run, as named in its order. */
  zoneId: z.string().min(1).max(64).optional(),
  siteId: z.uuid().optional(),
  companyId: z.uuid().optional(),
  result: z.array(z.enum(reportResults)).optional(),
  cleaningMode: z.array(z.string().min(1).max(40)).max(20).optional(),
  /** True: only implausible reports. False: only plausible ones. */
  flagged: z.boolean().optional(),
  from: periodEnd.optional(),
  to: periodEnd.optional(),
  current: currentPeriod,
};

/** Filters of a file; its period is limited to one month. */
export const reportPeriod = { ...reportFilters, from: periodEnd, to: periodEnd };

/** 31 days and an hour, for the end of daylight saving time. */
export const maxExportMs = (31 * 24 + 1) * 3_600_000;
