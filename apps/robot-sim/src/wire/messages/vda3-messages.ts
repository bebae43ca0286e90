import type { Robot } from '../../robot/robot.ts';
import { vdaLevel } from '../../robot/body/alarms.ts';
import { gaussian } from '../../random.ts';

/** The reported position, with the noise of a real robot: about 1 cm and 0.3°. */
export function positionOf(robot: Robot) {
  const { mapId } = robot.unconfirmedPose ?? robot.world;
  const { x, y, theta } = robot.unconfirmedPose ?? robot.drive.pose;
  const moving = robot.drive.v !== 0 || robot.drive.w !== 0;
  const noise = (sigma: number) => (moving ? gaussian(robot.noise, sigma) : 0);
  const lost = robot.alarms.has('40101');
  return {
    x: millis(x + noise(0.01)),
    y: millis(y + noise(0.01)),
    theta: Math.max(-Math.PI, Math.min(Math.PI, millis(theta + noise(0.005)))),
    mapId,
    localized: !lost && !robot.unconfirmedPose && robot.mode !== 'INITIALIZING',
    localizationScore: lost ? 0.2 : cents(robot.localizationScore),
  };
}

export const velocityOf = (robot: Robot) => ({
  vx: millis(robot.drive.v),
  vy: 0,
  omega: millis(robot.drive.w),
});

/** A refused order or action, which the state reports besides the alarms. */
export interface Refusal {
  errorType: string;
  reason: string;
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
  const refused = refusals.map(({ errorType, reason, references }) => ({
    errorType,
    errorLevel: 'WARNING',
    errorDescription: reason,
    errorReferences: referencesOf(references),
  }));
  return [...alarms, ...refused];
}

/** Whether the robot drives, for its work or in a remote driving session. */
function isDriving({ teleop, drive, traffic, immobile }: Robot): boolean {
  return teleop.open ? drive.v !== 0 || drive.w !== 0 : traffic.driving && !immobile;
}

/** VDA 5050 3.0 `state`, without its header. */
export function stateV3Of(robot: Robot, operatingMode: string, refusals: readonly Refusal[]) {
  const { power, world } = robot;
  const zones = robot.traffic.zoneSets.map(({ zoneSetId, mapId }) => ({
    zoneSetId,
    mapId,
    zoneSetStatus: mapId === world.mapId ? 'ENABLED' : 'DISABLED',
  }));
  return {
    maps: mapsOf(robot),
    ...(zones.length > 0 ? { zoneSets: zones } : {}),
    ...robot.orders.view(),
    mobileRobotPosition: positionOf(robot),
    velocity: velocityOf(robot),
    driving: isDriving(robot),
    paused: robot.pause.by !== undefined,
    powerSupply: {
      stateOfCharge: tenths(power.socPct),
      batteryVoltage: cents(power.volts),
      batteryHealth: tenths(power.health),
      charging: power.charging,
    },
    operatingMode,
    errors: errorsOf(robot, refusals),
    safetyState: {
      activeEmergencyStop: robot.alarms.has('10104') ? 'MANUAL' : 'NONE',
      fieldViolation: robot.alarms.has('40202'),
    },
  };
}

/** The stored maps; a robot without stored maps reports its current one. */
function mapsOf({ world, maps }: Robot) {
  const { mapId, mapVersion, name } = world;
  const storedMaps = maps();
  return (storedMaps.length > 0 ? storedMaps : [{ mapId, mapVersion, name, enabled: true }]).map((map) => ({
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
