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
import { recordUnbegun, reasonOfEnd } from '../world/missed.ts';
import type { Robot } from '../robot.ts';
import { newRun, type Origin } from '../run.ts';
import { leave, refill } from '../body/servicing.ts';
import { isScheduled } from './scheduled.ts';
import { skipUnbegun } from '../world/skipping.ts';
import { promote } from './promoting.ts';
import { remainingPct } from '../body/wear.ts';

const cleans = (order: OrderV3) =>
  order.nodes.flatMap((node) => node.actions).filter((action) => action.actionType === 'cleanArea').length;

/** Accepts a checked order and starts it. */
export function startOrder(robot: Robot, order: OrderV3, origin: Origin, by?: string, taskId?: string) {
  robot.orders.accept(order);
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
    socStart: robot.power.socPct,
    consumables: robot.wear.items.map((item) => ({ id: item.id, startPct: remainingPct(item) })),
  });
  robot.beginTrail();
  lookAhead(robot);
  robot.sounds.say('START');
  robot.events.run(robot.run);
  robot.activity.start(workAt(robot));
}

/** Resumes the order that was active when the robot was switched off. */
export function resumeOrder(robot: Robot) {
  if (!robot.orders.active) return;
  const area = robot.run?.areas.at(-1);
  // The current area restarts from its progress with a new record.
  if (robot.progress && area) robot.run!.areas.pop();
  lookAhead(robot);
  // A robot that a fault stops has the mode of its run too.
  if (robot.orders.entry.order) robot.setMode(modeOf(robot, robot.orders.entry.order));
  robot.activity.start(workAt(robot));
}

/** Reaches the remaining nodes and executes the actions of each (VDA 5050: first the node, then its actions). */
function* workAt(robot: Robot): Behaviour {
  const { order } = robot.orders.entry;
  if (!order) return;
  const cleaning = cleans(order) > 0;
  robot.setMode(modeOf(robot, order));
  if (robot.power.docked) yield* leave(robot);
  for (let index = firstOpen(robot, order); index < order.nodes.length; index++) {
    const node = order.nodes[index]!;
    if (index >= robot.orders.entry.next) yield* reach(robot, node, index, cleaning);
    for (const action of node.actions) {
      const status = robot.orders.statusOf(action.actionId);
      if (status === 'FINISHED' || status === 'FAILED' || skipUnbegun(robot, action)) continue;
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

/** The index of the first node with open actions, or of the next node to reach. */
function firstOpen(robot: Robot, order: OrderV3) {
  const { next } = robot.orders.entry;
  const open = order.nodes.findIndex((node) =>
    node.actions.some(
      ({ actionId }) => !['FINISHED', 'FAILED'].includes(robot.orders.statusOf(actionId) ?? 'FAILED'),
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
    const limitMps = robot.orders.entry.order?.edges[index - 1]?.maximumSpeed;
    const arrived = docks
      ? yield* goToDock(robot, stationAt(robot, node))
      : yield* goTo(
          robot,
          standableNear(robot, nodePosition, nodePosition.allowedDeviationXY?.a ?? 0.5),
          limitMps,
        );
    if (!arrived) throw new GaveUp('NO_ROUTE', `no route to node ${node.nodeId}`);
    if (nodePosition.theta !== undefined && !docks) yield { do: 'turn', theta: nodePosition.theta };
  }
  robot.orders.reached(index);
}

function stationAt(robot: Robot, { nodePosition, nodeId }: NodeV3): MapPoint {
  const { x, y, theta } = nodePosition ?? robot.dock ?? robot.drive.pose;
  const charger = robot.world.elements.points.find(
    (p) => p.type === 'CHARGING' && Math.hypot(p.x - x, p.y - y) < 0.3,
  );
  return (
    charger ?? { id: nodeId, type: 'CHARGING', name: nodeId, x, y, theta: theta ?? robot.dock?.theta ?? 0 }
  );
}

function* act(robot: Robot, action: ActionV3, node: NodeV3): Behaviour {
  const { actionId } = action;
  const run = actions[action.actionType];
  if (!run) throw new GaveUp('UNSUPPORTED', action.actionType);
  yield* run(robot, action, node);
  robot.orders.set(actionId, 'FINISHED');
}

type NodeAction = (robot: Robot, action: ActionV3, node: NodeV3) => Behaviour;

/** The supported node actions (docs/protocol/orders.md#actions). */
const actions: Record<string, NodeAction | undefined> = {
  *cleanArea(robot, action) {
    if (robot.power.docked) yield* leave(robot);
    yield* cleanArea(robot, action);
    if (robot.run) robot.run.areaIndex = Math.min(robot.run.areaCount - 1, robot.run.areaIndex + 1);
  },
  *dock(robot, action, node) {
    robot.orders.set(action.actionId, 'RUNNING');
    robot.setPhase(robot.run?.cleans ? 'DOCKING' : '');
    yield* driveIn(robot, stationAt(robot, node));
  },
  *undock(robot, action) {
    robot.orders.set(action.actionId, 'RUNNING');
    yield* leave(robot);
  },
  *startCharging(robot, action, node) {
    robot.orders.set(action.actionId, 'RUNNING');
    if (!robot.power.docked) yield* driveIn(robot, stationAt(robot, node));
    robot.setPhase(robot.run?.cleans ? 'REPLENISHING' : '');
    robot.setMode('CHARGING');
    robot.power.chargeUnlessFull();
    yield* wait(2);
  },
  *replenish(robot, action) {
    robot.orders.set(action.actionId, 'RUNNING');
    yield* refill(robot);
  },
  *washMop(robot, action) {
    robot.orders.set(action.actionId, 'RUNNING');
    robot.setMode('MOP_WASHING');
    const minutes = Number(parametersOf(action.actionParameters)['minutes'] ?? robot.settings.mopWashMinutes);
    yield* wait(minutes * 60);
    robot.tools.mopWashed();
  },
  *playAudio(robot, action) {
    robot.orders.set(action.actionId, 'RUNNING');
    const { slot, volume } = parametersOf(action.actionParameters);
    const playing = robot.sounds.play(String(slot), typeof volume === 'number' ? volume : 100);
    yield* wait(playing?.seconds ?? 0);
  },
  *promote(robot, action) {
    yield* promote(robot, action);
  },
  *park(robot, action) {
    robot.orders.set(action.actionId, 'RUNNING');
    robot.setPhase('PACKING');
    yield* wait(4);
  },
};
export const nodeActions = Object.keys(actions);

function complete(robot: Robot) {
  robot.sounds.say('FINISH');
  closeArea(robot);
  robot.setPhase('');
  robot.setRunState('COMPLETE', (robot.run?.skipped.length ?? 0) > 0 ? 'ZONE_SKIPPED' : '');
  end(robot);
}

/** Aborts the order and its run; `code` is the reason in the run. */
export function abortOrder(robot: Robot, code: string, state: 'INTERRUPTED' | 'FAILED' = 'INTERRUPTED') {
  robot.activity.stop();
  robot.pause.drop();
  const reason = reasonOfEnd(code);
  closeArea(robot, reason);
  if (robot.run) recordUnbegun(robot.run, reason);
  robot.orders.clear();
  robot.setRunState(state, code);
  end(robot);
}

function end(robot: Robot) {
  const { run, picture } = robot;
  robot.run = undefined;
  robot.picture = undefined;
  robot.progress = undefined;
  robot.serviceDue = () => false;
  // Areas that never began count as planned.
  if (run) run.areas.push(...run.ahead.splice(0).map(({ record }) => record));
  if (run) robot.events.ended(run, picture);
  robot.rest();
}

/** Ends a run after a behaviour gave up: FAILED if nothing was cleaned, else INTERRUPTED. */
export function giveUp(robot: Robot, code: string) {
  closeArea(robot, reasonOfEnd(code));
  const cleaned = robot.run?.areas.some((area) => area.cleanedM2 > 0) ?? false;
  abortOrder(robot, code, cleaned ? 'INTERRUPTED' : 'FAILED');
}

/** The stop button: MANUAL for two seconds clears the order (docs/protocol/orders.md#pause-resume-stop). */
export function stopAtScreen(robot: Robot) {
  if (!robot.orders.active) return;
  robot.timers.beManual(2);
  abortOrder(robot, 'HMI_STOP');
}
