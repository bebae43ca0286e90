import { z } from 'zod';
import { calls } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';

/** Days a score looks back. */
export const scoreDays = 30;
/** How much of what it was to clean a robot cleaned: 100 × cleaned ÷ planned of the runs that ended in these days. */
export const deviceScore = z.object({
  id: z.string(),
  /** 0–100; null where no run says both areas. */
  score: z.number().nullable(),
  cleanedM2: z.number(),
  plannedM2: z.number(),
  runs: z.number().int(),
});
export type DeviceScore = z.infer<typeof deviceScore>;

export const deviceScoreCalls = calls('devices', {
  /** The scores of the devices of a page; those of others are left out. */
  scores: {
    method: 'POST',
    path: 'service/device/score/queryList',
    allow: permissions.deviceList,
    reads: true,
    input: z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) }),
    output: z.object({ list: z.array(deviceScore) }),
  },
});
