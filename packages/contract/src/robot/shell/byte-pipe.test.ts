import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BytePipe, maxHeldBytes } from './byte-pipe.ts';
import { encodePipeMessage } from './pipe-message.ts';

/** The content of both directions: it repeats itself at no size of a message. */
const byteAt = (offset: number) => offset % 251;

/** One end, with what it delivered and what is on the way to the other end. */
class End {
  sent = 0;
  /** How many bytes were delivered in the order in which they were sent. */
  delivered = 0;
  readonly onTheWay: Uint8Array[] = [];
  ends = 0;
  rooms = 0;
  isBusy = false;
  readonly pipe = new BytePipe({
    send: (message) => this.onTheWay.push(message),
    deliver: (bytes) => {
      for (const byte of bytes) {
        if (byte !== byteAt(this.delivered)) throw new Error(`a wrong byte at ${this.delivered}`);
        this.delivered++;
      }
      return !this.isBusy;
    },
    room: () => this.rooms++,
    ended: () => this.ends++,
  });
  write(count: number) {
    const bytes = new Uint8Array(count);
    for (let index = 0; index < count; index++) bytes[index] = byteAt(this.sent + index);
    this.sent += count;
    return this.pipe.write(bytes);
  }
}

/** Delivers what is on the way, until both ends are quiet. */
const settle = (left: End, right: End) => {
  while (left.onTheWay.length + right.onTheWay.length > 0) {
    for (const message of left.onTheWay.splice(0)) expect(right.pipe.receive(message)).toBe(true);
    for (const message of right.onTheWay.splice(0)) expect(left.pipe.receive(message)).toBe(true);
  }
};

type Step =
  | { act: 'write' | 'pass' | 'lose' | 'repeat'; side: boolean; count: number }
  | { act: 'cut' | 'attach' | 'tick' | 'end' | 'busy'; side: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constantFrom(
      'write' as const,
      'write' as const,
      'pass' as const,
      'lose' as const,
      'repeat' as const,
    ),
    side: fc.boolean(),
    count: fc.integer({ min: 1, max: 40_000 }),
  }),
  fc.record({
    act: fc.constantFrom('cut' as const, 'attach' as const, 'tick' as const, 'end' as const, 'busy' as const),
    side: fc.boolean(),
  }),
);

/** Carries out one step. A broken connection loses what is on the way, and each end learns of it at another time. */
function act(ends: readonly [End, End], { isEnded }: { isEnded: Set<End> }, it: Step, nowMs: number) {
  const [own, other] = it.side ? ends : ([ends[1], ends[0]] as const);
  if (it.act === 'write' && !isEnded.has(own)) own.write(it.count);
  else if (it.act === 'pass')
    for (const message of own.onTheWay.splice(0, it.count)) other.pipe.receive(message);
  else if (it.act === 'lose') own.onTheWay.splice(it.count % (own.onTheWay.length + 1), 3);
  else if (it.act === 'repeat') own.onTheWay.push(...own.onTheWay.slice(-2));
  else if (it.act === 'cut') {
    own.pipe.detach();
    if (own.onTheWay.length % 2 === 0) own.onTheWay.length = 0;
  } else if (it.act === 'attach') own.pipe.attach();
  else if (it.act === 'tick') own.pipe.tick(nowMs);
  else if (it.act === 'busy') {
    own.isBusy = !own.isBusy;
    if (!own.isBusy) own.pipe.ready();
  } else if (it.act === 'end') {
    isEnded.add(own);
    own.pipe.end();
  }
}

test('whatever connections lose, repeat or break, each end delivers what the other sent, once and in order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ends = [new End(), new End()] as const;
      const isEnded = new Set<End>();
      for (const { pipe } of ends) pipe.attach();
      steps.forEach((it, index) => act(ends, { isEnded }, it, index * 700));
      for (const end of ends) {
        end.isBusy = false;
        end.pipe.ready();
        end.pipe.attach();
      }
      settle(...ends);
      for (const nowMs of [100_000, 103_000, 106_000]) {
        for (const { pipe } of ends) pipe.tick(nowMs);
        settle(...ends);
      }
      expect(ends.map(({ delivered }) => delivered)).toEqual([ends[1].sent, ends[0].sent]);
      expect(ends.map(({ pipe }) => pipe.isFlushed)).toEqual([true, true]);
      expect(ends.map(({ ends: count }) => count)).toEqual(
        ends.map((end) => Number(isEnded.has(end === ends[0] ? ends[1] : ends[0]))),
      );
    }),
    { numRuns: 300 },
  );
});

test('a writer waits for room when the other side does not confirm, and the reader is asked before more is sent', () => {
  const [left, right] = [new End(), new End()];
  for (const { pipe } of [left, right]) pipe.attach();
  settle(left, right);
  right.isBusy = true;
  let written = 0;
  while (left.write(16 * 1024)) written += 16 * 1024;
  expect(written).toBeLessThan(maxHeldBytes);
  settle(left, right);
  right.pipe.tick(10_000);
  settle(left, right);
  expect(left.rooms).toBe(0);
  right.isBusy = false;
  right.pipe.ready();
  settle(left, right);
  expect(left.rooms).toBe(1);
  expect(left.write(1)).toBe(true);
});

test.each([
  ['an empty message', new Uint8Array()],
  ['an unknown type', new Uint8Array(9).fill(9)],
  ['no bytes', encodePipeMessage('DATA', 0)],
  ['too many bytes', encodePipeMessage('DATA', 0, new Uint8Array(17_000))],
  ['a confirmation of what was not sent', encodePipeMessage('RECEIVED', 5)],
])('%s is not a message of a pipe', (_name, message) => {
  expect(new End().pipe.receive(message)).toBe(false);
});

test('an end that sends more than it may before a confirmation breaks the pipe', () => {
  const end = new End();
  end.isBusy = true;
  end.pipe.attach();
  const size = 16 * 1024;
  const results = Array.from({ length: 40 }, (_, index) => {
    const bytes = Uint8Array.from({ length: size }, (_byte, at) => byteAt(index * size + at));
    return end.pipe.receive(encodePipeMessage('DATA', index * size, bytes));
  });
  expect(results.at(0)).toBe(true);
  expect(results).toContain(false);
});
