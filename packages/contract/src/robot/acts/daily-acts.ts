import type { ActLive } from '../../devices/device-change.ts';
import { can } from '../declared/capabilities.ts';
import { obstacleTo, type ActingRobot, type ActObstacle } from './robot-acts.ts';

/** What people do with a robot all day, in the order in which rows, menus and the search offer it. */
export const dailyActs = ['clean', 'pause', 'resume', 'stop', 'charge', 'camera', 'locate'] as const;
export type DailyAct = (typeof dailyActs)[number];

/** Why a daily act is not possible now. */
export type DailyObstacle = ActObstacle | 'NO_RUN' | 'PAUSED' | 'NOT_PAUSED';

/** A row of the device list or of the search has these fields. */
export interface DailyRobot extends ActingRobot {
  live: ActLive & { paused: boolean };
}

const silence = ({ live: { state } }: DailyRobot): DailyObstacle | undefined => {
  if (state === 'OFFLINE') return 'OFFLINE';
  return state === 'SLEEP' ? 'ASLEEP' : undefined;
};

const obstacles: Record<DailyAct, (robot: DailyRobot) => DailyObstacle | undefined> = {
  clean: (robot) => obstacleTo('CLEAN', robot),
  pause: (robot) => {
    if (!can(robot, 'pause')) return 'UNSUPPORTED';
    if (robot.live.runId === null) return 'NO_RUN';
    return silence(robot) ?? (robot.live.paused ? 'PAUSED' : undefined);
  },
  resume: (robot) => {
    if (!can(robot, 'pause')) return 'UNSUPPORTED';
    if (robot.live.runId === null) return 'NO_RUN';
    return silence(robot) ?? (robot.live.paused ? undefined : 'NOT_PAUSED');
  },
  // A robot that is offline keeps its run, so the run can be stopped.
  stop: ({ live }) => (live.runId === null ? 'NO_RUN' : undefined),
  charge: (robot) => obstacleTo('CHARGE', robot),
  camera: (robot) => (can(robot, 'video') ? silence(robot) : 'UNSUPPORTED'),
  locate: (robot) => (can(robot, 'locate') ? silence(robot) : 'UNSUPPORTED'),
};

/** Why the act is not possible now; undefined if it is. Every page that offers it asks here, and the server has the last word. */
export const dailyObstacle = (act: DailyAct, robot: DailyRobot): DailyObstacle | undefined =>
  obstacles[act](robot);

/** What the robot can do now, in the order of `dailyActs`. */
export const dailyActsOf = (robot: DailyRobot): DailyAct[] =>
  dailyActs.filter((act) => dailyObstacle(act, robot) === undefined);
