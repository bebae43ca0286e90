import type { PlannedStart } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockOf } from './calendar-rules.ts';
import { firstMinute, layoutColumn, outOfSight } from './column-layout.ts';

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

const times = fc.record({
  at: fc.integer({ min: 0, max: 1439 }),
  minutes: fc.integer({ min: 5, max: 400 }),
});
const plansOf = (plans: readonly { at: number; minutes: number }[]) =>
  plans.map(({ at, minutes }) => start(`2030-01-01T${clockOf(at)}:00.000Z`, minutes));

test('overlapping blocks never cover each other, for any plans', () => {
  fc.assert(
    fc.property(fc.array(times, { maxLength: 14 }), (plans) => {
      const { blocks, folds } = layoutColumn(plansOf(plans), 'UTC');
      expect(folds).toEqual([]);
      expect(blocks).toHaveLength(plans.length);
      for (const [i, a] of blocks.entries())
        for (const b of blocks.slice(i + 1)) {
          expect(a.lane).toBeLessThan(a.lanes);
          if (a.from < b.to && b.from < a.to) expect(a.lane).not.toBe(b.lane);
        }
    }),
  );
});

test('a column with at most two lanes shows each start once, in a block or in a fold', () => {
  fc.assert(
    fc.property(fc.array(times, { maxLength: 14 }), (plans) => {
      const starts = plansOf(plans);
      const { blocks, folds } = layoutColumn(starts, 'UTC', 2);
      const all = [...blocks.map((block) => block.start), ...folds.flatMap((fold) => fold.starts)];
      expect(new Set(all)).toEqual(new Set(starts));
      expect(all).toHaveLength(starts.length);
      for (const { lane, lanes, beside } of blocks) {
        expect(lane).toBeLessThan(lanes);
        expect(lanes).toBeLessThanOrEqual(2);
        if (folds.length === 0) expect(beside).toBe(false);
      }
    }),
  );
});

test('starts before and after the visible hours are counted, folded ones too', () => {
  const night = plansOf([
    { at: 120, minutes: 60 },
    { at: 130, minutes: 60 },
    { at: 140, minutes: 60 },
    { at: 600, minutes: 60 },
    { at: 1380, minutes: 30 },
  ]);
  const columns = [layoutColumn(night, 'UTC', 2)];
  expect(firstMinute(columns)).toBe(120);
  expect(outOfSight(columns, { from: 480, to: 1080 })).toEqual({
    above: { count: 3, nearest: 140 },
    below: { count: 1, nearest: 1380 },
  });
  expect(outOfSight(columns, { from: 0, to: 1440 })).toMatchObject({
    above: { count: 0 },
    below: { count: 0 },
  });
});
