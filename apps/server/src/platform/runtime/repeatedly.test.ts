import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatedly } from './repeatedly.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const work = vi.fn<() => Promise<void>>();
const onError = vi.fn<(error: unknown) => void>();
beforeEach(() => {
  work.mockReset().mockResolvedValue();
  onError.mockReset();
});
const times = () => work.mock.calls.length;

test('the work runs at once, or after firstMs, and then with its pause', async () => {
  const stop = repeatedly(work, { everyMs: 1000 }, onError);
  expect(times()).toBe(1);
  await pass(3000);
  expect(times()).toBe(4);
  await stop();
  await pass(9000);
  expect(times()).toBe(4);

  const stopLater = repeatedly(work, { everyMs: 1000, firstMs: 500 }, onError);
  await pass(499);
  expect(times()).toBe(4);
  await pass(1);
  expect(times()).toBe(5);
  await stopLater();
});

test('two runs never overlap, and stop waits for the end of the running one', async () => {
  const slow = Promise.withResolvers<void>();
  work.mockReturnValueOnce(slow.promise);
  const stop = repeatedly(work, { everyMs: 1000 }, onError);
  await pass(60_000);
  expect(times()).toBe(1);
  let stopped = false;
  const stopping = stop().then(() => (stopped = true));
  await pass(0);
  expect(stopped).toBe(false);
  slow.resolve();
  await stopping;
  await pass(60_000);
  expect(times()).toBe(1);
});

test('a failure is reported and the pause doubles up to maxMs, and is never shorter than everyMs', async () => {
  work.mockRejectedValue(new Error('down'));
  const stop = repeatedly(work, { everyMs: 1000, maxMs: 4000 }, onError);
  for (const [passes, done] of [
    [2000, 2],
    [4000, 3],
    [4000, 4],
  ] as const) {
    await pass(passes);
    expect(times()).toBe(done);
  }
  expect(onError).toHaveBeenCalledTimes(4);
  work.mockResolvedValue();
  await pass(4000 + 1000);
  expect(times()).toBe(6);
  await stop();

  work.mockRejectedValue(new Error('down'));
  const stopRare = repeatedly(work, { everyMs: 3_600_000 }, onError);
  await pass(3_599_999);
  expect(times()).toBe(7);
  await pass(1);
  expect(times()).toBe(8);
  await stopRare();
});
