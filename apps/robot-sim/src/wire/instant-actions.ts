import { parametersOf, type ActionV3 } from '@sweepline/contract/robot';
import { resolve } from '../robot/troubles.ts';
import { driveIn, goToDock } from '../robot/driving.ts';
import { breakOff } from '../robot/order-work.ts';
import type { Robot } from '../robot/robot.ts';
import type { InstantActionType } from './factsheet.ts';

/** Why an instant action failed. */
export class Refused extends Error {
  readonly errorType: string;

  constructor(errorType: string, why: string) {
    super(why);
    this.errorType = errorType;
  }
}

/** What an instant action needs beyond the robot itself. */
export interface Desk {
  robot: Robot;
  sendState: () => void;
  sendFactsheet: () => void;
  hibernate: (asleep: boolean) => void;
}

type Parameters = Record<string, unknown>;
type Handler = (desk: Desk, parameters: Parameters) => string | undefined;

const handlers: Record<InstantActionType, Handler> = {
  startPause: ({ robot }) => {
    if (robot.pause.by !== undefined) return 'already paused';
    robot.pause.begin('fleet');
    return undefined;
  },
  stopPause: ({ robot }) => {
    robot.pause.end();
    return undefined;
  },
  cancelOrder: ({ robot }, { orderId }) => {
    if (!robot.book.active) throw new Refused('NO_ORDER_TO_CANCEL', 'there is no order');
    if (typeof orderId === 'string' && orderId !== '' && orderId !== robot.book.orderId) {
      throw new Refused('NO_ORDER_TO_CANCEL', `the order is ${robot.book.orderId}`);
    }
    breakOff(robot, 'USER_CANCELED');
    return undefined;
  },
  startCharging: ({ robot }) => {
    if (robot.book.active) throw new Refused('MOBILE_ROBOT_NOT_AVAILABLE', 'an order is active');
    if (robot.docked) robot.rest();
    else if (robot.dock) driveHome(robot);
    // A plain vehicle is charged where it stands.
    else robot.battery.charging = true;
    return undefined;
  },
  stopCharging: ({ robot }) => {
    robot.battery.charging = false;
    if (robot.mode === 'CHARGING') robot.setMode('STANDBY');
    robot.news.changed();
    return undefined;
  },
  initializePosition: ({ robot }, { x, y, theta, mapId }) => {
    if (mapId !== robot.world.mapId) throw new Refused('UNKNOWN_MAP_ID', String(mapId));
    if (![x, y, theta].every((it) => typeof it === 'number' && Number.isFinite(it))) {
      throw new Refused('VALIDATION_FAILURE', 'x, y and theta');
    }
    const { pose } = robot.drive;
    [pose.x, pose.y, pose.theta] = [Number(x), Number(y), Number(theta)];
    robot.docked = false;
    robot.localizationScore = robot.ground.mayStand(pose.x, pose.y) ? 0.93 : 0.4;
    if (robot.localizationScore <= 0.6) return undefined;
    // A good pose ends a relocation (2.9), and whatever had made it lose its place.
    robot.relocating = false;
    resolve(robot, '40101');
    return undefined;
  },
  stateRequest: ({ sendState }) => {
    sendState();
    return undefined;
  },
  factsheetRequest: ({ sendFactsheet }) => {
    sendFactsheet();
    return undefined;
  },
  enableMap: ({ robot }, { mapId }) => {
    if (mapId !== robot.world.mapId) throw new Refused('UNKNOWN_MAP_ID', String(mapId));
    return undefined;
  },
  enableZoneSet: ({ robot }, { zoneSetId }) => {
    if (robot.zoneSets.every((set) => set.zoneSetId !== zoneSetId)) {
      throw new Refused('UNKNOWN_ZONE_SET_ID', String(zoneSetId));
    }
    return undefined;
  },
  deleteZoneSet: ({ robot }, { zoneSetId }) => {
    robot.zoneSets = robot.zoneSets.filter((set) => set.zoneSetId !== zoneSetId);
    robot.refreshGround();
    return undefined;
  },
  clearInstantActions: ({ robot }) => {
    robot.book.clearInstant();
    return undefined;
  },
  startHibernation: ({ robot, hibernate }) => {
    if (robot.book.active) breakOff(robot, 'USER_CANCELED');
    hibernate(true);
    return undefined;
  },
  stopHibernation: ({ hibernate }) => {
    hibernate(false);
    return undefined;
  },
};

function driveHome(robot: Robot) {
  robot.activity.start(
    (function* () {
      robot.setMode('AUTO_RECHARGE');
      if (robot.dock && (yield* goToDock(robot, robot.dock))) yield* driveIn(robot, robot.dock);
      robot.rest();
    })(),
  );
}

const isKnown = (type: string): type is InstantActionType => Object.hasOwn(handlers, type);

/** Does an instant action once, however often it is sent. Returns why it was refused. */
export function doInstantAction(desk: Desk, action: ActionV3): Refused | undefined {
  const { book } = desk.robot;
  if (!book.begins(action)) return undefined;
  try {
    if (!isKnown(action.actionType)) throw new Refused('UNSUPPORTED_ACTION', action.actionType);
    const result = handlers[action.actionType](desk, parametersOf(action.actionParameters));
    book.setInstant(action.actionId, 'FINISHED', result);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    book.setInstant(action.actionId, 'FAILED', thrown.message);
    return thrown;
  }
}
