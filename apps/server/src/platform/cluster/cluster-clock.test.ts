import { expect, test } from 'vitest';
import { settableClock } from '../runtime/clock.ts';
import { createClusterClock } from './cluster-clock.ts';

const right = Date.parse('2026-11-24T12:00:00Z');
const minute = 60_000;

/** A server whose machine is wrong by `wrongMs`, and the difference that is left. */
function aServer(wrongMs: number) {
  const machine = settableClock(new Date(right + wrongMs).toISOString());
  const corrections: number[] = [];
  const clock = createClusterClock(machine, (ms) => corrections.push(ms));
  return { machine, clock, corrections, leftMs: () => clock.now().getTime() - right };
}

test.for([5 * minute, -5 * minute])('a clock that is wrong by %i ms is corrected', (wrongMs) => {
  const { clock, leftMs } = aServer(wrongMs);
  expect(leftMs()).toBe(wrongMs);
  clock.compare(right, 0);
  expect(leftMs()).toBe(0);
});

test('a small difference is left as it is', () => {
  const { clock, leftMs } = aServer(1_900);
  clock.compare(right, 0);
  expect(leftMs()).toBe(1_900);
});

test('an answer that took long corrects only what its duration does not explain', () => {
  const { clock, leftMs } = aServer(5_000);
  clock.compare(right, 10_000);
  expect(leftMs()).toBe(5_000);
});

test('a correction does not follow small changes, and ends when the clock of the machine is right', () => {
  const { machine, clock, corrections, leftMs } = aServer(5 * minute);
  clock.compare(right, 0);
  clock.compare(right + 1_500, 0);
  expect(leftMs()).toBe(0);
  machine.advance(-5 * minute);
  clock.compare(right, 0);
  expect(leftMs()).toBe(0);
  expect(corrections).toEqual([-5 * minute, 0]);
});
