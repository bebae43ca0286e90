import { uuidPattern } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { cleaningOrder } from '../../test-kit/robots.ts';

/** A robot on open floor, a driver, and its messages. Time runs ten times as fast, and in real time during a session. */
function aDriven({ at = { x: 5, y: 12.5, theta: 0 } } = {}) {
  const base = aComputer('J30', 1, { speedup: 10, mtbfH: 1e9 });
  const { computer, advance, receive, sent } = base;
  const { robot } = computer;
  computer.connected();
  advance(0.5);
  robot.power.carryAway();
  Object.assign(robot.drive.pose, at);
  robot.rest();
  const sessionId = newId();
  let [seq, laneSeq] = [0, 0];
  const command = (type: string, params: object) =>
    receive('xCommand', {
      commandId: newId(),
      type,
      lane: 'SESSION',
      laneSeq: ++laneSeq,
      issuedAt: '',
      params,
      ttlMs: 5000,
      timeoutMs: 10_000,
      attempt: 1,
      serverTime: '',
    });
  const bodiesOf = (topic: string) =>
    sent
      .filter((message) => message.topic.endsWith(`/${topic}`))
      .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  const frame = (more: object = {}) =>
    receive('xDrive', { sessionId, seq: seq++, ageMs: 20, deadman: true, v: 0.4, w: 0, ...more });
  return {
    ...base,
    robot,
    sessionId,
    command,
    bodiesOf,
    frame,
    open: (params: object = {}) => command('teleop.open', { sessionId, maxV: 0.4, ...params }),
    replies: () => bodiesOf('xReply').map(({ status, code }) => `${String(status)} ${String(code)}`.trim()),
    /** Holds the dead-man switch for some seconds, with ten frames per second. */
    hold: (seconds: number, more: object = {}) => {
      for (let i = 0; i < seconds * 10; i++) {
        frame(more);
        advance(0.1);
      }
    },
    mode: () => bodiesOf('xTelemetry').at(-1)?.['mode'],
    operating: () => bodiesOf('state').at(-1)?.['operatingMode'],
  };
}
type Driven = ReturnType<typeof aDriven>;

const placeOf = ({ robot }: Driven) => ({ ...robot.drive.pose });
const awayFrom = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y);

test('a robot that loses its connection at 0.4 m/s stands within 0.9 s and 0.26 m', () => {
  const driven = aDriven();
  const { robot, advance, open, hold } = driven;
  open();
  hold(2);
  expect(robot.drive.v).toBeCloseTo(0.4);
  const [from, sinceS] = [placeOf(driven), robot.usage.upS];
  driven.computer.disconnected();
  let [stoodS, ended] = [Infinity, Infinity];
  advance(2.9, () => {
    if (robot.drive.v === 0) stoodS = Math.min(stoodS, robot.usage.upS - sinceS);
    if (!robot.teleop.open) ended = Math.min(ended, robot.usage.upS - sinceS);
  });
  expect(stoodS).toBeLessThanOrEqual(0.9);
  expect(awayFrom(from, robot.drive.pose)).toBeLessThanOrEqual(0.26);
  expect(awayFrom(from, robot.drive.pose)).toBeGreaterThan(0.16);
  // Two seconds without the broker end the session.
  expect(ended).toBeLessThan(3);
  expect(robot.mode).toBe('STANDBY');
});

test('a session without frames is halted after 3 s and ends after 30 s, and a new frame continues it before that', () => {
  const driven = aDriven();
  const { robot, advance, open, hold, bodiesOf } = driven;
  open();
  hold(1);
  advance(2.5);
  expect(bodiesOf('xDriveAck').at(-1)).toMatchObject({ halted: false, v: 0 });
  advance(1);
  expect(bodiesOf('xDriveAck').at(-1)).toMatchObject({ halted: true });
  hold(0.5);
  expect(bodiesOf('xDriveAck').at(-1)).toMatchObject({ halted: false });
  advance(29);
  expect(robot.teleop.open).toBe(true);
  advance(3);
  expect(robot.teleop.open).toBe(false);
});

test('a released dead-man switch stops the robot without waiting for the watchdog', () => {
  const driven = aDriven();
  const { robot, advance, open, hold, frame } = driven;
  open();
  hold(2);
  const from = placeOf(driven);
  frame({ deadman: false, v: 0 });
  advance(0.5);
  expect(robot.drive.v).toBe(0);
  expect(awayFrom(from, robot.drive.pose)).toBeLessThan(0.12);
});

test('frames of another session, too old frames and frames out of order are ignored', () => {
  const driven = aDriven();
  const { robot, advance, open, frame } = driven;
  open();
  frame({ sessionId: newId() });
  frame({ ageMs: 301 });
  advance(0.3);
  expect(robot.drive.v).toBe(0);
  frame({ seq: 50, deadman: false, v: 0 });
  for (const seq of [50, 49, 3]) frame({ seq });
  advance(0.3);
  expect(robot.drive.v).toBe(0);
  frame({ seq: 51, v: 9 });
  frame({ seq: 52, v: 0.6 });
  advance(0.3);
  expect(robot.drive.v).toBeGreaterThan(0);
  expect(robot.drive.v).toBeLessThanOrEqual(0.4);
});

test('a driven robot stops before a wall, reports OBSTACLE, and can back off', () => {
  const driven = aDriven({ at: { x: 38, y: 12.5, theta: 0 } });
  const { robot, open, hold, bodiesOf } = driven;
  open();
  hold(20);
  expect(robot.drive.v).toBe(0);
  expect(robot.ground.mayStray(robot.drive.pose.x, robot.drive.pose.y)).toBe(true);
  expect(bodiesOf('xDriveAck').at(-1)).toMatchObject({ limited: 'OBSTACLE', halted: false });
  const wall = placeOf(driven);
  hold(2, { v: -0.3 });
  expect(awayFrom(wall, robot.drive.pose)).toBeGreaterThan(0.3);
  expect(bodiesOf('xDriveAck').at(-1)).toMatchObject({ limited: 'NONE' });
});

test('xDriveAck is sent five times per second with the newest frame', () => {
  const { open, hold, bodiesOf, sessionId } = aDriven();
  open();
  hold(2);
  const acks = bodiesOf('xDriveAck');
  expect(acks.length).toBeGreaterThanOrEqual(9);
  expect(acks.length).toBeLessThanOrEqual(11);
  expect(acks.at(-1)).toMatchObject({ sessionId, v: 0.4, limited: 'NONE' });
  expect(Number(acks.at(-1)?.['lastSeq'])).toBeGreaterThanOrEqual(18);
  expect(Number(acks.at(-1)?.['rxGapMs'])).toBeLessThanOrEqual(100);
});

test('a session without a run sets MANUAL, and STANDBY after it is closed', () => {
  const driven = aDriven();
  const { open, command, advance, sessionId, replies } = driven;
  open();
  advance(1);
  expect([driven.mode(), driven.operating()]).toEqual(['MANUAL_RUN', 'MANUAL']);
  command('teleop.close', { sessionId, resume: false });
  advance(1.5);
  expect([driven.mode(), driven.operating()]).toEqual(['STANDBY', 'AUTOMATIC']);
  expect(replies()).toEqual(['SUCCEEDED', 'ACCEPTED', 'SUCCEEDED']);
});

test('a paused run is kept during a session and continues at its interrupted pose', () => {
  const driven = aDriven({ at: { x: 33, y: 5, theta: 0 } });
  const { receive, robot, world, advance, open, command, hold, sessionId } = driven;
  receive('order', cleaningOrder(world, ['Corridor']));
  advance(4);
  expect(robot.mode).toBe('AUTO_RUN');
  open();
  expect(driven.replies().at(-1)).toBe('REJECTED MODE_FORBIDS');
  robot.pause.begin('Mei');
  advance(1);
  const left = placeOf(driven);
  open();
  hold(2, { v: -0.3 });
  advance(1.1);
  expect([driven.mode(), driven.operating()]).toEqual(['MANUAL_RUN', 'INTERVENED']);
  expect(robot.orders.active).toBe(true);
  expect(awayFrom(left, robot.drive.pose)).toBeGreaterThan(0.2);
  command('teleop.close', { sessionId, resume: true });
  let nearest = Infinity;
  advance(3, () => (nearest = Math.min(nearest, awayFrom(left, robot.drive.pose))));
  expect(nearest).toBeLessThan(0.05);
  expect([robot.mode, robot.pause.by, robot.run?.state]).toEqual(['AUTO_RUN', undefined, 'IN_PROGRESS']);
});

test('a session closed without resume leaves the run paused, and without a route back the run ends', () => {
  const driven = aDriven({ at: { x: 33, y: 5, theta: 0 } });
  const { receive, robot, world, advance, open, command, sessionId } = driven;
  receive('order', cleaningOrder(world, ['Corridor']));
  advance(4);
  robot.pause.begin('Mei');
  advance(1);
  open();
  command('teleop.close', { sessionId });
  advance(1);
  expect([robot.mode, robot.pause.by]).toEqual(['AUTO_RUN', 'Mei']);
  const again = newId();
  command('teleop.open', { sessionId: again });
  Object.assign(robot.drive.pose, { x: -50, y: -50 });
  command('teleop.close', { sessionId: again, resume: true });
  advance(0.2);
  expect(robot.run).toBeUndefined();
  expect(robot.operatingMode).toBe('MANUAL');
  expect(driven.bodiesOf('xTask').at(-1)).toMatchObject({ state: 'INTERRUPTED', code: 'OPERATOR_MOVED' });
});

test('teleop.open is refused while frozen, relocating or charging, and with bad parameters', () => {
  const { robot, open, command, replies, sessionId } = aDriven();
  robot.frozen = true;
  open();
  robot.frozen = false;
  robot.relocating = true;
  open();
  robot.relocating = false;
  robot.setMode('CHARGING');
  open();
  robot.setMode('STANDBY');
  open({ maxV: 3 });
  command('teleop.open', { sessionId: 'x' });
  expect(replies()).toEqual([
    'REJECTED FROZEN',
    'REJECTED RELOCATING',
    'REJECTED MODE_FORBIDS',
    'REJECTED BAD_PARAMS',
    'REJECTED BAD_PARAMS',
  ]);
  expect(uuidPattern.test(sessionId)).toBe(true);
});
