import { lookup } from '../grammar/lookup.ts';

/** Why a command, job, order or run did not succeed: docs/protocol/codes.md#result-codes. */
export const replyCodes = [
  'OFFLINE',
  'TIMED_OUT',
  'UNSUPPORTED',
  'BAD_PARAMS',
  'MODE_FORBIDS',
  'BUSY',
  'BUSY_REPLENISHING',
  'CONTROL_TAKEN',
  'CONTROL_PASSWORD',
  'STALE_SEQUENCE',
  'INTERRUPTED',
  'RUN_ACTIVE',
  'RELOCATING',
  'MAP_IN_USE',
  'MAP_DIFFERS',
  'RELOCATION_LOW_SCORE',
  'WAKE_FAILED',
  'LINK_TOO_SLOW',
  'FROZEN',
  'NO_SPACE',
  'NO_FILES',
  'EMPTY_PATH',
  'FORBIDDEN_PATH',
  'DOWNLOAD',
  'HASH',
  'AUDIO_FORMAT',
  'SIGNATURE',
  'UNPACK',
  'INSTALL',
  'ROLLED_BACK',
  'CANCELED',
  'EXPIRED',
  'PAUSED_TOO_LONG',
  'MOBILE_DATA',
  'NO_PROGRESS',
  'UPLOAD',
  'ORDER_NOT_ACKNOWLEDGED',
  'ORDER_REJECTED',
  'ROBOT_LOST_ORDER',
  'OPERATOR_MOVED',
  'HMI_STOP',
  'USER_CANCELED',
  'PAUSE_TIMEOUT',
  'SCHEDULE_MISSED',
  'ZONE_SKIPPED',
  'LIFT_TIMEOUT',
  'LIFT_DENIED',
  'RELOCALISE',
  'VIDEO_OFF',
  'STREAM',
] as const;
export type ReplyCode = (typeof replyCodes)[number];

/** What an alarm can forbid a robot to begin: docs/protocol/codes.md#alarm-codes. */
export const forbiddenWork = ['CLEANING', 'DRIVING'] as const;
export type ForbiddenWork = (typeof forbiddenWork)[number];

interface AlarmCodeEntry {
  level: 1 | 2 | 3 | 4 | 5;
  type: string;
  text: string;
  forbids: readonly ForbiddenWork[];
}
const nothing = [] as const;
const cleaning = ['CLEANING'] as const;
const both = ['CLEANING', 'DRIVING'] as const;
const alarm = (
  level: AlarmCodeEntry['level'],
  type: string,
  text: string,
  forbids: AlarmCodeEntry['forbids'] = nothing,
): AlarmCodeEntry => ({ level, type, text, forbids });

/**
 * Alarm codes with default level, name, English text and what they forbid while they are open; the server raises 8xxxx:
 * docs/protocol/codes.md#alarm-codes.
 */
export const alarmCodes = {
  '10101': alarm(3, 'WHEEL_SLIP', 'Wheel slips'),
  '10102': alarm(3, 'BUMPER', 'Bumper pressed'),
  '10103': alarm(4, 'CLIFF', 'Drop detected', both),
  '10104': alarm(4, 'EMERGENCY_STOP', 'Emergency stop pressed', both),
  '10105': alarm(4, 'LIFTED', 'Robot lifted', both),
  '10110': alarm(4, 'STUCK', 'Robot is stuck', both),
  '20101': alarm(3, 'CLEAN_WATER_EMPTY', 'Clean water is empty'),
  '20102': alarm(3, 'DIRTY_WATER_FULL', 'Dirty water tank is full'),
  '20103': alarm(2, 'CLEAN_WATER_LOW', 'Clean water is low'),
  '20104': alarm(3, 'TANK_REMOVED', 'Tank removed', cleaning),
  '20110': alarm(4, 'BRUSH_JAM', 'Brush is jammed', cleaning),
  '20111': alarm(4, 'PUMP', 'Pump failure', cleaning),
  '20112': alarm(3, 'SQUEEGEE', 'Squeegee failure'),
  '20201': alarm(3, 'DUST_BAG_FULL', 'Dust bag is full'),
  '20301': alarm(2, 'CONSUMABLE_LOW', 'Consumable is low'),
  '20302': alarm(3, 'CONSUMABLE_EXHAUSTED', 'Consumable is exhausted'),
  '30101': alarm(2, 'BATTERY_LOW', 'Battery is low'),
  '30102': alarm(4, 'BATTERY_CRITICAL', 'Battery is critically low', cleaning),
  '30103': alarm(3, 'CHARGE_FAILED', 'Charging failed'),
  '30104': alarm(4, 'OVER_TEMPERATURE', 'Temperature too high', both),
  '40101': alarm(5, 'LOCALIZATION_LOST', 'Localisation lost', both),
  '40102': alarm(2, 'LOCALIZATION_WEAK', 'Localisation is weak'),
  '40201': alarm(3, 'NO_ROUTE', 'No route to the target'),
  '40202': alarm(3, 'BLOCKED', 'Way is blocked'),
  '40210': alarm(4, 'DOCKING_FAILED', 'Docking failed', both),
  '40301': alarm(3, 'MAP_MISSING', 'Map is missing'),
  '50101': alarm(1, 'NETWORK_WEAK', 'Network is weak'),
  '50102': alarm(2, 'MOBILE_DATA_LIMIT', 'Mobile data limit reached'),
  '50201': alarm(3, 'CAMERA', 'Camera failure'),
  '60101': alarm(3, 'LIFT_NO_ANSWER', 'Elevator does not answer'),
  '60102': alarm(5, 'LIFT_STUCK', 'Robot is stuck in the elevator', both),
  '60103': alarm(4, 'LIFT_CANNOT_LEAVE', 'Robot cannot leave the elevator', both),
  '60201': alarm(3, 'DOOR', 'Door failure'),
  '70101': alarm(3, 'UPDATE_FAILED', 'Update failed'),
  '70102': alarm(3, 'ROLLED_BACK', 'Update rolled back'),
  '70103': alarm(5, 'BAD_SIGNATURE', 'Package signature is wrong'),
  '70201': alarm(2, 'DISK_LOW', 'Disk space is low'),
  '80001': alarm(3, 'OFFLINE_IN_RUN', 'Offline during a run'),
  '80003': alarm(3, 'NO_PROGRESS', 'No progress'),
  '80005': alarm(2, 'CLOCK_WRONG', 'Clock is wrong'),
  '80010': alarm(4, 'IDENTITY_MISMATCH', 'Message names another device'),
  '80011': alarm(3, 'FLOOD', 'Too many messages'),
  '80012': alarm(3, 'QUARANTINE', 'Quarantined for bad messages'),
  '80013': alarm(5, 'CREDENTIAL_SHARED', 'Credential is used twice'),
  '80014': alarm(3, 'UPDATE_FELL_BACK', 'Fell back to the old software'),
  '90000': alarm(3, 'FOREIGN', 'Vehicle error'),
} as const satisfies Record<string, AlarmCodeEntry>;
export type AlarmCode = keyof typeof alarmCodes;

/** Alarm level of an error of a third-party vehicle: docs/protocol/alarms.md#errors-of-vda-vehicles. */
export const vdaErrorLevels: Record<string, number> = { WARNING: 2, URGENT: 3, CRITICAL: 4, FATAL: 5 };

/** An error of a vehicle of another maker. Its settings are told apart by the type of the error. */
export const foreignCode = '90000' satisfies AlarmCode;

/**
 * What an open alarm forbids. VDA 5050 lets a vehicle accept a new order with every error but a FATAL one. A code that the table
 * does not have stops the robot from level 4: docs/protocol/alarms.md#levels.
 */
export function forbiddenBy(code: string, level: number): readonly ForbiddenWork[] {
  if (code === foreignCode) return level >= 5 ? both : nothing;
  return lookup(alarmCodes, code)?.forbids ?? (level >= 4 ? both : nothing);
}

/** Why a message of a robot was refused; each reason has a counter: docs/protocol/codes.md#refused-messages. */
export const rejectReasons = [
  'TOPIC_SHAPE',
  'UNSUPPORTED_MAJOR',
  'UNKNOWN_DEVICE',
  'REVOKED',
  'TOO_LARGE',
  'NOT_UTF8',
  'NOT_JSON',
  'NOT_OBJECT',
  'TOO_DEEP',
  'DUPLICATE_KEYS',
  'IDENTITY_MISMATCH',
  'SCHEMA',
  'DECLARATION',
  'LATE',
  'RATE',
  'QUARANTINED',
  'FOREIGN_TOPIC',
  'FOREIGN_ID',
  'UNKNOWN_ID',
  'FILE',
  'INTERNAL',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** Why a robot left floor uncleaned, if it knows. */
export const missedReasons = [
  'OBSTACLE',
  'NO_WAY',
  'NO_GO',
  'NO_TIME',
  'BATTERY_LOW',
  'STOPPED',
  'FAULT',
] as const;
export type MissedReason = (typeof missedReasons)[number];
