import { uuidPattern } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { cleaningOrder } from '../../test-kit/robots.ts';

/** A robot on open floor, a driver, and everything it said. Time runs ten times as fast, and real while it is driven. */
function aDriven({ at = { x: 5, y: 12.5, theta: 0 } } = {}) {
  const it = aComputer('J30', 1, { speedup: 10, mtbfH: 1e9 });
  const { computer, live, receive, sent } = it;
  const { robot } = computer;
  computer.connected();
  live(0.5);
  robot.docked = false;
  Object.assign(robot.drive.pose, at);
  robot.rest();
  const sessionId = newId();
  let [seq, laneSeq] = [0, 0];
  const command = (type: string, params: object) =>
    receive('xCommand', {
      ...{ commandId: newId(), type, lane: 'SESSION', laneSeq: ++laneSeq, issuedAt: '', params },
      ...{ ttlMs: 5000, timeoutMs: 10_000, attempt: 1, serverTime: '' },
    });
  const said = (topic: string) =>
    sent
      .filter((message) => message.topic.endsWith(`/${topic}`))
      .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  const frame = (more: object = {}) =>
    receive('xDrive', { sessionId, seq: seq++, ageMs: 20, deadman: true, v: 0.4, w: 0, ...more });
  return {
    ...it,
    ...{ robot, sessionId, command, said, frame },
    open: (params: object = {}) => command('teleop.open', { sessionId, maxV: 0.4, ...params }),
    replies: () => said('xReply').map(({ status, code }) => `${String(status)} ${String(code)}`.trim()),
    /** Holds the stick for so many seconds, ten frames each. */
    hold: (seconds: number, more: object = {}) => {
      for (let i = 0; i < seconds * 10; i++) {
        frame(more);
        live(0.1);
      }
    },
    mode: () => said('xTelemetry').at(-1)?.['mode'],
    operating: () => said('state').at(-1)?.['operatingMode'],
  };
}
type Driven = ReturnType<typeof aDriven>;

const placeOf = ({ robot }: Driven) => ({ ...robot.drive.pose });
const awayFrom = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(one.x - other.x, one.y - other.y);

test('R8: when the link dies at 0.4 m/s the robot stands within 0.9 s and 0.26 m', () => {
  const driven = aDriven();
  const { robot, live, open, hold } = driven;
  open();
  hold(2);
  expect(robot.drive.v).toBeCloseTo(0.4);
  const [from, sinceS] = [placeOf(driven), robot.upS];
  driven.computer.disconnected();
  let [stoodS, ended] = [Infinity, Infinity];
  live(2.9, () => {
    if (robot.drive.v === 0) stoodS = Math.min(stoodS, robot.upS - sinceS);
    if (!robot.teleop.open) ended = Math.min(ended, robot.upS - sinceS);
  });
  expect(stoodS).toBeLessThanOrEqual(0.9);
  expect(awayFrom(from, robot.drive.pose)).toBeLessThanOrEqual(0.26);
  expect(awayFrom(from, robot.drive.pose)).toBeGreaterThan(0.16);
  // Without its broker for two seconds nobody can be driving it.
  expect(ended).toBeLessThan(3);
  expect(robot.mode).toBe('STANDBY');
});

test('silence halts it after 3 s and ends the session after 30, and a new press goes on before that', () => {
  const driven = aDriven();
  const { robot, live, open, hold, said } = driven;
  open();
  hold(1);
  live(2.5);
  expect(said('xDriveAck').at(-1)).toMatchObject({ halted: false, v: 0 });
  live(1);
  expect(said('xDriveAck').at(-1)).toMatchObject({ halted: true });
  hold(0.5);
  expect(said('xDriveAck').at(-1)).toMatchObject({ halted: false });
  live(29);
  expect(robot.teleop.open).toBe(true);
  live(3);
  expect(robot.teleop.open).toBe(false);
});

test('letting go stops it at once, without waiting for the watchdog', () => {
  const driven = aDriven();
  const { robot, live, open, hold, frame } = driven;
  open();
  hold(2);
  const from = placeOf(driven);
  frame({ deadman: false, v: 0 });
  live(0.5);
  expect(robot.drive.v).toBe(0);
  expect(awayFrom(from, robot.drive.pose)).toBeLessThan(0.12);
});

test('frames of another session, old ones, and those said before count for nothing', () => {
  const driven = aDriven();
  const { robot, live, open, frame } = driven;
  open();
  frame({ sessionId: newId() });
  frame({ ageMs: 301 });
  live(0.3);
  expect(robot.drive.v).toBe(0);
  frame({ seq: 50, deadman: false, v: 0 });
  for (const seq of [50, 49, 3]) frame({ seq });
  live(0.3);
  expect(robot.drive.v).toBe(0);
  frame({ seq: 51, v: 9 });
  frame({ seq: 52, v: 0.6 });
  live(0.3);
  expect(robot.drive.v).toBeGreaterThan(0);
  expect(robot.drive.v).toBeLessThanOrEqual(0.4);
});

test('it stops before a wall, says so, and backs off', () => {
  const driven = aDriven({ at: { x: 38, y: 12.5, theta: 0 } });
  const { robot, open, hold, said } = driven;
  open();
  hold(20);
  expect(robot.drive.v).toBe(0);
  expect(robot.ground.mayStray(robot.drive.pose.x, robot.drive.pose.y)).toBe(true);
  expect(said('xDriveAck').at(-1)).toMatchObject({ limited: 'OBSTACLE', halted: false });
  const wall = placeOf(driven);
  hold(2, { v: -0.3 });
  expect(awayFrom(wall, robot.drive.pose)).toBeGreaterThan(0.3);
  expect(said('xDriveAck').at(-1)).toMatchObject({ limited: 'NONE' });
});

test('it tells how it drives five times a second, the newest frame among it', () => {
  const { open, hold, said, sessionId } = aDriven();
  open();
  hold(2);
  const acks = said('xDriveAck');
  expect(acks.length).toBeGreaterThanOrEqual(9);
  expect(acks.length).toBeLessThanOrEqual(11);
  expect(acks.at(-1)).toMatchObject({ sessionId, v: 0.4, limited: 'NONE' });
  expect(Number(acks.at(-1)?.['lastSeq'])).toBeGreaterThanOrEqual(18);
  expect(Number(acks.at(-1)?.['rxGapMs'])).toBeLessThanOrEqual(100);
});

test('without a run it is MANUAL, and STANDBY again when the wheel is given back', () => {
  const driven = aDriven();
  const { open, command, live, sessionId, replies } = driven;
  open();
  live(1);
  expect([driven.mode(), driven.operating()]).toEqual(['MANUAL_RUN', 'MANUAL']);
  command('teleop.close', { sessionId, resume: false });
  live(1.5);
  expect([driven.mode(), driven.operating()]).toEqual(['STANDBY', 'AUTOMATIC']);
  expect(replies()).toEqual(['SUCCEEDED', 'ACCEPTED', 'SUCCEEDED']);
});

test('a paused run is held while it is driven, and goes on from where it was left', () => {
  const driven = aDriven({ at: { x: 33, y: 5, theta: 0 } });
  const { receive, robot, world, live, open, command, hold, sessionId } = driven;
  receive('order', cleaningOrder(world, ['Corridor']));
  live(4);
  expect(robot.mode).toBe('AUTO_RUN');
  open();
  expect(driven.replies().at(-1)).toBe('REJECTED MODE_FORBIDS');
  robot.pause.begin('Mei');
  live(1);
  const left = placeOf(driven);
  open();
  hold(2, { v: -0.3 });
  live(1.1);
  expect([driven.mode(), driven.operating()]).toEqual(['MANUAL_RUN', 'INTERVENED']);
  expect(robot.book.active).toBe(true);
  expect(awayFrom(left, robot.drive.pose)).toBeGreaterThan(0.2);
  command('teleop.close', { sessionId, resume: true });
  let nearest = Infinity;
  live(3, () => (nearest = Math.min(nearest, awayFrom(left, robot.drive.pose))));
  expect(nearest).toBeLessThan(0.05);
  expect([robot.mode, robot.pause.by, robot.run?.state]).toEqual(['AUTO_RUN', undefined, 'IN_PROGRESS']);
});

test('given back without a word it stays paused, and from where no way leads the run is over', () => {
  const driven = aDriven({ at: { x: 33, y: 5, theta: 0 } });
  const { receive, robot, world, live, open, command, sessionId } = driven;
  receive('order', cleaningOrder(world, ['Corridor']));
  live(4);
  robot.pause.begin('Mei');
  live(1);
  open();
  command('teleop.close', { sessionId });
  live(1);
  expect([robot.mode, robot.pause.by]).toEqual(['AUTO_RUN', 'Mei']);
  const again = newId();
  command('teleop.open', { sessionId: again });
  Object.assign(robot.drive.pose, { x: -50, y: -50 });
  command('teleop.close', { sessionId: again, resume: true });
  live(0.2);
  expect(robot.run).toBeUndefined();
  expect(robot.operatingMode).toBe('MANUAL');
  expect(driven.said('xTask').at(-1)).toMatchObject({ state: 'INTERRUPTED', code: 'OPERATOR_MOVED' });
});

test('it is refused while frozen, relocating, at its charger, or with nonsense', () => {
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
