import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLate, TopicOrder, type Place } from './lateness.ts';

const at = (headerId: number, sentMs: number): Place => ({ headerId, sentMs });

describe('one message after another', () => {
  test.each([
    ['the first one', undefined, at(5, 0), false],
    ['the next one', at(9, 1_000), at(10, 2_000), false],
    ['one that was overtaken', at(10, 2_000), at(9, 1_000), true],
    ['one sent at the same moment before', at(10, 2_000), at(9, 2_000), true],
    ['a counter that begins again', at(10, 2_000), at(0, 3_000), false],
    ['a counter that begins again after a thousand', at(5_000, 2_000), at(3, 3_000), false],
    ['an old message of long before', at(5_000, 9_000_000), at(3, 3_000), true],
    ['a wrap', at(4_294_967_295, 1_000), at(0, 2_000), false],
    ['a small step back without a time', at(10, Number.NaN), at(9, Number.NaN), true],
    ['a large step back without a time', at(5_000, Number.NaN), at(3, 1_000), false],
  ])('%s', (_name, last, next, late) => {
    expect(isLate(last, next)).toBe(late);
  });
});

/** A robot's messages: times between them, and before which of them its counter begins again. */
const messages = fc
  .array(fc.record({ gapMs: fc.integer({ min: 1, max: 40_000 }), restarts: fc.boolean() }), {
    minLength: 2,
    maxLength: 60,
  })
  .map((steps) => {
    let [headerId, sentMs] = [5, 0];
    return steps.map(({ gapMs, restarts }) => {
      headerId = restarts ? 0 : headerId + 1;
      sentMs += gapMs;
      return at(headerId, sentMs);
    });
  });

test('every message that arrives in order is accepted, wherever the counter begins again', () => {
  fc.assert(
    fc.property(messages, (sent) => {
      const order = new TopicOrder();
      expect(sent.every((place) => order.accepts(place, place.sentMs))).toBe(true);
    }),
  );
});

test('a repeated message with a lower counter is refused, and what follows is accepted', () => {
  fc.assert(
    fc.property(messages, fc.nat(), fc.nat(), (sent, a, b) => {
      const place = (a % (sent.length - 1)) + 1;
      const old = sent[b % place]!;
      const last = sent[place]!;
      fc.pre(old.headerId < last.headerId);
      const order = new TopicOrder();
      for (const it of sent.slice(0, place + 1)) order.accepts(it, it.sentMs);
      expect(order.accepts(old, last.sentMs)).toBe(false);
      for (const it of sent.slice(place + 1)) expect(order.accepts(it, it.sentMs)).toBe(true);
    }),
  );
});

test('a robot whose counter and clock both began again is believed after half a minute in order', () => {
  const order = new TopicOrder();
  order.accepts(at(500, 1_000_000), 1_000_000);
  const accepted = Array.from({ length: 8 }, (_, n) =>
    order.accepts(at(n, n * 5_000), 1_000_000 + n * 5_000),
  );
  expect(accepted).toEqual([false, false, false, false, false, false, true, true]);
});
