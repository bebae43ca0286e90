import { gunzipSync } from 'node:zlib';
import { decode } from 'fast-png';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startPeer, type Peer } from '../../test-kit/peer.ts';
import { areaOf, aRobotProcess, cleaningOrder, office } from '../../test-kit/robots.ts';
import type { RobotProcess } from '../connection/robot-process.ts';

let peer: Peer;
let robot: RobotProcess | undefined;
beforeAll(async () => {
  peer = await startPeer();
});
afterEach(async () => {
  await robot?.stop();
  robot = undefined;
  peer.received.length = 0;
  peer.files.clear();
});
afterAll(() => peer.close());

const inOrder = <T>(values: readonly T[]) => values.filter((value, i) => value !== values[i - 1]);

test('a run passes its phases in order and ends with a report and its files', async () => {
  robot = aRobotProcess(peer);
  await peer.until('state', ({ name }) => name === 'state');
  const world = office();
  const order = cleaningOrder(world, ['Meeting room Oder', 'Reception']);
  peer.send('J30C0001', 'order', order);
  const { body: report } = await peer.until('report', ({ name }) => name === 'xReport', 50_000);

  const tasks = peer.of('xTask').filter(({ runId }) => runId === order.orderId);
  expect(inOrder(tasks.map(({ phase }) => phase)).filter((phase) => phase !== '')).toEqual([
    'UNDOCKING',
    ...['HEADING_TO_AREA', 'STARTING_PARTS', 'CLEANING', 'STOPPING_PARTS'],
    ...['HEADING_TO_AREA', 'STARTING_PARTS', 'CLEANING', 'STOPPING_PARTS'],
    ...['HEADING_TO_CHARGE', 'DOCKING', 'REPLENISHING'],
  ]);
  expect(inOrder(tasks.map(({ state }) => state))).toEqual(['IN_PROGRESS', 'COMPLETE']);

  expect(report).toMatchObject({ runId: order.orderId, result: 'SUCCESS', alarms: [] });
  const totals = report['totals'] as Record<string, number>;
  expect(totals['coverage']).toBeGreaterThanOrEqual(0.97);
  expect(report['areas']).toHaveLength(2);
  expect(report['files']).toEqual({
    trajectory: expect.stringMatching(/^file-/),
    coverage: [{ mapId: world.mapId, fileId: expect.stringMatching(/^file-/) }],
  });
  expectTrajectory(order.orderId, totals['distanceM']!);
  expectPicture(order.orderId, totals['cleanedM2']!);
});

function expectTrajectory(runId: string, distanceM: number) {
  const [head, ...lines] = gunzipSync(peer.files.get(`TRAJECTORY ${runId}.traj.gz`)!)
    .toString()
    .split('\n');
  expect(JSON.parse(head!)).toMatchObject({ format: 'traj-1', runId, mapId: office().mapId });
  const steps = lines.map((line) => JSON.parse(line) as number[]);
  // The first step is the offset of the start from the map's origin; the others add up to the driven path.
  const driven = steps.slice(1).reduce((sum, [, dx = 0, dy = 0]) => sum + Math.hypot(dx, dy) / 100, 0);
  expect(driven).toBeGreaterThan(distanceM * 0.95);
  expect(driven).toBeLessThan(distanceM * 1.05);
  expect(steps.every((step) => step.length === 5 && step.every(Number.isInteger))).toBe(true);
}

function expectPicture(runId: string, cleanedM2: number) {
  const picture = decode(peer.files.get(`COVERAGE ${runId}.png`)!);
  const { grid } = office();
  expect([picture.width, picture.height, picture.channels, picture.depth]).toEqual([
    Math.ceil(grid.width / 2),
    Math.ceil(grid.height / 2),
    1,
    8,
  ]);
  const painted = Array.from(picture.data).filter((value) => value > 0).length * 0.01;
  expect(painted).toBeGreaterThan(cleanedM2 * 0.95);
  expect(painted).toBeLessThan(cleanedM2 * 1.25);
  // Row 0 is the greatest y: the meeting room lies in the upper half of the floor, the reception in the lower.
  const room = areaOf(office(), 'Meeting room Oder').points[0]!;
  const row = picture.height - 1 - Math.floor((room.y + 0.5 - grid.originY) / 0.1);
  const column = Math.floor((room.x + 0.5 - grid.originX) / 0.1);
  expect(picture.data[row * picture.width + column]).toBeGreaterThan(0);
}

test('a cancelled order is removed from the state and reported as PARTIAL', async () => {
  robot = aRobotProcess(peer);
  await peer.until('state', ({ name }) => name === 'state');
  const order = cleaningOrder(office(), ['Reception']);
  peer.send('J30C0001', 'order', order);
  await peer.until('cleaning', ({ name, body }) => name === 'xTask' && Number(body['cleanedM2']) > 5);
  const cancel = {
    actionType: 'cancelOrder',
    actionId: 'c1',
    blockingType: 'NONE',
    actionParameters: [{ key: 'orderId', value: order.orderId }],
  };
  peer.send('J30C0001', 'instantActions', { actions: [cancel] });
  const { body: report } = await peer.until('report', ({ name }) => name === 'xReport');
  expect(report).toMatchObject({ runId: order.orderId, result: 'PARTIAL', code: 'USER_CANCELED' });
  const { body: state } = await peer.until(
    'empty order',
    ({ name, body }) => name === 'state' && JSON.stringify(body['instantActionStates']).includes('FINISHED'),
  );
  expect(state).toMatchObject({ nodeStates: [], edgeStates: [], orderId: order.orderId });
  expect(
    (state['actionStates'] as { actionStatus: string }[]).map(({ actionStatus }) => actionStatus),
  ).not.toContain('RUNNING');
});

test('a paused run is paused in the state, stops the robot, and has the pause in its report', async () => {
  robot = aRobotProcess(peer);
  await peer.until('state', ({ name }) => name === 'state');
  const order = cleaningOrder(office(), ['Meeting room Oder']);
  const instant = (actionType: string) =>
    peer.send('J30C0001', 'instantActions', {
      actions: [{ actionType, actionId: `${actionType}-1`, blockingType: 'NONE', actionParameters: [] }],
    });
  peer.send('J30C0001', 'order', order);
  await peer.until('cleaning', ({ name, body }) => name === 'xTask' && body['phase'] === 'CLEANING');
  instant('startPause');
  await peer.until(
    'paused',
    ({ name, body }) => name === 'state' && body['paused'] === true && body['driving'] === false,
  );
  await peer.until(
    'parts up',
    ({ name, body }) => name === 'xTask' && body['phase'] === 'STOPPING_PARTS' && body['state'] === 'PAUSED',
  );
  instant('stopPause');
  const { body: report } = await peer.until('report', ({ name }) => name === 'xReport');
  expect(report).toMatchObject({ result: 'SUCCESS', pauses: [{ by: 'fleet', seconds: expect.any(Number) }] });
});

test('an order for another map is refused with a reason and not started', async () => {
  robot = aRobotProcess(peer);
  await peer.until('state', ({ name }) => name === 'state');
  const order = cleaningOrder(office(), ['Reception']);
  const elsewhere = structuredClone(order);
  for (const node of elsewhere.nodes) node.nodePosition!.mapId = 'another-floor';
  peer.send('J30C0001', 'order', elsewhere);
  const { body: state } = await peer.until(
    'refusal',
    ({ name, body }) => name === 'state' && JSON.stringify(body['errors']).includes('UNKNOWN_MAP_ID'),
  );
  expect(state).toMatchObject({ orderId: '', nodeStates: [] });
  expect(JSON.stringify(state['errors'])).toContain(order.orderId);
  peer.send('J30C0001', 'order', { orderId: 7 });
  await peer.until(
    'refusal',
    ({ name, body }) => name === 'state' && JSON.stringify(body['errors']).includes('VALIDATION_FAILURE'),
  );
});

test('a robot with a jammed brush refuses to clean and accepts a drive', async () => {
  robot = aRobotProcess(peer, { faults: [{ code: '20110', atS: 1, lastsS: Infinity }] });
  await peer.until('the alarm', ({ name, body }) => name === 'xAlarm' && body['code'] === '20110');
  const cleaning = cleaningOrder(office(), ['Reception']);
  peer.send('J30C0001', 'order', cleaning);
  const refusal = ({ errorType, errorReferences }: Record<string, unknown>) =>
    errorType === 'MOBILE_ROBOT_NOT_AVAILABLE' && JSON.stringify(errorReferences).includes(cleaning.orderId);
  await peer.until(
    'the refusal',
    ({ name, body }) => name === 'state' && (body['errors'] as Record<string, unknown>[]).some(refusal),
  );
  const drive = cleaningOrder(office(), ['Reception']);
  peer.send('J30C0001', 'order', { ...drive, nodes: drive.nodes.map((node) => ({ ...node, actions: [] })) });
  await peer.until('the drive', ({ name, body }) => name === 'state' && body['orderId'] === drive.orderId);
});
