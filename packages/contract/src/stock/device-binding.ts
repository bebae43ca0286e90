import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { serialNumber } from '../devices/device-life.ts';
import { device } from '../devices/devices.ts';
import { permissions } from '../grammar/permissions.ts';

/** What goes when a device is unbound, and what stays. */
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

/** What was cleared, kept for good. */
export const unbinding = z.object({
  id: z.string(),
  sn: z.string(),
  at: moment,
  by: z.string(),
  /** Done without the robot's word, because a person said so. */
  withoutRobot: z.boolean(),
  cleared: z.array(cleared),
  kept: z.array(cleared),
  /** What the robot says it wiped; null when it was not asked or has no word for it. */
  robotCleared: z.record(z.string(), z.unknown()).nullable(),
});
export type Unbinding = z.infer<typeof unbinding>;

const { deviceFreeze, deviceUnbind, deviceChangeSn } = permissions;
const reason = z.string().trim().min(1).max(200);

/** Freezing, unbinding and another serial number (protocol 2.23). The server acts at once, the robot when it is reached. */
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
  /** What unbinding would clear, asked before. */
  unbindPreview: {
    method: 'POST',
    path: 'service/device/unbind/preview',
    allow: deviceUnbind,
    reads: true,
    input: byId,
    output: z.object({
      /** The robot is reached and wipes itself; else a person must say that it goes without. */
      reachable: z.boolean(),
      /** What it is doing; it is ended first. */
      run: z.object({ id: z.string(), name: z.string() }).nullable(),
      cleared: z.array(cleared),
      kept: z.array(cleared),
    }),
  },
  unbind: {
    method: 'POST',
    path: 'service/device/unbind',
    allow: deviceUnbind,
    input: z.strictObject({ id: z.uuid(), withoutRobot: z.boolean().default(false) }),
    /** The receipt is there as soon as it is done; until then the device is UNBINDING. */
    output: z.object({ device, receipt: unbinding.nullable() }),
  },
  /** The old serial number is void for good; the device goes on under the new one once it is activated. */
  changeSn: {
    method: 'POST',
    path: 'service/device/changeSn',
    allow: deviceChangeSn,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), sn: serialNumber }),
    output: device,
  },
});
