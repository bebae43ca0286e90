import { expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { ServerClock } from '../connection/server-clock.ts';

type Body = Record<string, unknown>;
const ttlMs = 10_000;

/** A connected robot, by whose true time the server's clock runs, and what it said. */
function aConnected(answersTime = true) {
  const world = aComputer('J30', 1, { mtbfH: Infinity, speedup: 1, answersTime });
  world.computer.connected();
  world.live(5);
  const said = (name: string): Body[] =>
    world.sent.filter((it) => it.name === name).map(({ payload }) => JSON.parse(payload) as Body);
  const nowMs = () => Date.parse(String(said('state').at(-1)?.['timestamp']));
  let laneSeq = 0;
  const command = (expiresMs: number, more: Body = {}) => {
    const sent = {
      ...{ commandId: newId(), type: 'locate', lane: 'SYSTEM', laneSeq: ++laneSeq, issuedAt: '' },
      ...{ expiresAt: new Date(expiresMs).toISOString(), ttlMs, timeoutMs: 60_000, attempt: 1 },
      ...{ params: { seconds: 5 }, ...more },
    };
    world.receive('xCommand', sent);
    return () => {
      const reply = said('xReply').findLast((it) => it['commandId'] === sent.commandId);
      return reply && `${String(reply['status'])} ${String(reply['code'])}`.trim();
    };
  };
  const answerTime = (serverMs: number) => {
    const { requestId } = said('xRequest').findLast(({ type }) => type === 'time')!;
    const serverTime = new Date(serverMs).toISOString();
    world.receive('xResponse', { requestId, status: 'OK', serverTime });
  };
  return { ...world, said, nowMs, command, answerTime };
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
  robot.live(6);
  expect(waiting()).toBe('REJECTED EXPIRED');
});

test.each([-300_000, 300_000])(
  'with a wall clock %i ms off, a command in time is executed and a late one is not',
  (offMs) => {
    const robot = aConnected(false);
    const serverMs = robot.nowMs() + offMs;
    robot.answerTime(serverMs);
    // The question is five seconds old, so the server's clock may be that much ahead of its answer.
    expect(robot.command(serverMs + 4_900)()).toBe('REJECTED EXPIRED');
    expect(robot.command(serverMs + 5_900)()).toBe('ACCEPTED');
  },
);

test('until the robot knows the time of the server a command waits, and is refused when that takes too long', () => {
  const robot = aConnected(false);
  const first = robot.command(robot.nowMs() + ttlMs);
  robot.live(1);
  expect(first()).toBeUndefined();
  robot.answerTime(robot.nowMs());
  expect(first()).toBe('ACCEPTED');

  const unsure = aConnected(false);
  const never = unsure.command(unsure.nowMs() + 7 * 86_400_000);
  unsure.live(14);
  expect(never()).toBeUndefined();
  unsure.live(2);
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

test('a message without an expiry that can be read is no command', () => {
  const robot = aConnected();
  const replies = robot.said('xReply').length;
  robot.command(robot.nowMs() + ttlMs, { expiresAt: 'soon' });
  robot.live(1);
  expect(robot.said('xReply')).toHaveLength(replies);
});

/** A clock and what it asked, with the time in hand. */
function aClock() {
  let nowMs = 0;
  const asked: { requestId: string; atMs: number }[] = [];
  const clock = new ServerClock({
    monotonicMs: () => nowMs,
    ask: ({ requestId }) => void asked.push({ requestId: String(requestId), atMs: nowMs }),
  });
  const pass = (ms: number) => {
    for (const endMs = nowMs + ms; nowMs < endMs;) {
      nowMs += 1000;
      clock.tick();
    }
  };
  const answer = (requestId: string, serverMs: number) =>
    clock.answered({ requestId, status: 'OK', serverTime: new Date(serverMs).toISOString() } as never);
  return { clock, asked, pass, answer };
}

test('the time is asked for at each connection, again after 3, 6 and 12 s under the same id, and every ten minutes', () => {
  const { clock, asked, pass, answer } = aClock();
  clock.connected();
  pass(30_000);
  expect(asked.map(({ atMs }) => atMs)).toEqual([0, 3_000, 9_000, 21_000]);
  expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(1);
  expect(answer(asked[0]!.requestId, 5_000_000)).toBe(true);
  // Thirty seconds since the first sending, and a thousandth more for drift.
  expect(clock.latestMs()).toBe(5_030_030);
  pass(571_000);
  expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(2);
  clock.connected();
  expect(clock.latestMs()).toBeUndefined();
  expect(answer(asked[0]!.requestId, 5_000_000)).toBe(false);
});
