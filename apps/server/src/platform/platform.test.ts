import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLocalChannel, localBus } from './socket/bus.ts';
import { settableClock } from './runtime/clock.ts';
import { newId, newSecret } from './runtime/ids.ts';
import { fromText, parseInput } from './calls/input.ts';
import { throttle } from './limits/rates/throttle.ts';
import { languageOf, refused } from './calls/envelope.ts';

test('ids are UUIDv7, strictly ascending, and contain their creation time', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  const at = Date.parse('2050-01-01T00:00:00Z');
  expect(Number.parseInt(newId(at).replaceAll('-', '').slice(0, 12), 16)).toBe(at);
  expect(new Set(Array.from({ length: 1000 }, newSecret)).size).toBe(1000);
});

test('a failing listener does not stop the other listeners or the publisher', () => {
  const faults: unknown[] = [];
  const bus = localBus((error) => faults.push(error));
  const received: string[] = [];
  const channel = createLocalChannel<number>('a');
  bus.subscribe(channel, () => {
    throw new Error('broken');
  });
  const stop = bus.subscribe(channel, (message) => received.push(message.channel));
  bus.subscribeAll((message) => received.push(`all ${message.channel}`));
  bus.publish(channel, 1);
  stop();
  bus.publish(channel, 2);
  expect(received).toEqual(['a', 'all a', 'all a']);
  expect(faults).toHaveLength(2);
});

test('pauses after failures double up to a maximum and reset after a success or a quarter of an hour', () => {
  const clock = settableClock('2030-01-01T00:00:00Z');
  const guard = throttle(clock, { free: 2, firstMs: 100, maxMs: 1_000 });
  const waits = Array.from({ length: 8 }, () => {
    guard.failed('k');
    return guard.waitMs('k');
  });
  expect(waits).toEqual([0, 0, 100, 200, 400, 800, 1_000, 1_000]);
  expect(guard.waitMs('other')).toBe(0);
  clock.advance(600);
  expect(guard.waitMs('k')).toBe(400);
  clock.advance(15 * 60_000);
  expect(guard.waitMs('k')).toBe(0);
  guard.failed('k');
  guard.succeeded('k');
  expect(guard.waitMs('k')).toBe(0);
});

test('texts of a query or form are converted to the types of the schema, and other texts are refused', () => {
  const schema = z.strictObject({
    n: z.number().default(1),
    flag: z.boolean().optional(),
    list: z.array(z.number()),
    text: z.string(),
  });
  const read = (values: object) => parseInput(schema, fromText(schema, { ...values }));
  expect(read({ n: '2', flag: 'true', list: ['1', '2'], text: '5' })).toEqual({
    n: 2,
    flag: true,
    list: [1, 2],
    text: '5',
  });
  expect(read({ list: '7', text: 'true' })).toEqual({ n: 1, list: [7], text: 'true' });
  for (const wrong of [{ n: 'x' }, { n: '' }, { flag: 'yes' }, { n: '0x' }])
    expect(() => read({ list: [], text: '', ...wrong })).toThrow();
});

test('a refusal names each invalid field once, including unknown fields', () => {
  const schema = z.strictObject({ a: z.string().min(3).max(1), b: z.object({ c: z.number() }) });
  try {
    parseInput(schema, { a: 'xx', b: { c: 'no' }, d: 1 });
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ reason: 'invalid' });
    const { fields } = (error as { details: { fields: Record<string, string> } }).details;
    expect(Object.keys(fields).toSorted()).toEqual(['a', 'b.c', 'd']);
  }
});

test('a refusal contains its text with the words filled in, and the request id', () => {
  const words = { who: 'Ann', when: 'now' };
  expect(refused('changedMeanwhile', { words }, 'en', 'r1')).toEqual({
    code: 409,
    msg: 'Changed in the meantime by Ann at now. Reload and try again',
    data: null,
    requestId: 'r1',
  });
  const at = { words: { who: 'Ann', when: '2030-01-03T07:09:00.123Z' } };
  expect(refused('changedMeanwhile', at, 'en', 'r1').msg).toContain('Ann at Jan 3, 2030, 07:09 UTC.');
  expect(refused('changedMeanwhile', at, 'ge', 'r1').msg).toContain('Ann (3. Jan. 2030, 07:09 UTC).');
  expect(['de', 'zh_TW', 'zh-cn', 'ko', 'fr', undefined].map(languageOf)).toEqual([
    'ge',
    'zh-cw',
    'zh-cn',
    'ko',
    'en',
    'zh-cn',
  ]);
});
