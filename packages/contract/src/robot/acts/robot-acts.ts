import type { BindingState } from '../../devices/device-life.ts';
import type { ActLive } from '../../devices/device-change.ts';
import type { ForbiddenWork } from '../codes.ts';
import { can, type Vehicle } from '../declared/capabilities.ts';
import type { Capability } from '../declared/capability-words.ts';

/** What a robot can be told to begin: docs/protocol/orders.md#before-a-run-starts. */
export const robotActs = ['CLEAN', 'PROMOTE', 'NAVIGATE', 'CHARGE'] as const;
export type RobotAct = (typeof robotActs)[number];

/** Why a robot may not begin an act now. */
export const actObstacles = [
  'NOT_IN_SERVICE',
  'FROZEN',
  'UNSUPPORTED',
  'OFFLINE',
  'ASLEEP',
  'FAULT',
  'FAULT_CLEANING',
  'RUN_ACTIVE',
  'RELOCATING',
  'UPDATING',
  'MODE_FORBIDS',
  'NO_POSITION',
  'BATTERY_LOW',
  'CHARGES_ALREADY',
  'MAP_DIFFERS',
] as const;
export type ActObstacle = (typeof actObstacles)[number];

/** A cleaning run is refused below this percentage; its order lets the robot return to the charger at 5 % less. */
export const minStartSoc = 20;

/** A row of the device list, of the search or of the gateway has these fields. */
export interface ActingRobot extends Vehicle {
  binding: BindingState;
  live: ActLive;
}

const work: Record<RobotAct, ForbiddenWork> = {
  CLEAN: 'CLEANING',
  PROMOTE: 'DRIVING',
  NAVIGATE: 'DRIVING',
  CHARGE: 'DRIVING',
};
const capability: Partial<Record<RobotAct, Capability>> = {
  CLEAN: 'clean',
  PROMOTE: 'promote',
  NAVIGATE: 'navigate',
  CHARGE: 'charge',
};
const frozen: readonly BindingState[] = ['FREEZING', 'FROZEN', 'UNFREEZING'];
const automatic: readonly string[] = ['AUTOMATIC', 'SEMIAUTOMATIC'];
const idle: readonly string[] = ['STANDBY', 'CHARGING'];

/** The fault that keeps the robot from the work. A robot in mode ERROR does what its alarms do not forbid; without any, nothing. */
function faultOf({ mode, faults }: ActLive, kind: ForbiddenWork): ActObstacle | undefined {
  if (faults.some(({ forbids }) => forbids.includes('DRIVING'))) return 'FAULT';
  if (faults.some(({ forbids }) => forbids.includes(kind))) return 'FAULT_CLEANING';
  return mode === 'ERROR' && faults.length === 0 ? 'FAULT' : undefined;
}

const isInMode = ({ mode, operatingMode }: ActLive) =>
  (operatingMode === null || automatic.includes(operatingMode)) &&
  (mode === null || idle.includes(mode) || mode === 'ERROR');

/**
 * Why the robot may not begin the act now, the most fundamental reason first; empty if it may. The server refuses by it, and pages
 * offer by it. `mapId` is the map of the act, where it has one.
 */
export function obstaclesTo(act: RobotAct, robot: ActingRobot, mapId?: string | null): ActObstacle[] {
  const { binding, live } = robot;
  const needed = capability[act];
  const fault = faultOf(live, work[act]);
  // A fault that holds the robot is the reason why its run stands still.
  const holds = live.mode === 'ERROR';
  const conditions: [boolean, ActObstacle][] = [
    [frozen.includes(binding), 'FROZEN'],
    [binding !== 'ACTIVATED' && !frozen.includes(binding), 'NOT_IN_SERVICE'],
    [needed !== undefined && !can(robot, needed), 'UNSUPPORTED'],
    [live.state === 'OFFLINE', 'OFFLINE'],
    [live.state === 'SLEEP', 'ASLEEP'],
    [holds && fault === 'FAULT', 'FAULT'],
    [live.runId !== null, 'RUN_ACTIVE'],
    [live.relocating, 'RELOCATING'],
    [live.mode === 'OTA_UPGRADE', 'UPDATING'],
    [fault === 'FAULT' && !holds, 'FAULT'],
    [fault === 'FAULT_CLEANING', 'FAULT_CLEANING'],
    [live.mode !== 'OTA_UPGRADE' && !isInMode(live), 'MODE_FORBIDS'],
    [live.mapId === null || live.localized === false, 'NO_POSITION'],
    [act === 'CLEAN' && live.soc !== null && live.soc < minStartSoc, 'BATTERY_LOW'],
    [act === 'CHARGE' && live.charging, 'CHARGES_ALREADY'],
    [Boolean(mapId) && live.mapId !== null && live.mapId !== mapId, 'MAP_DIFFERS'],
  ];
  return conditions.filter(([applies]) => applies).map(([, obstacle]) => obstacle);
}

/** The first obstacle; undefined if the robot may begin the act now. */
export const obstacleTo = (...input: Parameters<typeof obstaclesTo>): ActObstacle | undefined =>
  obstaclesTo(...input)[0];

/** Whether a robot may begin an act now. */
export const mayAct = (...input: Parameters<typeof obstaclesTo>) => obstacleTo(...input) === undefined;
