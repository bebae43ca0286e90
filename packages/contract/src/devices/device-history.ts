import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';

/** Longest period of one call; samples are kept for 90 days. */
export const maxHistoryDays = 31;
/** Approximate number of samples in an answer, independent of the period. */
export const maxHistorySamples = 720;

export const historySpan = z.object({
  from: moment,
  /** Null: until now. */
  to: moment.nullable(),
  value: z.string(),
});
export type HistorySpan = z.infer<typeof historySpan>;

export const historySample = z.object({
  at: moment,
  /** Percent. */
  soc: z.number().nullable(),
  mapId: z.string().nullable(),
  /** Metres on that map. */
  x: z.number().nullable(),
  y: z.number().nullable(),
});
export type HistorySample = z.infer<typeof historySample>;

/** Past states of a device. Offline periods have no samples; they are not interpolated. */
export const deviceHistoryCalls = calls('deviceHistory', {
  during: {
    method: 'POST',
    path: 'service/device/history',
    allow: permissions.deviceList,
    reads: true,
    input: z.strictObject({
      id: z.uuid(),
      to: moment,
      /** Length of the period before `to`. */
      hours: z
        .number()
        .int()
        .min(1)
        .max(maxHistoryDays * 24),
    }),
    output: z.object({
      /** Seconds between samples. */
      stepS: z.number().int(),
      samples: z.array(historySample),
      /** Changes of mode and connection. The first span may have started before the period. */
      modes: z.array(historySpan),
      connection: z.array(historySpan),
      /** Some changes were left out because there were too many. */
      more: z.boolean(),
    }),
  },
});
