import { expect, test } from 'vitest';
import { nextSpanAt, stateOfJob } from './background-job-rules.ts';

const now = new Date('2030-01-02T03:04:05.000Z');
const at = (secondsAgo: number) => new Date(now.getTime() - secondsAgo * 1_000).toISOString();

test('a job waits before its first run, fails while its newest run failed, and is overdue after three spans', () => {
  const job = { everySeconds: 3_600, failuresInRow: 0 };
  expect(stateOfJob({ ...job, lastEndedAt: null }, now)).toBe('WAITING');
  expect(stateOfJob({ ...job, lastEndedAt: at(3 * 3_600) }, now)).toBe('OK');
  expect(stateOfJob({ ...job, lastEndedAt: at(3 * 3_600 + 1) }, now)).toBe('OVERDUE');
  expect(stateOfJob({ ...job, lastEndedAt: at(10), failuresInRow: 1 }, now)).toBe('FAILING');
});

test('a job of every second is not overdue within a minute', () => {
  const job = { everySeconds: 1, failuresInRow: 0 };
  expect(stateOfJob({ ...job, lastEndedAt: at(60) }, now)).toBe('OK');
  expect(stateOfJob({ ...job, lastEndedAt: at(61) }, now)).toBe('OVERDUE');
});

test('the next span begins at the next multiple of its length', () => {
  expect(nextSpanAt(3_600, now).toISOString()).toBe('2030-01-02T04:00:00.000Z');
  expect(nextSpanAt(5, now).toISOString()).toBe('2030-01-02T03:04:10.000Z');
});
