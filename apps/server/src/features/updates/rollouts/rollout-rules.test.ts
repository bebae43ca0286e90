import { otaStage } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeInStages } from './targets/stage-rules.ts';
import { isInWindow, opensAt } from './window-rules.ts';

const share = (upToPct: number) => otaStage.parse({ upToPct });
const named = (...deviceIds: string[]) => otaStage.parse({ deviceIds: deviceIds.map(uuidOf) });
const uuidOf = (name: string) => `01900000-0000-7000-8000-${name.padStart(12, '0')}`;

test('each robot is in one stage, and after a stage its share of all robots has the version offered', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.nat({ max: 5 }), (count, canaries) => {
      const ids = Array.from({ length: count }, (_, n) => uuidOf(String(n)));
      const canary = named(...Array.from({ length: Math.max(1, canaries) }, (_, n) => String(n)));
      const places = placeInStages(ids, [canary, share(10), share(50), share(100)], 'package');
      expect(places.size).toBe(count);
      const after = (last: number) => [...places.values()].filter(({ stage }) => stage <= last).length;
      const first = after(0);
      expect(first).toBe(Math.min(count, Math.max(1, canaries)));
      expect(after(1)).toBe(Math.max(first, Math.ceil(count / 10)));
      expect(after(2)).toBe(Math.max(first, Math.ceil(count / 2)));
      expect(after(3)).toBe(count);
      expect(new Set([...places.values()].map(({ rank }) => rank)).size).toBe(count);
    }),
  );
});

test('the order is the same in the preview and at the start, and another one for another package', () => {
  const ids = Array.from({ length: 50 }, (_, n) => uuidOf(String(n)));
  const firstOf = (seed: string, list = ids) =>
    [...placeInStages(list, [share(10), share(100)], seed)].filter(([, { stage }]) => stage === 0);
  expect(firstOf('one').map(([id]) => id)).toEqual(firstOf('one', ids.toReversed()).map(([id]) => id));
  expect(firstOf('one').map(([id]) => id)).not.toEqual(firstOf('two').map(([id]) => id));
});

const night = { from: '22:00', to: '05:00' };

test.each([
  ['21:59', false],
  ['22:00', true],
  ['00:30', true],
  ['04:59', true],
  ['05:00', false],
])('a window from 22:00 to 05:00 is open at %s: %s', (clock, isOpen) => {
  expect(isInWindow(night, clock)).toBe(isOpen);
});

test('a window opens today, tomorrow or is open, also when clocks change', () => {
  const at = (iso: string, zone: string) => new Date(opensAt(night, zone, Date.parse(iso))).toISOString();
  expect(at('2030-01-02T03:00:00.000Z', 'Asia/Shanghai')).toBe('2030-01-02T14:00:00.000Z');
  expect(at('2030-01-02T15:00:00.000Z', 'Asia/Shanghai')).toBe('2030-01-02T15:00:00.000Z');
  const morning = { from: '02:30', to: '04:00' };
  // In the night to the 31st of March, 02:30 does not exist in Berlin.
  const spring = opensAt(morning, 'Europe/Berlin', Date.parse('2030-03-30T12:00:00.000Z'));
  expect(new Date(spring).toISOString()).toBe('2030-03-31T01:00:00.000Z');
});
