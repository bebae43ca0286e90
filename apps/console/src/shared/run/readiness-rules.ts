import { obstacleTo, type ActingRobot, type ActObstacle } from '@sweepline/contract/robot';
import type { Mark } from '../words/marks.ts';

export type Readiness = 'READY' | 'CHARGING' | ActObstacle;

/** Whether the robot can start to clean now, or what prevents it. */
export const readinessOf = (robot: ActingRobot, mapId?: string | null): Readiness =>
  obstacleTo('CLEAN', robot, mapId) ?? (robot.live.charging ? 'CHARGING' : 'READY');

const fault: Mark = { tone: 'fault', icon: 'alert' };

export const readinessMarks: Record<Readiness, Mark> = {
  READY: { tone: 'working', icon: 'check' },
  CHARGING: { tone: 'working', icon: 'bolt' },
  CHARGES_ALREADY: { tone: 'working', icon: 'bolt' },
  NOT_IN_SERVICE: { tone: 'quiet', icon: 'box' },
  FROZEN: { tone: 'fault', icon: 'lock' },
  UNSUPPORTED: { tone: 'quiet', icon: 'close' },
  OFFLINE: { tone: 'quiet', icon: 'offline' },
  ASLEEP: { tone: 'quiet', icon: 'sleep' },
  FAULT: fault,
  FAULT_CLEANING: fault,
  RUN_ACTIVE: { tone: 'moving', icon: 'clean' },
  RELOCATING: { tone: 'waiting', icon: 'locate' },
  UPDATING: { tone: 'waiting', icon: 'download' },
  MODE_FORBIDS: { tone: 'moving', icon: 'clean' },
  NO_POSITION: { tone: 'fault', icon: 'locate' },
  BATTERY_LOW: { tone: 'waiting', icon: 'battery' },
  MAP_DIFFERS: { tone: 'waiting', icon: 'map' },
};
