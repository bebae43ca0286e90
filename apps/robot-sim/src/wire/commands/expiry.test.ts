import { expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { ServerClock } from '../connection/server-clock.ts';

type Body = Record<string, unknown>;
const ttlMs = 10_000;

/** A connected robot with its messages; its clock is the server's clock. */
function aConnected(answersTime = true) {
  const world = aComputer('J30', 1, { mtbfH: Infinity, speedup: 1, answersTime });
  world.computer.connected();
  world.advance(5);
  const bodiesOf = (name: string): Body[] =>
    world.sent.filter((message) => message.name === name).map(({ payload }) => JSON.parse(payload) as Body);
  const nowMs = () => Date.parse(String(bodiesOf('state').at(-1)?.['timestamp']));
  let laneSeq = 0;
  const command = (expiresMs: number, more: Body = {}) => {
    const sent = {
      commandId: newId(),
      type: 'locate',
      lane: 'SYSTEM',
      laneSeq: ++laneSeq,
      issuedAt: '',
      expiresAt: new Date(expiresMs).toISOString(),
      ttlMs,
      timeoutMs: 60_000,
      attempt: 1,
      params: { seconds: 5 },
      ...more,
    };
    world.receive('xCommand', sent);
    return () => {
      const reply = bodiesOf('xReply').findLast((candidate) => candidate['commandId'] === sent.commandId);
      return reply && `${String(reply['status'])} ${String(reply['code'])}`.trim();
    };
  };
  const answerTime = (serverMs: number) => {
    const { requestId } = bodiesOf('xRequest').findLast(({ type }) => type === 'time')!;
    const serverTime = new Date(serverMs).toISOString();
    world.receive('xResponse', { requestId, status: 'OK', serverTime });
  };
  return { ...world, bodiesOf, nowMs, command, answerTime };
}

test('a command that arrives after its expiry is refused as EXPIRED, and is not executed', () => {
  const robot = aConnected();
  const reply = robot.command(robot.nowMs() - 140_000, { type: 'device.reboot', params: {} });
  expect(reply()).toBe('REJECTED EXPIRED');
  expect(robot.command(robot.nowMs() + ttlMs)()).toBe('ACCEPTED');
});

test('a command that expires while it waits behind another one is refused when its turn comes', () => {
  const robot = aConnected();
  robot.command(robot.nowMs() + ttlMs);
  const waiting = robot.command(robot.nowMs() + 2_000);
  expect(waiting()).toBeUndefined();
  robot.advance(6);
  expect(waiting()).toBe('REJECTED EXPIRED');
});

test.each([-300_000, 300_000])(
  'with a wall clock %i ms off, a command in time is executed and a late one is not',
  (offMs) => {
    const robot = aConnected(false);
    const serverMs = robot.nowMs() + offMs;
    robot.answerTime(serverMs);
    // The request is five seconds old, so the server's clock may be that much ahead of its answer.
    expect(robot.command(serverMs + 4_900)()).toBe('REJECTED EXPIRED');
    expect(robot.command(serverMs + 5_900)()).toBe('ACCEPTED');
  },
);

test('a command waits until the server time is known, and is refused after 15 s without it', () => {
  const robot = aConnected(false);
  const first = robot.command(robot.nowMs() + ttlMs);
  robot.advance(1);
  expect(first()).toBeUndefined();
  robot.answerTime(robot.nowMs());
  expect(first()).toBe('ACCEPTED');

  const timeless = aConnected(false);
  const never = timeless.command(timeless.nowMs() + 7 * 86_400_000);
  timeless.advance(14);
  expect(never()).toBeUndefined();
  timeless.advance(2);
  expect(never()).toBe('REJECTED EXPIRED');
});

test('a command that is sent again while it waits is executed once and not refused as stale', () => {
  const robot = aConnected(false);
  const commandId = newId();
  const more = { commandId, laneSeq: 1 };
  robot.command(robot.nowMs() + ttlMs, more);
  const reply = robot.command(robot.nowMs() + ttlMs, { ...more, attempt: 2 });
  robot.answerTime(robot.nowMs());
  expect(reply()).toBe('ACCEPTED');
});

test('a command with an unreadable expiry is ignored', () => {
  const robot = aConnected();
  const replies = robot.bodiesOf('xReply').length;
  robot.command(robot.nowMs() + ttlMs, { expiresAt: 'soon' });
  robot.advance(1);
  expect(robot.bodiesOf('xReply')).toHaveLength(replies);
});

/** A server clock with its requests and a manual time. */
function aClock() {
  let nowMs = 0;
  const requests: { requestId: string; atMs: number }[] = [];
  const clock = new ServerClock({
    monotonicMs: () => nowMs,
    ask: ({ requestId }) => void requests.push({ requestId: String(requestId), atMs: nowMs }),
  });
  const pass = (ms: number) => {
    for (const endMs = nowMs + ms; nowMs < endMs;) {
      nowMs += 1000;
      clock.tick();
    }
  };
  const answer = (requestId: string, serverMs: number) =>
    clock.answered({ requestId, status: 'OK', serverTime: new Date(serverMs).toISOString() } as never);
  return { clock, requests, pass, answer };
}

test('the time is requested at each connection, again after 3, 6 and 12 s under the same id, and every ten minutes', () => {
  const { clock, requests, pass, answer } = aClock();
  clock.connected();
  pass(30_000);
  expect(requests.map(({ atMs }) => atMs)).toEqual([0, 3_000, 9_000, 21_000]);
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(1);
  expect(answer(requests[0]!.requestId, 5_000_000)).toBe(true);
  // Thirty seconds since the first sending, and a thousandth more for drift.
  expect(clock.latestMs()).toBe(5_030_030);
  pass(571_000);
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(2);
  clock.connected();
  expect(clock.latestMs()).toBeUndefined();
  expect(answer(requests[0]!.requestId, 5_000_000)).toBe(false);
});
