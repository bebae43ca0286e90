import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';

/** The longest stretch that is told at once; samples are kept for ninety days. */
export const maxHistoryDays = 31;
/** About so many samples are answered, however long the stretch. */
export const maxHistorySamples = 720;

const span = z.object({
  from: moment,
  /** Null: until now. */
  to: moment.nullable(),
  value: z.string(),
});
export type HistorySpan = z.infer<typeof span>;

const sample = z.object({
  at: moment,
  /** Percent. */
  soc: z.number().nullable(),
  mapId: z.string().nullable(),
  /** Metres on that map. */
  x: z.number().nullable(),
  y: z.number().nullable(),
});
export type HistorySample = z.infer<typeof sample>;

/** What a device was like at other times. Where it was away there are no samples, and none are made up. */
export const deviceHistoryCalls = calls('deviceHistory', {
  during: {
    method: 'POST',
    path: 'service/device/history',
    allow: permissions.deviceList,
    reads: true,
    input: z.strictObject({
      id: z.uuid(),
      to: moment,
      /** So long before it. */
      hours: z
        .number()
        .int()
        .min(1)
        .max(maxHistoryDays * 24),
    }),
    output: z.object({
      /** Seconds between samples. */
      stepS: z.number().int(),
      samples: z.array(sample),
      /** What it was doing, and whether it was there. The first may have begun before. */
      modes: z.array(span),
      connection: z.array(span),
      /** There were more changes than are told. */
      more: z.boolean(),
    }),
  },
});
