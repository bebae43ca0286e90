import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPeer, type Peer } from '../../test-kit/peer.ts';
import { aRobotProcess, cleaningOrder, office } from '../../test-kit/robots.ts';
import type { RobotProcess } from './robot-process.ts';

let peer: Peer;
let robot: RobotProcess | undefined;
beforeEach(async () => {
  peer = await startPeer();
});
afterEach(async () => {
  await robot?.stop();
  await peer.close();
});

const sn = 'AGV001';
const start = { x: 3, y: 12.5, theta: 0 };
const goal = { x: 12, y: 12.5 };
const plain = (vda: string) =>
  aRobotProcess(peer, { sn, vda, model: 'PLAIN', start, dock: undefined, password: undefined, speedup: 3 });

function orderV2(orderId: string) {
  const node = (nodeId: string, sequenceId: number, { x, y }: { x: number; y: number }) => ({
    nodeId,
    sequenceId,
    released: true,
    actions: [],
    nodePosition: { x, y, mapId: office().mapId, allowedDeviationXy: 0.5 },
  });
  return {
    orderId,
    orderUpdateId: 0,
    nodes: [node('here', 0, start), node('goal', 2, goal)],
    edges: [
      { edgeId: 'e1', sequenceId: 1, released: true, startNodeId: 'here', endNodeId: 'goal', actions: [] },
    ],
  };
}

test('a plain 2.0 vehicle executes order, pause and cancel with the names of version 2.0', async () => {
  robot = plain('2.0.0');
  await peer.until('state', ({ name }) => name === 'state');
  const { body: online } = await peer.until('connection', ({ name }) => name === 'connection');
  expect(online).toMatchObject({ connectionState: 'ONLINE', version: '2.0.0' });
  peer.send(sn, 'order', orderV2('o-1'), 'v2');
  await peer.until('driving', ({ name, body }) => name === 'state' && body['driving'] === true);
  const instant = (actionType: string, under: 'actions' | 'instantActions') =>
    peer.send(
      sn,
      'instantActions',
      { [under]: [{ actionType, actionId: actionType, blockingType: 'HARD' }] },
      'v2',
    );
  instant('startPause', 'instantActions');
  await peer.until('paused', ({ name, body }) => name === 'state' && body['paused'] === true);
  instant('stopPause', 'actions');
  const { body } = await peer.until(
    'arrival',
    ({ name, body: state }) => name === 'state' && state['lastNodeId'] === 'goal',
  );
  expect(body).toMatchObject({
    orderId: 'o-1',
    nodeStates: [],
    edgeStates: [],
    batteryState: { charging: false },
  });
  const { x, y } = body['agvPosition'] as { x: number; y: number };
  expect(Math.hypot(x - goal.x, y - goal.y)).toBeLessThan(0.5);
  instant('cancelOrder', 'actions');
  await peer.until('no order', ({ body: state }) =>
    JSON.stringify(state['errors'] ?? '').includes('noOrderToCancel'),
  );
  expect(peer.received.filter(({ name }) => name.startsWith('x'))).toEqual([]);
});

test('a plain 3.0 vehicle refuses a cleaning order with UNSUPPORTED_ACTION', async () => {
  robot = plain('3.0.0');
  await peer.until('state', ({ name }) => name === 'state');
  const order = cleaningOrder(office(), ['Corridor']);
  order.nodes[0]!.nodePosition = { ...order.nodes[0]!.nodePosition!, ...start };
  peer.send(sn, 'order', order);
  const { body } = await peer.until('refusal', ({ body: state }) =>
    JSON.stringify(state['errors'] ?? '').includes(order.orderId),
  );
  expect(body).toMatchObject({
    orderId: '',
    errors: [{ errorType: 'UNSUPPORTED_ACTION', errorLevel: 'WARNING' }],
  });
  const factsheet = JSON.stringify(peer.of('factsheet')[0]);
  expect(factsheet).toContain('cancelOrder');
  expect(factsheet).not.toContain('cleanArea');
});
