import { expect, test } from 'vitest';
import { boundM2PerHour, drivingFigures, overlapShare } from './driving.ts';

const at = (x: number, y: number, cleaning = true, theta?: number) => ({ x, y, cleaning, theta });

test('the way is divided by the tool: down between two points at which it is down', () => {
  const path = [at(0, 0, false), at(3, 0), at(8, 0), at(8, 2, false), at(8, 4, false)];
  expect(drivingFigures(path)).toEqual({ cleaningM: 5, transitM: 7, turns: 0 });
});

test('two lanes that are joined with the tool down are two turns', () => {
  const path = [at(0, 0), at(5, 0), at(5, 0.45), at(0, 0.45)];
  expect(drivingFigures(path).turns).toBe(2);
});

test('a turn with the tool lifted and a wide curve are no turns', () => {
  expect(drivingFigures([at(0, 0), at(5, 0), at(5, 3, false), at(0, 3)]).turns).toBe(0);
  const curve = Array.from({ length: 40 }, (_, n) => at(3 * Math.cos(n / 20), 3 * Math.sin(n / 20)));
  expect(drivingFigures(curve).turns).toBe(0);
});

test('a tight curve in small steps is one turn for each 45°, and driving back is none', () => {
  const bend = Array.from({ length: 17 }, (_, n) => {
    const angle = (n / 16) * (Math.PI / 2);
    return at(0.3 * Math.sin(angle), 0.3 - 0.3 * Math.cos(angle));
  });
  expect(drivingFigures([at(-2, 0), ...bend, at(0.3, 3)]).turns).toBeGreaterThanOrEqual(1);
  expect(drivingFigures([at(0, 0, true, 0), at(2, 0, true, 0), at(1, 0, true, 0)]).turns).toBe(0);
});

test('overlap is the part of the cleaned floor with more than one pass, over all areas together', () => {
  expect(
    overlapShare([
      { once: 6, more: 2 },
      { once: 1, more: 1 },
    ]),
  ).toBeCloseTo(0.3, 9);
  expect(overlapShare([{ once: 0, more: 0 }])).toBeNull();
  expect(overlapShare([])).toBeNull();
});

test('a tool cleans at most its width at the highest speed', () => {
  expect(boundM2PerHour(0.5, 0.8)).toBeCloseTo(1440, 9);
  expect(boundM2PerHour(0.5, null)).toBeNull();
});
