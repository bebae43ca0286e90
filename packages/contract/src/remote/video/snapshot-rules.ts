import { z } from 'zod';
import { calls, moment } from '../../grammar/call.ts';
import { permissions } from '../../grammar/permissions.ts';
import { videoReasons } from './device-video.ts';

/** Why a camera gave no snapshot of an alarm. */
export const snapshotFailures = [...videoReasons, 'CAMERAS_BUSY', 'NO_PICTURE'] as const;
export type SnapshotFailure = (typeof snapshotFailures)[number];

/** Which alarms of its robots bring a snapshot by themselves, as a company decided. */
const snapshotRule = z.object({
  companyName: z.string(),
  /** Alarms from this effective level on; null for none. */
  minLevel: z.number().int().nullable(),
  /** Interventions of any level as well. */
  ofAssists: z.boolean(),
  /** The report of the run in which the alarm was raised gets the picture too. */
  onReports: z.boolean(),
  /** The open work order of the robot for the code of the alarm gets the picture too. */
  onOrders: z.boolean(),
  /** 0 before the first save. */
  version: z.number().int(),
  updatedAt: moment.nullable(),
  updatedBy: z.string(),
  /** Of the last 24 hours. */
  used: z.object({ taken: z.number().int(), failed: z.number().int() }),
});
export type SnapshotRule = z.infer<typeof snapshotRule>;

const path = 'service/video/snapshot/rule';

/** The rule of the caller's own company: none decides about the cameras of another. */
export const snapshotRuleCalls = calls('snapshotRules', {
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: permissions.deviceSnapshot,
    reads: true,
    allowWhileImpersonating: false,
    input: z.strictObject({}),
    output: snapshotRule,
  },
  /** Needs the permission to take snapshots as well. */
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: permissions.alarmSettingChange,
    allowWhileImpersonating: false,
    input: z.strictObject({
      minLevel: z.number().int().min(1).max(5).nullable(),
      ofAssists: z.boolean(),
      onReports: z.boolean(),
      onOrders: z.boolean(),
      version: z.number().int().min(0),
    }),
    output: snapshotRule,
  },
});
