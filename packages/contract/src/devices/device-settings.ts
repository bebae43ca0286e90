import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { command } from './device-commands.ts';
import { deviceModels } from './device-life.ts';
import type { Lang } from '../grammar/errors.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { algoKey, type SettingFault } from '../robot/setting-checks.ts';
import { settingKeys } from '../robot/settings.ts';

/** How far the robot is with what the console wishes (protocol 2.1.4). */
export const syncStates = ['IN_SYNC', 'AWAITING_SYNC', 'SYNCING', 'SYNC_FAILED'] as const;
export type SyncState = (typeof syncStates)[number];

/**
 * Where a version of the settings came from: a person here, the robot's own screen, another robot or profile, the settling of a
 * conflict, or a person here who had the robot go back to its settings as delivered.
 */
export const settingOrigins = ['CLOUD', 'DEVICE', 'GROUP', 'CONFLICT', 'DEFAULTS'] as const;
export type SettingOrigin = (typeof settingOrigins)[number];

const values = z.record(z.string().max(64), z.unknown());

/** What a caller wishes: keys of the table, of whichever model. */
const wishes = z.partialRecord(z.enum([...settingKeys, algoKey]), z.unknown());

const algoParameter = z.object({
  key: z.string(),
  type: z.string(),
  min: z.number().optional(),
  max: z.number().optional(),
  default: z.unknown().optional(),
  unit: z.string().optional(),
});

/** What the robot had when the console had something else already. */
export const settingConflict = z.object({
  id: z.string(),
  /** The robot's copy. */
  values,
  /** The version it was made on. */
  baseVersion: z.number().int(),
  at: moment,
});
export type SettingConflict = z.infer<typeof settingConflict>;

export const deviceSettings = z.object({
  id: z.string(),
  model: z.enum(deviceModels),
  /** 0 while neither the console nor the robot has said anything. */
  version: z.number().int(),
  syncState: z.enum(syncStates),
  /** Why the robot did not take it over, when it failed. */
  code: z.string(),
  origin: z.enum(settingOrigins).nullable(),
  updatedAt: moment.nullable(),
  /** Empty where it was not a person here. */
  updatedBy: z.string(),
  /** What the console wishes. */
  desired: values,
  /** What the robot has; null while it never said. */
  reported: values.nullable(),
  reportedAt: moment.nullable(),
  /** It was edited at the robot, and its copy is on the way here. */
  editedAtRobot: z.boolean(),
  catalogue: z.array(algoParameter),
  /** How the map is turned on screens, degrees; the robot has nothing to do with it. */
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
  /** When the robot had it; null while it waits. */
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
  /** The changed keys alone. Parameters of algorithms stand in `algo`, where null gives one back to the robot's default. */
  update: {
    method: 'POST',
    path: 'service/deviceSetting/update',
    allow,
    input: z.strictObject({
      id: z.uuid(),
      version,
      values: wishes.default({}),
      rotation: z.number().int().min(-180).max(180).optional(),
    }),
    output: deviceSettings,
  },
  /** Tells the robot to go back to its settings as delivered; it then says which those are. */
  restoreDefaults: {
    method: 'POST',
    path: 'service/deviceSetting/restoreDefaults',
    allow,
    input: byId,
    output: command,
  },
  /** Sends again what the robot could not take over. */
  retry: {
    method: 'POST',
    path: 'service/deviceSetting/retry',
    allow,
    input: byId,
    output: deviceSettings,
  },
  /** Ends a conflict: with the console's settings, or with the robot's copy, which then becomes the next version. */
  settle: {
    method: 'POST',
    path: 'service/deviceSetting/settle',
    allow,
    input: z.strictObject({ id: z.uuid(), conflictId: z.uuid(), version, keep: z.enum(['CLOUD', 'DEVICE']) }),
    output: deviceSettings,
  },
  /** Who changed what and when, the newest first. */
  changes: {
    method: 'POST',
    path: 'service/deviceSetting/change/queryWithPage',
    allow: deviceList,
    reads: true,
    input: listInput({ id: z.uuid(), key: z.string().max(64).optional() }),
    output: listOf(settingChange),
  },
});

/** What is said at a field whose value cannot be. */
export const settingFaultTexts: Record<SettingFault, Record<Lang, string>> = {
  KEY: {
    en: 'Please enter the correct key value',
    'zh-cn': '请输入正确的键值',
    'zh-cw': '請輸入正確的鍵值',
    ja: '正しいキーと値を入力してください',
    ko: '올바른 키 값을 입력하세요',
    ge: 'Geben Sie einen gültigen Schlüssel mit Wert ein',
  },
  RANGE: {
    en: 'Outside the allowed range',
    'zh-cn': '超出允许范围',
    'zh-cw': '超出允許範圍',
    ja: '許容範囲外です',
    ko: '허용 범위를 벗어났습니다',
    ge: 'Außerhalb des zulässigen Bereichs',
  },
  VALUE: {
    en: 'Not a valid value',
    'zh-cn': '值无效',
    'zh-cw': '值無效',
    ja: '無効な値です',
    ko: '잘못된 값입니다',
    ge: 'Kein gültiger Wert',
  },
};
