import { parametersOf, type ActionV3 } from '@sweepline/contract/robot';
import { localizeAt, localizeOnFloor } from '../../robot/drive/localization.ts';
import { driveIn, goToDock } from '../../robot/drive/driving.ts';
import { abortOrder } from '../../robot/drive/order-work.ts';
import type { Robot } from '../../robot/robot.ts';
import { skipArea } from '../../robot/world/skipping.ts';
import type { InstantActionType } from '../messages/factsheet.ts';
import type { MapStorage } from '../maps/map-storage.ts';
import { Refused } from '../connection/refused.ts';

/** The functions of the robot's computer that instant actions use. */
export interface InstantActionContext {
  robot: Robot;
  mapStorage: MapStorage;
  sendState: () => void;
  sendFactsheet: () => void;
  /** Sleeps until a wake-up call or the wake-up time. */
  hibernate: (asleep: boolean, wakeAtMs?: number) => void;
}

type Parameters = Record<string, unknown>;
/** A returned promise leaves the action RUNNING until it settles. */
type Handler = (
  context: InstantActionContext,
  parameters: Parameters,
) => string | undefined | Promise<string | undefined>;

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
    if (!robot.orders.active) throw new Refused('NO_ORDER_TO_CANCEL', 'there is no order');
    if (typeof orderId === 'string' && orderId !== '' && orderId !== robot.orders.orderId) {
      throw new Refused('NO_ORDER_TO_CANCEL', `the order is ${robot.orders.orderId}`);
    }
    abortOrder(robot, 'USER_CANCELED');
    return undefined;
  },
  startCharging: ({ robot }) => {
    if (robot.orders.active) throw new Refused('MOBILE_ROBOT_NOT_AVAILABLE', 'an order is active');
    if (robot.power.docked) robot.rest();
    else if (robot.dock) driveHome(robot);
    // A plain vehicle is charged where it stands.
    else robot.power.charge();
    return undefined;
  },
  stopCharging: ({ robot }) => {
    robot.power.stopCharging();
    if (robot.mode === 'CHARGING') robot.setMode('STANDBY');
    robot.events.changed();
    return undefined;
  },
  initializePosition: ({ robot, mapStorage }, { x, y, theta, mapId }) => {
    if (![x, y, theta].every((value) => typeof value === 'number' && Number.isFinite(value))) {
      throw new Refused('VALIDATION_FAILURE', 'x, y and theta');
    }
    const pose = { x: Number(x), y: Number(y), theta: Number(theta) };
    if (mapId === robot.world.mapId) {
      localizeAt(robot, pose);
      return undefined;
    }
    const floor = robot.orders.active ? undefined : mapStorage.floorOf(String(mapId));
    if (!floor) throw new Refused('UNKNOWN_MAP_ID', String(mapId));
    localizeOnFloor(robot, pose, floor, () => mapStorage.switchTo(floor.mapId));
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
  downloadMap: ({ mapStorage }, parameters) => mapStorage.download(parameters),
  enableMap: ({ mapStorage }, parameters) => mapStorage.enable(parameters),
  deleteMap: ({ mapStorage }, parameters) => mapStorage.remove(parameters),
  enableZoneSet: ({ robot }, { zoneSetId }) => {
    if (robot.traffic.zoneSets.every((set) => set.zoneSetId !== zoneSetId)) {
      throw new Refused('UNKNOWN_ZONE_SET_ID', String(zoneSetId));
    }
    return undefined;
  },
  deleteZoneSet: ({ robot }, { zoneSetId }) => {
    robot.traffic.keep((set) => set.zoneSetId !== zoneSetId);
    robot.refreshGround();
    return undefined;
  },
  clearInstantActions: ({ robot }) => {
    robot.orders.clearInstant();
    return undefined;
  },
  startHibernation: ({ robot, hibernate }, { wakeUpTime }) => {
    if (robot.orders.active) abortOrder(robot, 'USER_CANCELED');
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

const isSupported = (type: string): type is InstantActionType => Object.hasOwn(handlers, type);

/**
 * Executes an instant action once, however often it is sent. Returns its refusal; an action that fails later calls `late`.
 */
export function runInstantAction(
  context: InstantActionContext,
  action: ActionV3,
  late: (refused: Refused) => void,
): Refused | undefined {
  const { orders } = context.robot;
  if (!orders.begins(action)) return undefined;
  const failed = (error: unknown): Refused => {
    if (!(error instanceof Refused)) throw error;
    orders.setInstant(action.actionId, 'FAILED', error.message);
    return error;
  };
  try {
    if (!isSupported(action.actionType)) throw new Refused('UNSUPPORTED_ACTION', action.actionType);
    const result = handlers[action.actionType](context, parametersOf(action.actionParameters));
    if (typeof result !== 'object') orders.setInstant(action.actionId, 'FINISHED', result);
    else
      void result.then(
        (output) => orders.setInstant(action.actionId, 'FINISHED', output),
        (error: unknown) => late(failed(error)),
      );
    return undefined;
  } catch (error) {
    return failed(error);
  }
}
