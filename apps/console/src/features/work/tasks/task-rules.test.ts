import type { Vehicle } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { estimate, movedBy, toggled } from './task-rules.ts';

const j30: Vehicle = { model: 'J30', protocol: 'v3', actions: null, declared: null };
const foreign = (
  toolWidthM: number | null,
  areaPerHour: number | null,
  widthM: number | null = null,
): Vehicle => ({
  model: 'PLAIN',
  protocol: 'v3',
  actions: ['cleanArea'],
  declared: {
    capabilities: null,
    cleaning:
      toolWidthM === null
        ? null
        : {
            toolWidthM,
            toolOffsetM: null,
            bodyWidthM: null,
            modes: [],
            strengths: [],
            waterLitres: null,
            areaPerHour,
          },
    widthM,
    maxSpeedMps: toolWidthM === null && widthM === null ? null : 1,
  },
});

test('the time of an area is its size over width, speed and the useful share, times the repetitions', () => {
  const once = estimate(325, 1, j30)!;
  expect(once.seconds).toBeCloseTo(325 / (0.5 * 1 * 0.65), 6);
  expect(estimate(325, 3, j30)!.seconds).toBeCloseTo(3 * once.seconds, 6);
});

test('the estimate is null for an unknown tool and for no area', () => {
  expect(estimate(325, 1, foreign(null, null))).toBeNull();
  expect(estimate(325, 1, undefined)).toBeNull();
  expect(estimate(0, 1, j30)).toBeNull();
});

test('the estimate uses the declared tool, else the body of the factsheet, else the declared area an hour', () => {
  expect(estimate(325, 1, foreign(0.6, null))).toMatchObject({ widthM: 0.6, speedMps: 1, isAssumed: false });
  expect(estimate(325, 1, foreign(null, null, 0.8))).toMatchObject({ widthM: 0.8, isAssumed: true });
  expect(estimate(325, 1, foreign(0.6, 650))!.seconds).toBeCloseTo(1800, 6);
});

test('an area moves by one place and stays at the ends', () => {
  expect(movedBy(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(movedBy(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(movedBy(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  expect(movedBy(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
});

test('an area toggled in is appended, and toggled again it is removed', () => {
  expect(toggled(['b'], 'a')).toEqual(['b', 'a']);
  expect(toggled(['b', 'a'], 'b')).toEqual(['a']);
});
