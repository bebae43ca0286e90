import { randomUUID } from 'node:crypto';
import {
  errorsOf,
  isDone,
  nodeAt,
  placeOf,
  refusalOf,
  refused,
  sendOrder,
  standStill,
  startDrive,
  withOrder,
} from '../orders.ts';
import type { Received, Robot } from '../robot.ts';
import { version3, type Need, type Rule } from '../rule.ts';
import { broken } from '../verdict.ts';

const page = 'orders.md#sending-an-order';
const shownMs = 5_000;
const driveMs = 60_000;
/** Beyond the deviation of the node, because the position is rounded. */
const roundingM = 0.1;

/** Fails unless the state refuses this order for this reason. Version 2 has other names for the reasons. */
function isRefusal(robot: Robot, orderId: string, message: Received | undefined, type: string): Received {
  if (!message?.state) broken(`no error in the state names the order; ${type} was expected`);
  const [error] = errorsOf(message.state, orderId);
  if (robot.major === 'v3' && error?.type !== type) broken(`${type} was expected`, message, 'errors');
  return message;
}

async function repeatIsIgnored(robot: Robot): Promise<void> {
  await withOrder(robot, async ({ orderId, nodes }) => {
    const left = robot.state?.nodesLeft;
    const mark = robot.mark();
    sendOrder(robot, nodes, orderId);
    const message = await robot.next(mark, 'state');
    if (!message?.state) broken('the repeated order was not answered with a state');
    if (message.state.orderId !== orderId) broken('another order', message, 'orderId');
    if (errorsOf(message.state, orderId).length > 0) broken('an error names the order', message, 'errors');
    if (message.state.nodesLeft !== left) broken('it began again', message, 'nodeStates');
  });
}

async function otherIsRefused(robot: Robot): Promise<void> {
  await withOrder(robot, async ({ orderId, nodes }) => {
    const mark = robot.mark();
    const other = sendOrder(robot, nodes);
    const message = isRefusal(robot, other, await refusalOf(robot, other, mark), 'OTHER_ORDER_ACTIVE');
    if (message.state?.orderId !== orderId) broken('the active order is gone', message, 'orderId');
  });
}

async function pausesAndResumes(robot: Robot): Promise<void> {
  await startDrive(robot, false);
  try {
    for (const [action, paused] of [
      ['startPause', true],
      ['stopPause', false],
    ] as const) {
      const mark = robot.mark();
      const actionId = robot.act(action);
      const message = await robot.nextState(mark, (state) => state.paused === paused);
      if (!message)
        broken(`paused is not ${paused} after ${action}`, robot.since(mark, 'state').at(-1), 'paused');
      const isFinished = await robot.nextState(mark, ({ instantActions }) =>
        instantActions.some((it) => it.actionId === actionId && it.status === 'FINISHED'),
      );
      if (!isFinished) broken(`${action} is not FINISHED`, robot.since(mark, 'state').at(-1));
    }
  } finally {
    await standStill(robot);
  }
}

async function arrives(robot: Robot): Promise<void> {
  const { orderId, goal } = await startDrive(robot, false);
  const arrived = await robot.nextState(0, (state) => state.orderId === orderId && isDone(state), driveMs);
  const last = robot.received.findLast(({ name }) => name === 'state');
  if (!arrived?.state) broken(`not at the goal after ${driveMs / 1000} s`, last, 'nodeStates');
  if (arrived.state.lastNodeId !== 'goal') broken('the goal was expected', arrived, 'lastNodeId');
  const position = arrived.state.position;
  const awayM = position ? Math.hypot(position.x - goal.x, position.y - goal.y) : 0;
  if (awayM > 0.5 + roundingM) broken(`${awayM.toFixed(2)} m from the goal, 0.5 m are allowed`, arrived);
}

async function refusalStays(robot: Robot): Promise<void> {
  await standStill(robot);
  const { orderId, message } = await refused(robot, [
    nodeAt({ ...placeOf(robot), mapId: randomUUID() }, 'here'),
  ]);
  const first = isRefusal(robot, orderId, message, 'UNKNOWN_MAP_ID');
  const error = first.state && errorsOf(first.state, orderId)[0];
  for (const key of ['topic', 'orderId', 'orderUpdateId'])
    if (error?.references[key] === undefined) broken(`the references lack ${key}`, first, 'errors');
  if (error?.level !== 'WARNING') broken('the level is not WARNING', first, 'errors');
  const mark = robot.mark();
  robot.act('stateRequest');
  const next = await robot.next(mark, 'state');
  if (!next?.state || errorsOf(next.state, orderId).length === 0)
    broken('the next state is without the error', next, 'errors');
  await withOrder(robot, async () => {
    const accepted = robot.state;
    if (accepted && errorsOf(accepted, orderId).length > 0)
      broken(
        'the error is still there after an accepted order',
        robot.received.findLast((it) => it.state),
        'errors',
      );
  });
}

const refusalRule = (
  id: string,
  rule: string,
  type: string,
  send: (robot: Robot) => string,
  needs: readonly Need[] = [],
): Rule => ({
  id,
  rule: `${rule} (\`${type}\`).`,
  page,
  ...(needs.length > 0 && { needs }),
  check: async (robot) => {
    await standStill(robot);
    const mark = robot.mark();
    const orderId = send(robot);
    isRefusal(robot, orderId, await refusalOf(robot, orderId, mark), type);
    if (robot.state?.orderId === orderId && !isDone(robot.state)) {
      await standStill(robot);
      broken('the refused order is active');
    }
  },
});

/** An order whose nodes are not joined by an edge. */
function sendUnjoined(robot: Robot): string {
  const here = placeOf(robot);
  const plan = { orderId: randomUUID(), orderUpdateId: 0, description: '' };
  const nodes = [nodeAt(here, 'here'), nodeAt(here, 'goal')];
  robot.send('order', { ...robot.codec.order({ ...plan, nodes }, robot.abilities), edges: [] });
  return plan.orderId;
}

export const orderRules: readonly Rule[] = [
  {
    id: 'ORDER-1',
    rule: 'A `state` shows an accepted order within five seconds.',
    page,
    check: (robot) =>
      withOrder(robot, async ({ shown, sentMs }) => {
        if (shown.atMs - sentMs > shownMs) broken(`after ${shown.atMs - sentMs} ms`, shown, 'orderId');
      }),
  },
  {
    id: 'ORDER-2',
    rule: 'It ignores an order that it has already, and publishes one `state`.',
    page,
    check: repeatIsIgnored,
  },
  {
    id: 'ORDER-3',
    rule: 'It refuses another order while one is active (`OTHER_ORDER_ACTIVE`), and keeps the active one.',
    page,
    check: otherIsRefused,
  },
  {
    id: 'ORDER-4',
    rule: 'It pauses and goes on with `startPause` and `stopPause`.',
    page: 'orders.md#pause-resume-stop',
    check: pausesAndResumes,
  },
  {
    id: 'ORDER-5',
    rule: 'It ends its order with `cancelOrder`.',
    page: 'orders.md#pause-resume-stop',
    check: async (robot) => {
      const { orderId } = await startDrive(robot);
      const mark = robot.mark();
      robot.act('cancelOrder', { orderId });
      const gone = await robot.nextState(mark, (state) => state.orderId === '' || isDone(state));
      if (!gone) broken('nodes and edges are left', robot.since(mark, 'state').at(-1), 'nodeStates');
    },
  },
  {
    id: 'ORDER-6',
    rule: 'It answers `cancelOrder` without an order with the error `NO_ORDER_TO_CANCEL`.',
    page: 'orders.md#instant-actions',
    check: async (robot) => {
      await standStill(robot);
      const mark = robot.mark();
      robot.act('cancelOrder', { orderId: '' });
      const isSaid = await robot.nextState(mark, ({ errors }) =>
        errors.some(({ type }) => type === 'NO_ORDER_TO_CANCEL'),
      );
      if (!isSaid) broken('no such error', robot.since(mark, 'state').at(-1), 'errors');
    },
  },
  {
    id: 'ORDER-7',
    rule: 'It drives to the goal; then no node and edge is left and `lastNodeId` is the goal.',
    page: 'orders.md#runs',
    check: arrives,
  },
  refusalRule(
    'ORDER-8',
    'It refuses an order whose nodes and edges do not fit',
    'VALIDATION_FAILURE',
    sendUnjoined,
  ),
  refusalRule(
    'ORDER-9',
    'It refuses an order on a map that is not enabled',
    'UNKNOWN_MAP_ID',
    (robot) => sendOrder(robot, [nodeAt({ ...placeOf(robot), mapId: randomUUID() }, 'here')]),
    // Version 2 has no state of maps.
    [version3],
  ),
  refusalRule('ORDER-10', 'It refuses an order that begins elsewhere', 'NO_ROUTE_TO_TARGET', (robot) => {
    const { x, y, mapId } = placeOf(robot);
    return sendOrder(robot, [nodeAt({ x: x + 50, y: y + 50, mapId }, 'here')]);
  }),
  refusalRule(
    'ORDER-11',
    'It refuses an order with an action that it does not know',
    'UNSUPPORTED_ACTION',
    (robot) => {
      const orderId = randomUUID();
      const action = { actionType: 'conformUnknown', actionId: `${orderId}.0`, parameters: {} };
      const actions = [{ ...action, blockingType: 'HARD' as const }];
      return sendOrder(robot, [nodeAt(placeOf(robot), 'here', { actions })], orderId);
    },
  ),
  {
    id: 'ORDER-12',
    rule: 'A refusal has level `WARNING` and all references, and stays until the next accepted order.',
    page,
    needs: [version3],
    check: refusalStays,
  },
];
