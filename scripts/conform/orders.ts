import { randomUUID } from 'node:crypto';
import type {
  OrderPlan,
  PlannedNode,
  RobotState,
} from '../../apps/server/src/robots/protocol/robot-state.ts';
import type { Received, Robot } from './robot.ts';
import { NotTested } from './verdict.ts';

/** How far the robot drives in a test, and how exact it has to arrive. */
const goalM = 3;
const deviationM = 0.5;

export const placeOf = (robot: Robot) => {
  const position = robot.state?.position;
  if (!position) throw new NotTested('the robot says no position');
  return position;
};

export const nodeAt = (
  { x, y, mapId }: { x: number; y: number; mapId: string },
  nodeId: string,
  more: Partial<PlannedNode> = {},
): PlannedNode => ({
  nodeId,
  x,
  y,
  mapId,
  deviation: nodeId === 'here' ? 1 : deviationM,
  actions: [],
  ...more,
});

/** Sends an order with these nodes as the server does. Returns its id. */
export function sendOrder(robot: Robot, nodes: PlannedNode[], orderId: string = randomUUID()): string {
  const plan: OrderPlan = { orderId, orderUpdateId: 0, description: '', nodes };
  robot.send('order', robot.codec.order(plan, robot.abilities));
  return orderId;
}

export const errorsOf = (state: RobotState, orderId: string) =>
  state.errors.filter(({ references }) => references['orderId'] === orderId);

export const isDone = (state: RobotState) =>
  state.nodesLeft === 0 &&
  state.edgesLeft === 0 &&
  state.actions.every(({ status }) => status === 'FINISHED' || status === 'FAILED');

/** The state that refuses an order; undefined if none comes. */
export const refusalOf = (robot: Robot, orderId: string, mark: number): Promise<Received | undefined> =>
  robot.nextState(mark, (state) => errorsOf(state, orderId).length > 0);

/** Sends an order and waits for its refusal. */
export async function refused(robot: Robot, nodes: PlannedNode[]) {
  const mark = robot.mark();
  const orderId = sendOrder(robot, nodes);
  return { orderId, message: await refusalOf(robot, orderId, mark) };
}

export interface ActiveOrder {
  orderId: string;
  nodes: PlannedNode[];
  goal: { x: number; y: number };
  /** The first state that shows it, and the time it was sent. */
  shown: Received;
  sentMs: number;
}

/** Places to drive to, in the order in which they are tried: ahead, left, right and behind, or the one of `--goal`. */
function goalsOf(robot: Robot) {
  const { x, y, theta } = placeOf(robot);
  const around = [0, Math.PI / 2, -Math.PI / 2, Math.PI].map((turn) => ({
    x: x + goalM * Math.cos(theta + turn),
    y: y + goalM * Math.sin(theta + turn),
  }));
  const { goal } = robot;
  const isThere = goal && Math.hypot(goal.x - x, goal.y - y) < 1;
  return goal && !isThere ? [goal, ...around] : around;
}

/** Cancels what is active and waits until the robot is idle. */
export async function standStill(robot: Robot): Promise<void> {
  const mark = robot.mark();
  if (robot.state?.paused) robot.act('stopPause');
  if (robot.state && robot.state.orderId !== '' && !isDone(robot.state))
    robot.act('cancelOrder', { orderId: robot.state.orderId });
  await robot.nextState(mark, (state) => (state.orderId === '' || isDone(state)) && !state.driving);
}

/** Starts a drive that the robot begins, and pauses it there. Throws `NotTested` if it drives nowhere. */
export async function startDrive(robot: Robot, pause = true): Promise<ActiveOrder> {
  await standStill(robot);
  const here = placeOf(robot);
  for (const goal of goalsOf(robot)) {
    const [mark, sentMs] = [robot.mark(), Date.now()];
    const nodes = [nodeAt(here, 'here'), nodeAt({ ...goal, mapId: here.mapId }, 'goal')];
    const orderId = sendOrder(robot, nodes);
    const first = await robot.nextState(mark, (state) => state.orderId === orderId);
    if (!first) continue;
    const moves = (state: RobotState) => state.orderId === orderId && state.driving && !isDone(state);
    const moving = await robot.nextState(mark, moves);
    if (!moving) {
      await standStill(robot);
      continue;
    }
    if (pause) await pauseDrive(robot);
    return { orderId, nodes, goal, shown: first, sentMs };
  }
  throw new NotTested('the robot drives to no place 3 m away; name one with --goal X,Y');
}

/** Pauses the drive, so that the order stays active. */
async function pauseDrive(robot: Robot): Promise<void> {
  const mark = robot.mark();
  robot.act('startPause');
  await robot.nextState(mark, ({ paused }) => paused);
}

/** Runs `work` while an order is active and the robot is paused; cancels it afterwards. */
export async function withOrder(robot: Robot, work: (order: ActiveOrder) => Promise<void>): Promise<void> {
  const order = await startDrive(robot);
  try {
    await work(order);
  } finally {
    await standStill(robot);
  }
}
