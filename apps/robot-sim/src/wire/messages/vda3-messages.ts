import type { Robot } from '../../robot/robot.ts';
import { vdaLevel } from '../../robot/body/alarms.ts';
import { gaussian } from '../../random.ts';

/** Where the robot believes it is: a centimetre and a fraction of a degree off, as real ones are (6.1). */
export function positionOf(robot: Robot) {
  const { x, y, theta } = robot.mistakenAt ?? robot.drive.pose;
  const moving = robot.drive.v !== 0 || robot.drive.w !== 0;
  const noise = (sigma: number) => (moving ? gaussian(robot.noise, sigma) : 0);
  const lost = robot.alarms.has('40101');
  return {
    x: millis(x + noise(0.01)),
    y: millis(y + noise(0.01)),
    theta: Math.max(-Math.PI, Math.min(Math.PI, millis(theta + noise(0.005)))),
    mapId: robot.world.mapId,
    localized: !lost && !robot.mistakenAt && robot.mode !== 'INITIALIZING',
    localizationScore: lost ? 0.2 : cents(robot.localizationScore),
  };
}

export const velocityOf = (robot: Robot) => ({
  vx: millis(robot.drive.v),
  vy: 0,
  omega: millis(robot.drive.w),
});

/** The order-rejection errors a robot still tells besides its alarms. */
export interface Refusal {
  errorType: string;
  why: string;
  references: Record<string, string>;
}

const referencesOf = (pairs: Record<string, string>) =>
  Object.entries(pairs).map(([referenceKey, referenceValue]) => ({ referenceKey, referenceValue }));

function errorsOf(robot: Robot, refusals: readonly Refusal[]) {
  const alarms = robot.alarms.active.map(({ alarmId, code, type, level, text, refs }) => ({
    errorType: type,
    errorLevel: vdaLevel(level),
    errorDescription: refs['part'] ? `${text} (${String(refs['part'])})` : text,
    errorReferences: referencesOf({ alarmId, alarmCode: code }),
  }));
  const refused = refusals.map(({ errorType, why, references }) => ({
    errorType,
    errorLevel: 'WARNING',
    errorDescription: why,
    errorReferences: referencesOf(references),
  }));
  return [...alarms, ...refused];
}

/** On the move for its work, or under somebody's hand. */
function underWay({ teleop, drive, driving, held }: Robot): boolean {
  return teleop.open ? drive.v !== 0 || drive.w !== 0 : driving && !held;
}

/** VDA 5050 3.0 `state`, without its header. */
export function stateV3Of(robot: Robot, operatingMode: string, refusals: readonly Refusal[]) {
  const { battery, world } = robot;
  const zones = robot.zoneSets.map(({ zoneSetId, mapId }) => ({
    zoneSetId,
    mapId,
    zoneSetStatus: mapId === world.mapId ? 'ENABLED' : 'DISABLED',
  }));
  return {
    maps: mapsOf(robot),
    ...(zones.length > 0 ? { zoneSets: zones } : {}),
    ...robot.book.view(),
    mobileRobotPosition: positionOf(robot),
    velocity: velocityOf(robot),
    driving: underWay(robot),
    paused: robot.pause.by !== undefined,
    powerSupply: {
      stateOfCharge: tenths(battery.socPct),
      batteryVoltage: cents(battery.volts),
      batteryHealth: tenths(battery.health),
      charging: battery.charging,
    },
    operatingMode,
    errors: errorsOf(robot, refusals),
    safetyState: {
      activeEmergencyStop: robot.alarms.has('10104') ? 'MANUAL' : 'NONE',
      fieldViolation: robot.alarms.has('40202'),
    },
  };
}

/** What is on its disk; a robot without a disk of maps has the one it stands on. */
function mapsOf({ world, maps }: Robot) {
  const { mapId, mapVersion, name } = world;
  const held = maps();
  return (held.length > 0 ? held : [{ mapId, mapVersion, name, enabled: true }]).map((map) => ({
    mapId: map.mapId,
    mapVersion: map.mapVersion,
    mapStatus: map.enabled ? 'ENABLED' : 'DISABLED',
    mapDescriptor: map.name,
  }));
}

export const visualizationV3Of = (robot: Robot, referenceStateHeaderId: number) => ({
  referenceStateHeaderId,
  mobileRobotPosition: positionOf(robot),
  velocity: velocityOf(robot),
});

export const tenths = (value: number) => Math.round(value * 10) / 10;
export const cents = (value: number) => Math.round(value * 100) / 100;
export const millis = (value: number) => Math.round(value * 1000) / 1000;
