import { isKeyOf } from '../grammar/lookup.ts';
import type { runStates } from '../work/task-values.ts';

/** Modes of a device: docs/protocol/telemetry.md#modes. */
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
  /** Allowed next modes. INITIALIZING (reboot) and ERROR are allowed from every mode. */
  to: readonly DeviceMode[];
  pausable: boolean;
  /** VDA operating mode of the own robots in this mode; MANUAL_RUN is INTERVENED while an order is paused. */
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

/**
 * The modes and their transitions: docs/protocol/telemetry.md#modes. The server also stores a transition that is not in
 * the table, and counts it, because the robot decides.
 */
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
/** Whether `modes` allows a transition. True for equal modes and for unknown modes, which are not checked. */
export const modeMayBecome = (from: string, to: string) =>
  from === to ||
  to === 'INITIALIZING' ||
  to === 'ERROR' ||
  !isMode(from) ||
  !isMode(to) ||
  modes[from].to.includes(to);

/** Modes that count as "working" in the figures. */
export const workingModes: readonly DeviceMode[] = working;

/** Phases of a run in their usual order: docs/protocol/orders.md#phases. Empty before the first and after the last. */
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
/** Phases in which operation is refused because the device is resupplying. */
export const resupplyPhases: readonly string[] = ['DOCKING', 'REPLENISHING', 'UNDOCKING'];

export type RunState = (typeof runStates)[number];
/** Allowed transitions of a run: docs/protocol/orders.md#runs. `runMayBecome` adds the exceptions. */
export const runMoves: Record<RunState, readonly RunState[]> = {
  WAITING: ['IN_PROGRESS', 'FAILED', 'INTERRUPTED'],
  IN_PROGRESS: ['PAUSED', 'COMPLETE', 'INTERRUPTED', 'FAILED'],
  PAUSED: ['IN_PROGRESS', 'COMPLETE', 'INTERRUPTED', 'FAILED'],
  COMPLETE: ['SUCCESS', 'INTERRUPTED', 'FAILED'],
  SUCCESS: [],
  INTERRUPTED: [],
  FAILED: [],
};
/** Whether a run in this state has not ended. */
export const isOpenRun = (state: RunState) => runMoves[state].length > 0;
/**
 * Whether a run may change its state. A run that failed with ORDER_NOT_ACKNOWLEDGED or OFFLINE is reopened when the robot
 * reports it: an unreachable robot may have started a schedule by itself.
 */
export const runMayBecome = (from: RunState, to: RunState, code: string) =>
  runMoves[from].includes(to) ||
  (from === 'FAILED' &&
    (code === 'ORDER_NOT_ACKNOWLEDGED' || code === 'OFFLINE') &&
    (to === 'IN_PROGRESS' || to === 'COMPLETE'));
