import { expect, test } from 'vitest';
import { appStageAt } from './app-values.ts';

const hourMs = 3_600_000;
const startMs = Date.parse('2030-01-01T00:00:00.000Z');
const at = (hours: number) => new Date(startMs + hours * hourMs).toISOString();
const stages = [
  { percent: 10, hours: 24 },
  { percent: 50, hours: 12 },
  { percent: 100, hours: 0 },
];
const released = { stages, releasedAt: at(0), haltedAt: null, pausedMs: 0 };
const percentAt = (hours: number, changes: Partial<typeof released> = {}) =>
  appStageAt({ ...released, ...changes }, startMs + hours * hourMs);

test('each stage lasts its hours, and the last one has no end', () => {
  expect(percentAt(0)).toEqual({ percent: 10, nextAt: at(24) });
  expect(percentAt(23.9)).toEqual({ percent: 10, nextAt: at(24) });
  expect(percentAt(24)).toEqual({ percent: 50, nextAt: at(36) });
  expect(percentAt(36)).toEqual({ percent: 100, nextAt: null });
  expect(percentAt(9_000)).toEqual({ percent: 100, nextAt: null });
});

test('a halt stops the clock, and its time counts no more afterwards', () => {
  expect(appStageAt({ ...released, haltedAt: at(20) }, startMs + 90 * hourMs)).toEqual({
    percent: 10,
    nextAt: null,
  });
  expect(percentAt(90, { pausedMs: 70 * hourMs })).toEqual({ percent: 10, nextAt: at(94) });
});

test('before its publication no install gets it', () => {
  expect(appStageAt({ ...released, releasedAt: null }, startMs)).toEqual({ percent: 0, nextAt: null });
});
