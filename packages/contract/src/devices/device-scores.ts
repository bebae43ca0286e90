import { z } from 'zod';
import { calls } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';

/** Period of a score, in days. */
export const scoreDays = 30;
/** Completion of a robot: 100 × cleaned ÷ planned area of the runs that ended in the period. */
export const deviceScore = z.object({
  id: z.string(),
  /** 0–100; null when no run has both areas. */
  score: z.number().nullable(),
  cleanedM2: z.number(),
  plannedM2: z.number(),
  runs: z.number().int(),
});
export type DeviceScore = z.infer<typeof deviceScore>;

export const deviceScoreCalls = calls('devices', {
  /** Scores of the given devices; devices the caller may not see are left out. */
  scores: {
    method: 'POST',
    path: 'service/device/score/queryList',
    allow: permissions.deviceList,
    reads: true,
    input: z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) }),
    output: z.object({ list: z.array(deviceScore) }),
  },
});
