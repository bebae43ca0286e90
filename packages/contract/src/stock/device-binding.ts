import { z } from 'zod';
import { run } from '../work/task-runs.ts';
import { byId, calls, moment } from '../grammar/call.ts';
import { serialNumber } from '../devices/device-life.ts';
import { device } from '../devices/devices.ts';
import { permissions } from '../grammar/permissions.ts';

/** Data that unbinding a device deletes; `keptThings` is the data that stays. */
export const clearedThings = [
  'LIVE',
  'DOCUMENTS',
  'SETTINGS',
  'TASKS',
  'GROUPS',
  'SHARES',
  'PASSWORDS',
  'JOURNAL',
  'UPLOADS',
  'SITE',
  'TAGS',
] as const;
export type ClearedThing = (typeof clearedThings)[number];
export const keptThings = ['REPORTS', 'RUNS', 'ALARMS', 'EVENTS', 'HISTORY', 'CUSTODY'] as const;

export const cleared = z.object({ what: z.enum([...clearedThings, ...keptThings]), count: z.number().int() });
export type Cleared = z.infer<typeof cleared>;

/** Receipt of an unbinding; never deleted. */
export const unbinding = z.object({
  id: z.string(),
  sn: z.string(),
  at: moment,
  by: z.string(),
  /** Done without a reply of the robot, on confirmation by a user. */
  withoutRobot: z.boolean(),
  cleared: z.array(cleared),
  kept: z.array(cleared),
  /** What the robot reported as deleted; null without such a report. */
  robotCleared: z.record(z.string(), z.unknown()).nullable(),
});
export type Unbinding = z.infer<typeof unbinding>;

const { deviceFreeze, deviceUnbind, deviceChangeSn } = permissions;
const reason = z.string().trim().min(1).max(200);

/**
 * Freezing, unbinding and a new serial number: docs/protocol/README.md#life-of-a-robot. The server applies them at once,
 * the robot when it is reachable.
 */
export const deviceBindingCalls = calls('deviceBinding', {
  freeze: {
    method: 'POST',
    path: 'service/device/freeze',
    allow: deviceFreeze,
    input: z.strictObject({ id: z.uuid(), reason }),
    output: device,
  },
  unfreeze: {
    method: 'POST',
    path: 'service/device/unfreeze',
    allow: deviceFreeze,
    input: byId,
    output: device,
  },
  /** Preview of what unbinding would delete. */
  unbindPreview: {
    method: 'POST',
    path: 'service/device/unbind/preview',
    allow: deviceUnbind,
    reads: true,
    input: byId,
    output: z.object({
      /** The robot is online and deletes its data itself; otherwise a user must confirm unbinding without it. */
      reachable: z.boolean(),
      /** The open run; it is stopped first. */
      run: run.pick({ id: true, name: true, kind: true, drivesTo: true }).nullable(),
      cleared: z.array(cleared),
      kept: z.array(cleared),
    }),
  },
  unbind: {
    method: 'POST',
    path: 'service/device/unbind',
    allow: deviceUnbind,
    input: z.strictObject({ id: z.uuid(), withoutRobot: z.boolean().default(false) }),
    /** The receipt is null until it is done; the device is UNBINDING until then. */
    output: z.object({ device, receipt: unbinding.nullable() }),
  },
  /** The old serial number becomes VOID; the device continues under the new one after activation. */
  changeSn: {
    method: 'POST',
    path: 'service/device/changeSn',
    allow: deviceChangeSn,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), sn: serialNumber }),
    output: device,
  },
});
