import { parametersOf, type ActionV3 } from '@sweepline/contract/robot';
import { toldWhereItIs } from '../../robot/drive/localization.ts';
import { driveIn, goToDock } from '../../robot/drive/driving.ts';
import { breakOff } from '../../robot/drive/order-work.ts';
import type { Robot } from '../../robot/robot.ts';
import { skipArea } from '../../robot/world/skipping.ts';
import type { InstantActionType } from '../messages/factsheet.ts';
import type { MapStorage } from '../maps/map-storage.ts';
import { Refused } from '../connection/refused.ts';

/** What an instant action needs beyond the robot itself. */
export interface Desk {
  robot: Robot;
  maps: MapStorage;
  sendState: () => void;
  sendFactsheet: () => void;
  /** Until somebody wakes it, or the moment comes. */
  hibernate: (asleep: boolean, wakeAtMs?: number) => void;
}

type Parameters = Record<string, unknown>;
/** A promise is an action that takes its time: RUNNING until it is through. */
type Handler = (desk: Desk, parameters: Parameters) => string | undefined | Promise<string | undefined>;

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
  initializePosition: ({ robot, maps }, { x, y, theta, mapId }) => {
    // Carried to another floor: it is there once somebody says so, on a map it has.
    if (mapId !== robot.world.mapId && (robot.book.active || !maps.standOn(String(mapId))))
      throw new Refused('UNKNOWN_MAP_ID', String(mapId));
    if (![x, y, theta].every((it) => typeof it === 'number' && Number.isFinite(it))) {
      throw new Refused('VALIDATION_FAILURE', 'x, y and theta');
    }
    toldWhereItIs(robot, { x: Number(x), y: Number(y), theta: Number(theta) });
    return undefined;
  },
  skipArea: ({ robot }, { orderId, actionId }) => {
    if (!skipArea(robot, String(orderId), String(actionId)))
      throw new Refused('UNSUPPORTED_PARAMETER', 'no such area is to come');
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
  downloadMap: ({ maps }, parameters) => maps.download(parameters),
  enableMap: ({ maps }, parameters) => maps.enable(parameters),
  deleteMap: ({ maps }, parameters) => maps.remove(parameters),
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
  startHibernation: ({ robot, hibernate }, { wakeUpTime }) => {
    if (robot.book.active) breakOff(robot, 'USER_CANCELED');
    hibernate(true, typeof wakeUpTime === 'string' ? Date.parse(wakeUpTime) : undefined);
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

/**
 * Does an instant action once, however often it is sent. Returns why it was refused; `late` hears that of an action that took its
 * time.
 */
export function doInstantAction(
  desk: Desk,
  action: ActionV3,
  late: (refused: Refused) => void,
): Refused | undefined {
  const { book } = desk.robot;
  if (!book.begins(action)) return undefined;
  const failed = (thrown: unknown): Refused => {
    if (!(thrown instanceof Refused)) throw thrown;
    book.setInstant(action.actionId, 'FAILED', thrown.message);
    return thrown;
  };
  try {
    if (!isKnown(action.actionType)) throw new Refused('UNSUPPORTED_ACTION', action.actionType);
    const result = handlers[action.actionType](desk, parametersOf(action.actionParameters));
    if (typeof result !== 'object') book.setInstant(action.actionId, 'FINISHED', result);
    else
      void result.then(
        (said) => book.setInstant(action.actionId, 'FINISHED', said),
        (thrown: unknown) => late(failed(thrown)),
      );
    return undefined;
  } catch (thrown) {
    return failed(thrown);
  }
}
