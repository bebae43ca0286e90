import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignmentOf, onMap, onPlan, residualsOf, type Alignment, type PlacePair } from './alignment.ts';
import { distance } from './geometry.ts';

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const place = fc.record({ x: real(-200, 200), y: real(-200, 200) });
const alignment: fc.Arbitrary<Alignment> = fc.record({
  scale: real(0.5, 200),
  turn: real(-3.1, 3.1),
  origin: fc.record({ x: real(-5000, 5000), y: real(-5000, 5000) }),
});
/** Two to four places at least 5 m apart. */
const places = fc
  .array(place, { minLength: 2, maxLength: 4 })
  .filter(([a, ...others]) => others.some((b) => distance(a!, b) > 5));
const pairsOn = (how: Alignment, maps: { x: number; y: number }[]): PlacePair[] =>
  maps.map((map) => ({ map, plan: onPlan(how, map) }));

test('alignmentOf restores the alignment of exact pairs', () => {
  fc.assert(
    fc.property(alignment, places, place, (how, maps, somewhere) => {
      const pairs = pairsOn(how, maps);
      const fitted = alignmentOf(pairs)!;
      expect(distance(onPlan(fitted, somewhere), onPlan(how, somewhere)) / how.scale).toBeLessThan(1e-4);
      for (const residual of residualsOf(fitted, pairs)) expect(residual).toBeLessThan(1e-5);
    }),
  );
});

test('onMap inverts onPlan', () => {
  fc.assert(
    fc.property(alignment, place, (how, p) => {
      expect(distance(onMap(how, onPlan(how, p)), p)).toBeLessThan(1e-6);
    }),
  );
});

test('no other alignment has a smaller error for noisy pairs', () => {
  const noisy = fc.tuple(alignment, places, fc.array(place, { minLength: 4, maxLength: 4 }));
  const small = real(-0.05, 0.05);
  const sum = (how: Alignment, pairs: PlacePair[]) =>
    pairs.reduce((total, { map, plan }) => total + distance(onPlan(how, map), plan) ** 2, 0);
  fc.assert(
    fc.property(noisy, small, small, small, small, ([how, maps, noise], turn, scale, x, y) => {
      const pairs = pairsOn(how, maps).map(({ map, plan }, i) => ({
        map,
        plan: { x: plan.x + noise[i]!.x, y: plan.y + noise[i]!.y },
      }));
      const fitted = alignmentOf(pairs);
      if (!fitted) return;
      const other = {
        scale: fitted.scale * (1 + scale),
        turn: fitted.turn + turn,
        origin: { x: fitted.origin.x + x * 100, y: fitted.origin.y + y * 100 },
      };
      expect(sum(fitted, pairs)).toBeLessThanOrEqual(sum(other, pairs) * (1 + 1e-6) + 1e-6);
    }),
  );
});

test('alignmentOf returns undefined for too few, coincident or non-finite places', () => {
  const at = { x: 1, y: 1 };
  expect(alignmentOf([{ map: at, plan: at }])).toBeUndefined();
  expect(
    alignmentOf([
      { map: at, plan: at },
      { map: at, plan: { x: 9, y: 9 } },
    ]),
  ).toBeUndefined();
  expect(
    alignmentOf([
      { map: at, plan: at },
      { map: { x: 9, y: 9 }, plan: at },
    ]),
  ).toBeUndefined();
  const nowhere = { x: Number.NaN, y: 1 };
  expect(
    alignmentOf([
      { map: nowhere, plan: at },
      { map: at, plan: { x: 9, y: 9 } },
    ]),
  ).toBeUndefined();
});
