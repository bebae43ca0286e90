import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { command } from './device-commands.ts';
import { deviceModels } from './device-life.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { algoKey } from '../robot/setting-checks.ts';
import { settingKeys } from '../robot/settings.ts';

/** Sync state of the desired settings: docs/protocol/settings.md#states-of-a-section. */
export const syncStates = ['IN_SYNC', 'AWAITING_SYNC', 'SYNCING', 'SYNC_FAILED'] as const;
export type SyncState = (typeof syncStates)[number];

/**
 * Origin of a settings version: CLOUD a user of the console, DEVICE the robot's screen, GROUP another robot or a
 * profile, CONFLICT a resolved conflict, DEFAULTS a factory reset by a user of the console.
 */
export const settingOrigins = ['CLOUD', 'DEVICE', 'GROUP', 'CONFLICT', 'DEFAULTS'] as const;
export type SettingOrigin = (typeof settingOrigins)[number];

const values = z.record(z.string().max(64), z.unknown());

/** Desired values; the keys of all models are allowed here. */
const desiredValues = z.partialRecord(z.enum([...settingKeys, algoKey]), z.unknown());

const algoParameter = z.object({
  key: z.string(),
  type: z.string(),
  min: z.number().optional(),
  max: z.number().optional(),
  default: z.unknown().optional(),
  unit: z.string().optional(),
});

/** A robot's edit that was made on an outdated version. */
export const settingConflict = z.object({
  id: z.string(),
  /** The robot's copy. */
  values,
  /** The version the edit was based on. */
  baseVersion: z.number().int(),
  at: moment,
});
export type SettingConflict = z.infer<typeof settingConflict>;

export const deviceSettings = z.object({
  id: z.string(),
  model: z.enum(deviceModels),
  /** 0 while neither the console nor the robot has set anything. */
  version: z.number().int(),
  syncState: z.enum(syncStates),
  /** Why the robot did not apply it, when it failed. */
  code: z.string(),
  origin: z.enum(settingOrigins).nullable(),
  updatedAt: moment.nullable(),
  /** Empty when it was not a user of the console. */
  updatedBy: z.string(),
  /** Desired values of the console. */
  desired: values,
  /** Values reported by the robot; null when never reported. */
  reported: values.nullable(),
  reportedAt: moment.nullable(),
  /** The settings were edited at the robot and its copy has not arrived yet. */
  editedAtRobot: z.boolean(),
  catalogue: z.array(algoParameter),
  /** Rotation of the map on screens, in degrees; not sent to the robot. */
  rotation: z.number().int(),
  conflicts: z.array(settingConflict),
});
export type DeviceSettings = z.infer<typeof deviceSettings>;

export const settingChange = z.object({
  id: z.string(),
  version: z.number().int(),
  at: moment,
  by: z.string(),
  origin: z.enum(settingOrigins),
  /** When the robot applied it; null until then. */
  appliedAt: moment.nullable(),
  changes: z.array(z.object({ key: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type SettingChange = z.infer<typeof settingChange>;

const { deviceList, deviceSettings: allow } = permissions;
const version = z.number().int();

export const deviceSettingCalls = calls('deviceSettings', {
  detail: {
    method: 'POST',
    path: 'service/deviceSetting/detail',
    allow: deviceList,
    reads: true,
    input: byId,
    output: deviceSettings,
  },
  /** Takes only the changed keys. Algorithm parameters are in `algo`; null restores the robot's default. */
  update: {
    method: 'POST',
    path: 'service/deviceSetting/update',
    allow,
    input: z.strictObject({
      id: z.uuid(),
      version,
      values: desiredValues.default({}),
      rotation: z.number().int().min(-180).max(180).optional(),
    }),
    output: deviceSettings,
  },
  /** Commands the robot to restore its settings as delivered; the robot then reports them. */
  restoreDefaults: {
    method: 'POST',
    path: 'service/deviceSetting/restoreDefaults',
    allow,
    input: byId,
    output: command,
  },
  /** Sends the settings again after the robot failed to apply them. */
  retry: {
    method: 'POST',
    path: 'service/deviceSetting/retry',
    allow,
    input: byId,
    output: deviceSettings,
  },
  /** Resolves a conflict with the console's settings, or with the robot's copy as the next version. */
  settle: {
    method: 'POST',
    path: 'service/deviceSetting/settle',
    allow,
    input: z.strictObject({ id: z.uuid(), conflictId: z.uuid(), version, keep: z.enum(['CLOUD', 'DEVICE']) }),
    output: deviceSettings,
  },
  /** Changes of the settings, the newest first. */
  changes: {
    method: 'POST',
    path: 'service/deviceSetting/change/queryWithPage',
    allow: deviceList,
    reads: true,
    input: listInput({ id: z.uuid(), key: z.string().max(64).optional() }),
    output: listOf(settingChange),
  },
});
