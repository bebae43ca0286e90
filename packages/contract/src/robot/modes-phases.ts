import { isKeyOf } from '../grammar/lookup.ts';
import type { runStates } from '../work/task-values.ts';

/** Console modes of a device (2.3). */
export const deviceModes = [
  'INITIALIZING',
  'STANDBY',
  'AUTO_RUN',
  'SCHEDULED_CLEANING',
  'EDGE',
  'NAVIGATION',
  'AUTO_RECHARGE',
  'CHARGING',
  'REPLENISH',
  'MOP_WASHING',
  'PROMOTION',
  'MANUAL_RUN',
  'MANUAL_CLEANING',
  'MAPPING',
  'OTA_UPGRADE',
  'SLEEP',
  'ERROR',
] as const;
export type DeviceMode = (typeof deviceModes)[number];

export const operatingModes = [
  'STARTUP',
  'AUTOMATIC',
  'SEMIAUTOMATIC',
  'INTERVENED',
  'MANUAL',
  'SERVICE',
  'TEACH_IN',
] as const;
export type OperatingMode = (typeof operatingModes)[number];

interface ModeRule {
  /** Besides INITIALIZING (reboot) and ERROR, which every mode may become. */
  to: readonly DeviceMode[];
  pausable: boolean;
  /** What our robots report to VDA in this mode; MANUAL_RUN is INTERVENED while an order is held. */
  operatingMode: OperatingMode;
}
const working = [
  'AUTO_RUN',
  'SCHEDULED_CLEANING',
  'EDGE',
  'NAVIGATION',
  'AUTO_RECHARGE',
  'REPLENISH',
  'MOP_WASHING',
  'PROMOTION',
  'MANUAL_RUN',
  'MANUAL_CLEANING',
  'MAPPING',
] as const;
const service = ['AUTO_RECHARGE', 'REPLENISH', 'MOP_WASHING'] as const;
const cleaning = ['AUTO_RUN', 'SCHEDULED_CLEANING', 'EDGE'] as const;
const rule = (
  to: readonly DeviceMode[],
  pausable: boolean,
  operatingMode: OperatingMode = 'AUTOMATIC',
): ModeRule => ({ to, pausable, operatingMode });

/** Modes and where each may go (2.3). The robot decides; the server stores a move outside this table and counts it (D12). */
export const modes: Record<DeviceMode, ModeRule> = {
  INITIALIZING: rule(['STANDBY'], false, 'STARTUP'),
  STANDBY: rule([...working, 'CHARGING', 'OTA_UPGRADE', 'SLEEP'], false),
  AUTO_RUN: rule(['STANDBY', 'EDGE', 'MANUAL_RUN', ...service], true),
  SCHEDULED_CLEANING: rule(['STANDBY', 'EDGE', 'MANUAL_RUN', ...service], true),
  EDGE: rule(['AUTO_RUN', 'SCHEDULED_CLEANING', 'STANDBY', 'MANUAL_RUN', ...service], true),
  NAVIGATION: rule(['STANDBY', 'AUTO_RECHARGE', 'MANUAL_RUN'], true),
  AUTO_RECHARGE: rule(['CHARGING', 'STANDBY'], true),
  CHARGING: rule(['STANDBY', ...cleaning, 'NAVIGATION', 'PROMOTION', 'OTA_UPGRADE', 'SLEEP'], false),
  REPLENISH: rule([...cleaning, 'CHARGING', 'STANDBY', 'MOP_WASHING'], true),
  MOP_WASHING: rule([...cleaning, 'REPLENISH', 'STANDBY'], true),
  PROMOTION: rule(['STANDBY', 'AUTO_RECHARGE'], true),
  MANUAL_RUN: rule([...cleaning, 'NAVIGATION', 'STANDBY'], false, 'MANUAL'),
  MANUAL_CLEANING: rule(['STANDBY'], false, 'MANUAL'),
  MAPPING: rule(['STANDBY'], true, 'TEACH_IN'),
  OTA_UPGRADE: rule(['STANDBY'], false, 'SERVICE'),
  SLEEP: rule(['STANDBY'], false),
  ERROR: rule(['STANDBY', ...working], false),
};

const isMode = (mode: string): mode is DeviceMode => isKeyOf(modes, mode);
/** Whether the table of 2.3 has this move. Staying is no move; an unknown mode is judged by nobody. */
export const modeMayBecome = (from: string, to: string) =>
  from === to ||
  to === 'INITIALIZING' ||
  to === 'ERROR' ||
  !isMode(from) ||
  !isMode(to) ||
  modes[from].to.includes(to);

/** Modes in which a cleaning robot is at work for somebody; what "working" counts. */
export const workingModes: readonly DeviceMode[] = working;

/** Parts of a run, in the order they normally come (2.6). Empty before the first and after the last. */
export const runPhases = [
  'UNDOCKING',
  'HEADING_TO_AREA',
  'STARTING_PARTS',
  'CLEANING',
  'STOPPING_PARTS',
  'HEADING_TO_CHARGE',
  'DOCKING',
  'REPLENISHING',
  'HEADING_TO_PACKING',
  'PACKING',
] as const;
export type RunPhase = (typeof runPhases)[number];
/** "Device is resupplying, do not operate." */
export const resupplyPhases: readonly string[] = ['DOCKING', 'REPLENISHING', 'UNDOCKING'];

export type RunState = (typeof runStates)[number];
/** Allowed moves of a run (2.6). The last three may only be left by a late result, see `runMayBecome`. */
export const runMoves: Record<RunState, readonly RunState[]> = {
  WAITING: ['IN_PROGRESS', 'FAILED', 'INTERRUPTED'],
  IN_PROGRESS: ['PAUSED', 'COMPLETE', 'INTERRUPTED', 'FAILED'],
  PAUSED: ['IN_PROGRESS', 'COMPLETE', 'INTERRUPTED', 'FAILED'],
  COMPLETE: ['SUCCESS', 'INTERRUPTED', 'FAILED'],
  SUCCESS: [],
  INTERRUPTED: [],
  FAILED: [],
};
export const isOpenRun = (state: RunState) => runMoves[state].length > 0;
/**
 * A run given up because nobody acknowledged its order, or because the robot was away, is taken up again when the robot turns out
 * to have it: one that cannot be reached may have begun a schedule by itself.
 */
export const runMayBecome = (from: RunState, to: RunState, code: string) =>
  runMoves[from].includes(to) ||
  (from === 'FAILED' &&
    (code === 'ORDER_NOT_ACKNOWLEDGED' || code === 'OFFLINE') &&
    (to === 'IN_PROGRESS' || to === 'COMPLETE'));
