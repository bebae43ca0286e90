import { expect, test } from 'vitest';
import { phaseTicks, spansOf, totalsOf } from './phase-spans.ts';

const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 8, minute)).toISOString();

test('each phase lasts until the next one begins, the last until the end, and an empty phase has no span', () => {
  const spans = spansOf(
    [
      { phase: 'CLEANING', at: at(5) },
      { phase: 'HEADING_TO_AREA', at: at(0) },
      { phase: '', at: at(20) },
    ],
    at(30),
  );
  expect(spans.map(({ phase, from, to }) => [phase, (to - from) / 60_000])).toEqual([
    ['HEADING_TO_AREA', 5],
    ['CLEANING', 15],
  ]);
});

test('the total of a phase that occurs twice contains both times', () => {
  const spans = spansOf(
    ['CLEANING', 'REPLENISHING', 'CLEANING'].map((phase, index) => ({ phase, at: at(index * 10) })),
    at(25),
  );
  expect(totalsOf(spans)).toEqual([
    { phase: 'CLEANING', seconds: 15 * 60 },
    { phase: 'REPLENISHING', seconds: 10 * 60 },
  ]);
});

test.each([40, 600, 7_200, 50_000])(
  'a run of %i s has between one and seven ticks, all within it',
  (seconds) => {
    const from = Date.UTC(2030, 0, 1, 8, 3, 7);
    const ticks = phaseTicks(from, seconds * 1000);
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks.length).toBeLessThanOrEqual(7);
    expect(ticks.every(({ ms }) => ms >= from && ms <= from + seconds * 1000)).toBe(true);
  },
);
