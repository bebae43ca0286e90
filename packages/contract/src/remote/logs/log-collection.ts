import { z } from 'zod';
import { calls, moment } from '../../grammar/call.ts';
import { permissions } from '../../grammar/permissions.ts';

/** Logs around an alarm begin and end this long before and after it. */
export const alarmLogMinutes = 10;

/** Whether the robots of a company send the logs around their alarms by themselves. */
const logCollection = z.object({
  companyId: z.string(),
  companyName: z.string(),
  /** Alarms from this effective level on; null for none. */
  minLevel: z.number().int().nullable(),
  /** Of one robot in 24 hours. What is beyond it is not fetched. */
  dailyMegabytes: z.number().int(),
  /** 0 before the first save. */
  version: z.number().int(),
  updatedAt: moment.nullable(),
  updatedBy: z.string(),
  /** Of the last 24 hours. */
  used: z.object({ logs: z.number().int(), bytes: z.number(), robotsAtBudget: z.number().int() }),
});
export type LogCollection = z.infer<typeof logCollection>;

const { deviceLogs, deviceLogPull } = permissions;
/** The caller's own company without it. */
const companyId = z.uuid().optional();

export const logCollectionCalls = calls('logCollections', {
  detail: {
    method: 'POST',
    path: 'service/deviceLog/collection/detail',
    allow: deviceLogs,
    reads: true,
    input: z.strictObject({ companyId }),
    output: logCollection,
  },
  update: {
    method: 'POST',
    path: 'service/deviceLog/collection/update',
    allow: deviceLogPull,
    input: z.strictObject({
      companyId,
      minLevel: z.number().int().min(1).max(5).nullable(),
      dailyMegabytes: z.number().int().min(1).max(10_000),
      version: z.number().int().min(0),
    }),
    output: logCollection,
  },
});
