import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefusalDelay } from './refusal-delay.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = (statusCode: number, closesConnection = false) => ({ statusCode, closesConnection });
const socket = () => ({ destroy: vi.fn<() => void>() });
const stateOf = (promise: Promise<void>) => {
  const state = { done: false };
  void promise.then(() => (state.done = true));
  return state;
};

test('the answer to a request above a limit waits for delayMs, and other answers do not wait', async () => {
  const delay = createRefusalDelay({ delayMs: 1_000, maxDelayed: 10 });
  const tooMany = stateOf(delay.wait(refused(429), socket()));
  const tooLarge = stateOf(delay.wait(refused(413), socket()));
  const forbidden = stateOf(delay.wait(refused(403), socket()));
  await vi.advanceTimersByTimeAsync(999);
  expect([tooMany.done, tooLarge.done, forbidden.done]).toEqual([false, false, true]);
  await vi.advanceTimersByTimeAsync(1);
  expect([tooMany.done, tooLarge.done]).toEqual([true, true]);
});

test('a refusal that leaves a large body unread waits for delayMs whatever its status', async () => {
  const delay = createRefusalDelay({ delayMs: 1_000, maxDelayed: 10 });
  const forbidden = stateOf(delay.wait(refused(200, true), socket()));
  await vi.advanceTimersByTimeAsync(999);
  expect(forbidden.done).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(forbidden.done).toBe(true);
});

test('above maxDelayed waiting answers the connection is closed at once', async () => {
  const delay = createRefusalDelay({ delayMs: 1_000, maxDelayed: 2 });
  const sockets = [socket(), socket(), socket()];
  const states = sockets.map((one) => stateOf(delay.wait(refused(429), one)));
  await vi.advanceTimersByTimeAsync(0);
  expect(states.map(({ done }) => done)).toEqual([false, false, true]);
  expect(sockets.map(({ destroy }) => destroy.mock.calls.length)).toEqual([0, 0, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  const next = socket();
  void delay.wait(refused(429), next);
  expect(next.destroy).not.toHaveBeenCalled();
});
