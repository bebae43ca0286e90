import type { PlannedStart } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockOf, daysOf, minutesOf, layoutBlocks, stepDate } from './calendar-rules.ts';

const start = (dueAt: string, minutes: number): PlannedStart => ({
  key: `${dueAt} ${minutes}`,
  scheduleId: 's',
  date: dueAt.slice(0, 10),
  dueAt,
  minutes,
  moved: false,
  recurring: true,
  enabled: true,
  taskId: 't',
  taskName: 'T',
  deviceId: 'd',
  deviceName: 'D',
  timezone: 'UTC',
  state: 'PLANNED',
  reason: '',
  runId: null,
  startedAt: null,
  endedAt: null,
  coverage: null,
});

test('overlapping blocks never cover each other, for any plans', () => {
  const times = fc.record({
    at: fc.integer({ min: 0, max: 1439 }),
    minutes: fc.integer({ min: 5, max: 400 }),
  });
  fc.assert(
    fc.property(fc.array(times, { maxLength: 14 }), (plans) => {
      const blocks = layoutBlocks(
        plans.map(({ at, minutes }) => start(`2030-01-01T${clockOf(at)}:00.000Z`, minutes)),
        'UTC',
      );
      expect(blocks).toHaveLength(plans.length);
      for (const [i, a] of blocks.entries())
        for (const b of blocks.slice(i + 1)) {
          expect(a.lane).toBeLessThan(a.lanes);
          if (a.from < b.to && b.from < a.to) expect(a.lane).not.toBe(b.lane);
        }
    }),
  );
});

test('a month is shown as whole weeks that contain all its days', () => {
  for (const day of ['2026-02-15', '2028-02-29', '2026-11-21', '2027-05-01'])
    for (const first of [0, 1, 6]) {
      const days = daysOf('month', day, first);
      expect(days.length % 7).toBe(0);
      const ofMonth = days.filter((it) => it.startsWith(day.slice(0, 7)));
      const [year = 0, month = 0] = day.split('-').map(Number);
      expect(ofMonth).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate());
      expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(first);
    }
});

test('a step of one month from 31 January is in February', () => {
  expect(stepDate('month', '2026-01-31', 1)).toBe('2026-02-01');
  expect(stepDate('week', '2026-12-30', 1)).toBe('2027-01-06');
  expect(minutesOf(clockOf(735))).toBe(735);
});
