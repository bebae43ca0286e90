import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { keyword } from '../grammar/list.ts';

export const reportResults = ['SUCCESS', 'PARTIAL', 'FAILED'] as const;

/**
 * Why a report cannot be as it says. Such a report is kept and shown with the reason, and left out of every total and average:
 * more cleaned than planned, a number below zero, an end before its start, a clock that was never set or runs ahead by a day.
 */
export const reportFlags = ['CLEANED_OVER_PLANNED', 'NEGATIVE', 'ENDS_BEFORE_START', 'CLOCK'] as const;
export type ReportFlag = (typeof reportFlags)[number];

/** What narrows a list of reports, its figures, and the files made of it. */
export const reportFilters = {
  keyword,
  deviceId: z.uuid().optional(),
  taskId: z.uuid().optional(),
  mapId: z.uuid().optional(),
  /** An area of a map, as the run was given it. */
  zoneId: z.string().min(1).max(64).optional(),
  siteId: z.uuid().optional(),
  companyId: z.uuid().optional(),
  result: z.array(z.enum(reportResults)).optional(),
  cleaningMode: z.array(z.string().min(1).max(40)).max(20).optional(),
  /** Only those that cannot be as they say, or only the others. */
  flagged: z.boolean().optional(),
  from: moment.optional(),
  to: moment.optional(),
};

/** A span of time that a file covers: the specification's month. */
export const reportPeriod = { ...reportFilters, from: moment, to: moment };

/** 31 days and an hour, for the night the clocks change. */
export const maxExportMs = (31 * 24 + 1) * 3_600_000;
