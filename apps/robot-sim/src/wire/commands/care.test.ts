import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { scoreOf } from '../../robot/drive/localization.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { cleaningOrder, office } from '../../test-kit/robots.ts';
import { hashOf } from '../settings/sections.ts';

type Body = Record<string, unknown>;
let world: ReturnType<typeof aComputer>;
beforeEach(() => {
  world = aComputer('J30', 1, { mtbfH: Infinity, speedup: 1 });
  world.computer.connected();
  world.advance(5);
});

const bodiesOf = (name: string): Body[] =>
  world.sent.filter((message) => message.name === name).map(({ payload }) => JSON.parse(payload) as Body);
const command = (type: string, laneSeq: number, params: Body = {}, lane = 'SYSTEM') => ({
  commandId: newId(),
  type,
  lane,
  laneSeq,
  issuedAt: '',
  ttlMs: 60_000,
  timeoutMs: 60_000,
  attempt: 1,
  params,
});
const last = (commandId: string) => bodiesOf('xReply').findLast((reply) => reply['commandId'] === commandId);

test('an old command that is resent after its record was dropped is refused as STALE_SEQUENCE', () => {
  const first = command('consumable.reset', 1, { id: 'filter' }, 'CONFIG');
  world.receive('xCommand', first);
  expect(last(first.commandId)).toMatchObject({ status: 'SUCCEEDED' });
  for (let seq = 2; seq <= 2_002; seq++) world.receive('xCommand', command('ping', seq));
  world.receive('xCommand', { ...first, attempt: 2 });
  expect(last(first.commandId)).toMatchObject({ status: 'REJECTED', code: 'STALE_SEQUENCE' });
  expect(world.computer.robot.wear.items.find(({ id }) => id === 'filter')?.resets).toBe(1);
});

test('the score of a pose falls with its distance and its angle from the true pose', () => {
  const truth = { x: 5, y: 5, theta: Math.PI };
  const scores = [0, 0.5, 1, 2, 6].map((x) => scoreOf(truth, { ...truth, x: 5 + x }));
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(scoreOf(truth, { ...truth, theta: -Math.PI + 0.01 })).toBeGreaterThan(0.95);
  expect(scoreOf(truth, { ...truth, theta: 0 })).toBeLessThan(0.6);
});

test('a robot in relocation stands still, and a pose with a low score does not change its true pose', () => {
  const { computer } = world;
  const { robot } = computer;
  const truth = { ...robot.drive.pose };
  world.receive('xCommand', command('relocation.enter', 1, { mapId: robot.world.mapId }, 'MOTION'));
  const pose = (x: number, y: number) => {
    const pairs = Object.entries({ x, y, theta: truth.theta, mapId: robot.world.mapId, lastNodeId: '' });
    const actionParameters = pairs.map(([key, value]) => ({ key, value }));
    const action = { actionType: 'initializePosition', actionId: newId(), blockingType: 'NONE' };
    world.receive('instantActions', { actions: [{ ...action, actionParameters }] });
    world.advance(2);
    return bodiesOf('state').at(-1)?.['mobileRobotPosition'] as Body;
  };
  expect(pose(truth.x + 5, truth.y)).toMatchObject({ x: truth.x + 5, localized: false });
  expect(robot.relocating).toBe(true);
  expect(robot.drive.pose).toEqual(truth);
  const near = pose(truth.x + 0.2, truth.y);
  expect(near).toMatchObject({ localized: true });
  expect(Number(near['x'])).toBeCloseTo(truth.x, 1);
  expect(robot.relocating).toBe(false);
});

test('a worn part raises 20301, a used-up part raises 20302, and a new part clears both', () => {
  const { robot } = world.computer;
  const filter = robot.wear.items.find(({ id }) => id === 'filter')!;
  const alarms = () => robot.alarms.active.map(({ code, refs }) => `${code} ${String(refs['part'])}`);
  filter.usedHours = filter.lifeHours * 0.86;
  world.advance(2);
  expect(alarms()).toEqual(['20301 filter']);
  filter.usedHours = filter.lifeHours;
  world.advance(2);
  expect(alarms()).toEqual(['20302 filter']);
  world.receive('xCommand', command('consumable.reset', 1, { id: 'filter', lifeHours: 600 }, 'CONFIG'));
  world.advance(2);
  expect(alarms()).toEqual([]);
  expect(filter).toMatchObject({ usedHours: 0, lifeHours: 600, resets: 1 });
});

test('consumable limits apply once desired, and a section with an unknown part is refused as a whole', () => {
  const { computer } = world;
  const filter = computer.robot.wear.items.find(({ id }) => id === 'filter')!;
  const desire = (version: number, inline: object) =>
    world.receive('xDesired', {
      docVersion: version,
      sections: { consumables: { version, hash: hashOf(inline), inline } },
    });
  filter.usedHours = 360;
  desire(1, { filter: { lifeHours: 500, warnPct: 30, blockPct: 10 } });
  world.advance(11);
  expect(computer.sections.reported['consumables']).toMatchObject({ version: 1, status: 'APPLIED' });
  expect(bodiesOf('xReported').at(-1)?.['consumables']).toContainEqual(
    expect.objectContaining({ id: 'filter', lifeHours: 500, remainingPct: 28 }),
  );
  expect(computer.robot.alarms.active.map(({ code }) => code)).toEqual(['20301']);
  desire(2, {
    filter: { lifeHours: 400, warnPct: 15, blockPct: 0 },
    wheel: { lifeHours: 400, warnPct: 15, blockPct: 0 },
  });
  expect(computer.sections.reported['consumables']).toMatchObject({ status: 'FAILED', code: 'BAD_PARAMS' });
  expect(filter.lifeHours).toBe(500);

  // At the limit the robot refuses cleaning orders only with blockOnConsumable.
  filter.usedHours = 450;
  const cleaning = cleaningOrder(office(), ['Meeting room Oder']);
  computer.robot.settings.blockOnConsumable = true;
  world.receive('order', cleaning);
  expect(computer.robot.orders.active).toBe(false);
  expect(bodiesOf('state').at(-1)?.['errors']).toContainEqual(
    expect.objectContaining({ errorType: 'MOBILE_ROBOT_NOT_AVAILABLE' }),
  );
  computer.robot.settings.blockOnConsumable = false;
  world.receive('order', { ...cleaning, orderId: newId() });
  expect(computer.robot.orders.active).toBe(true);
});

test('a sleeping robot sends no state and wakes at its wakeUpTime', () => {
  const at = new Date(Date.parse(String(bodiesOf('state').at(-1)?.['timestamp'])) + 60_000).toISOString();
  const sleep = {
    actionType: 'startHibernation',
    actionId: newId(),
    blockingType: 'NONE',
    actionParameters: [{ key: 'wakeUpTime', value: at }],
  };
  world.receive('instantActions', { actions: [sleep] });
  expect(bodiesOf('connection').at(-1)).toMatchObject({ connectionState: 'HIBERNATING' });
  const states = bodiesOf('state').length;
  world.advance(30);
  expect(bodiesOf('state').length).toBe(states);
  world.advance(40);
  expect(bodiesOf('connection').at(-1)).toMatchObject({ connectionState: 'ONLINE' });
  expect(bodiesOf('state').length).toBeGreaterThan(states);
});

test('parts that a person sets run for their time, and parts that the model does not have are refused', () => {
  const parts = () => bodiesOf('xTelemetry').at(-1)?.['parts'];
  const set = (seq: number, params: Body) => {
    const request = command('parts.set', seq, params, 'MOTION');
    world.receive('xCommand', request);
    world.advance(1);
    return last(request.commandId);
  };
  world.computer.robot.power.carryAway();
  world.computer.robot.setMode('STANDBY');
  expect(set(1, { sideBrush: 2, water: 1, squeegee: 'DOWN', autoOffS: 10 })).toMatchObject({
    status: 'SUCCEEDED',
  });
  expect(parts()).toMatchObject({ mainBrush: 0, sideBrush: 2, water: 1, squeegee: 'DOWN' });
  expect(set(2, { suction: 4, autoOffS: 10 })).toMatchObject({ status: 'REJECTED', message: 'suction' });
  expect(set(3, { suction: 1 })).toMatchObject({ status: 'REJECTED', message: 'autoOffS' });
  world.advance(12);
  expect(parts()).toMatchObject({ sideBrush: 0, water: 0, squeegee: 'UP' });
});
