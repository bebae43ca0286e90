import {
  parametersOf,
  uuidPattern,
  type ActionV3,
  type NodeV3,
  type OrderV3,
} from '@sweepline/contract/robot';
import type { MapPoint } from '../../world/world.ts';
import { GaveUp, wait, type Behaviour } from '../activity.ts';
import { lookAhead } from '../world/areas-ahead.ts';
import { cleanArea } from '../cleaning.ts';
import { closeArea } from '../world/close-area.ts';
import { driveIn, goTo, goToDock, standableNear } from './driving.ts';
import { noteNeverBegun, reasonOfEnd } from '../world/missed.ts';
import type { Robot } from '../robot.ts';
import { newRun, type Origin } from '../run.ts';
import { leave, refill } from '../body/servicing.ts';
import { isScheduled } from './scheduled.ts';
import { leaveOut } from '../world/skipping.ts';
import { promote } from './promoting.ts';
import { remainingPct } from '../body/wear.ts';

const cleans = (order: OrderV3) =>
  order.nodes.flatMap((node) => node.actions).filter((action) => action.actionType === 'cleanArea').length;

/** Takes an order that was found good and starts on it. */
export function takeOrder(robot: Robot, order: OrderV3, origin: Origin, by?: string, taskId?: string) {
  robot.book.accept(order);
  robot.picture = undefined;
  robot.progress = undefined;
  robot.run = newRun({
    ...(uuidPattern.test(order.orderId) ? { runId: order.orderId } : {}),
    ...(by === undefined ? {} : { by }),
    ...(taskId === undefined ? {} : { taskId }),
    origin,
    mapId: robot.world.mapId,
    startedAt: robot.timestamp(),
    areaCount: cleans(order),
    socStart: robot.battery.socPct,
    consumables: robot.wear.items.map((item) => ({ id: item.id, startPct: remainingPct(item) })),
  });
  robot.beginTrail();
  lookAhead(robot);
  robot.news.run(robot.run);
  robot.activity.start(workAt(robot));
}

/** Goes on with the order a robot held when it was switched off. */
export function resumeOrder(robot: Robot) {
  if (!robot.book.active) return;
  const area = robot.run?.areas.at(-1);
  // The area in hand is begun again from its progress; its record is made anew.
  if (robot.progress && area) robot.run!.areas.pop();
  lookAhead(robot);
  robot.activity.start(workAt(robot));
}

/** The nodes still to reach, each with its actions (VDA 5050: reach the node, then do what stands on it). */
function* workAt(robot: Robot): Behaviour {
  const { order } = robot.book.entry;
  if (!order) return;
  const cleaning = cleans(order) > 0;
  robot.setMode(modeOf(robot, order));
  if (robot.docked) yield* leave(robot);
  for (let index = firstOpen(robot, order); index < order.nodes.length; index++) {
    const node = order.nodes[index]!;
    if (index >= robot.book.entry.next) yield* reach(robot, node, index, cleaning);
    for (const action of node.actions) {
      const status = robot.book.statusOf(action.actionId);
      if (status === 'FINISHED' || status === 'FAILED' || leaveOut(robot, action)) continue;
      yield* act(robot, action, node);
    }
  }
  complete(robot);
}

function modeOf(robot: Robot, order: OrderV3) {
  if (order.nodes.some((node) => node.actions.some(({ actionType }) => actionType === 'promote')))
    return 'PROMOTION';
  if (cleans(order) === 0) return 'NAVIGATION';
  return isScheduled(robot) ? 'SCHEDULED_CLEANING' : 'AUTO_RUN';
}

/** The node whose actions are not through yet, or the next to reach. */
function firstOpen(robot: Robot, order: OrderV3) {
  const { next } = robot.book.entry;
  const open = order.nodes.findIndex((node) =>
    node.actions.some(
      ({ actionId }) => !['FINISHED', 'FAILED'].includes(robot.book.statusOf(actionId) ?? 'FAILED'),
    ),
  );
  return open < 0 ? next : Math.min(open, next);
}

function* reach(robot: Robot, node: NodeV3, index: number, cleaning: boolean): Behaviour {
  const { nodePosition } = node;
  const types = new Set(node.actions.map((action) => action.actionType));
  const docks = types.has('dock') || types.has('startCharging');
  if (cleaning) {
    robot.setPhase(
      docks ? 'HEADING_TO_CHARGE' : types.has('park') ? 'HEADING_TO_PACKING' : 'HEADING_TO_AREA',
    );
    if (docks) robot.setMode('AUTO_RECHARGE');
  }
  if (nodePosition) {
    const limitMps = robot.book.entry.order?.edges[index - 1]?.maximumSpeed;
    const arrived = docks
      ? yield* goToDock(robot, stationAt(robot, node))
      : yield* goTo(
          robot,
          standableNear(robot, nodePosition, nodePosition.allowedDeviationXY?.a ?? 0.5),
          limitMps,
        );
    if (!arrived) throw new GaveUp('NO_ROUTE', `no way to node ${node.nodeId}`);
    if (nodePosition.theta !== undefined && !docks) yield { do: 'turn', theta: nodePosition.theta };
  }
  robot.book.reached(index);
}

function stationAt(robot: Robot, { nodePosition, nodeId }: NodeV3): MapPoint {
  const { x, y, theta } = nodePosition ?? robot.dock ?? robot.drive.pose;
  const known = robot.world.elements.points.find(
    (p) => p.type === 'CHARGING' && Math.hypot(p.x - x, p.y - y) < 0.3,
  );
  return (
    known ?? { id: nodeId, type: 'CHARGING', name: nodeId, x, y, theta: theta ?? robot.dock?.theta ?? 0 }
  );
}

function* act(robot: Robot, action: ActionV3, node: NodeV3): Behaviour {
  const { actionId } = action;
  const run = actions[action.actionType];
  if (!run) throw new GaveUp('UNSUPPORTED', action.actionType);
  yield* run(robot, action, node);
  robot.book.set(actionId, 'FINISHED');
}

type NodeAction = (robot: Robot, action: ActionV3, node: NodeV3) => Behaviour;

/** Node actions our robots know (2.5). */
const actions: Record<string, NodeAction | undefined> = {
  *cleanArea(robot, action) {
    if (robot.docked) yield* leave(robot);
    yield* cleanArea(robot, action);
    if (robot.run) robot.run.areaIndex = Math.min(robot.run.areaCount - 1, robot.run.areaIndex + 1);
  },
  *dock(robot, action, node) {
    robot.book.set(action.actionId, 'RUNNING');
    robot.setPhase(robot.run?.cleans ? 'DOCKING' : '');
    yield* driveIn(robot, stationAt(robot, node));
  },
  *undock(robot, action) {
    robot.book.set(action.actionId, 'RUNNING');
    yield* leave(robot);
  },
  *startCharging(robot, action, node) {
    robot.book.set(action.actionId, 'RUNNING');
    if (!robot.docked) yield* driveIn(robot, stationAt(robot, node));
    robot.setPhase(robot.run?.cleans ? 'REPLENISHING' : '');
    robot.setMode('CHARGING');
    robot.battery.charging = !robot.battery.full;
    yield* wait(2);
  },
  *replenish(robot, action) {
    robot.book.set(action.actionId, 'RUNNING');
    yield* refill(robot);
  },
  *washMop(robot, action) {
    robot.book.set(action.actionId, 'RUNNING');
    robot.setMode('MOP_WASHING');
    const minutes = Number(parametersOf(action.actionParameters)['minutes'] ?? robot.settings.mopWashMinutes);
    yield* wait(minutes * 60);
    robot.sinceMopWashM2 = 0;
  },
  *promote(robot, action) {
    yield* promote(robot, action);
  },
  *park(robot, action) {
    robot.book.set(action.actionId, 'RUNNING');
    robot.setPhase('PACKING');
    yield* wait(4);
  },
};
export const nodeActions = Object.keys(actions);

function complete(robot: Robot) {
  closeArea(robot);
  robot.setPhase('');
  robot.setRunState('COMPLETE', (robot.run?.skipped.length ?? 0) > 0 ? 'ZONE_SKIPPED' : '');
  end(robot);
}

/** The order ends before its end: it leaves the state, and the run says why. */
export function breakOff(robot: Robot, code: string, state: 'INTERRUPTED' | 'FAILED' = 'INTERRUPTED') {
  robot.activity.stop();
  robot.pause.drop();
  const left = reasonOfEnd(code);
  closeArea(robot, left);
  if (robot.run) noteNeverBegun(robot.run, left);
  robot.book.clear();
  robot.setRunState(state, code);
  end(robot);
}

function end(robot: Robot) {
  const { run, picture } = robot;
  robot.run = undefined;
  robot.picture = undefined;
  robot.progress = undefined;
  robot.serviceDue = () => false;
  // What was never begun was planned all the same.
  if (run) run.areas.push(...run.ahead.splice(0).map(({ record }) => record));
  if (run) robot.news.ended(run, picture);
  robot.rest();
}

/** A behaviour gave up: the run fails if nothing came of it. */
export function giveUp(robot: Robot, code: string) {
  closeArea(robot, reasonOfEnd(code));
  const cleaned = robot.run?.areas.some((area) => area.cleanedM2 > 0) ?? false;
  breakOff(robot, code, cleaned ? 'INTERRUPTED' : 'FAILED');
}
