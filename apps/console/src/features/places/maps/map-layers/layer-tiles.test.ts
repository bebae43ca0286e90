import type { MapLayer } from '@sweepline/contract';
import { neverCleaned } from '@sweepline/contract';
import { createTiles, noValue, tileBytes } from '@sweepline/map-core';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { countSteps, layerSteps } from './layer-colours.ts';
import { layerTiles, peakOf, hasValues, zoneStatistics } from './layer-tiles.ts';

const raster = { width: 4, height: 2, resolution: 1, originX: 0, originY: 0 };
const tilesOf = (...values: number[]) => ({ ...createTiles(raster), values: Uint16Array.from(values) });
const zone = (x: number, name: string) => ({
  kind: 'zone' as const,
  id: name,
  type: 'CLEAN' as const,
  name,
  points: [
    { x, y: 0 },
    { x: x + 2, y: 0 },
    { x: x + 2, y: 2 },
    { x, y: 2 },
  ],
});

test('packed layer values are unpacked number by number', async () => {
  const sent = Uint16Array.of(0, 1, 255, 256, 40_000, neverCleaned, noValue, 7);
  const tiles = deflateRawSync(tileBytes(sent)).toString('base64');
  const read = await layerTiles({ raster, tiles } as MapLayer);
  expect([...read.values]).toEqual([...sent]);
  expect(peakOf(read)).toBe(40_000);
});

test('a layer without values is empty, a layer with never-cleaned floor is not', () => {
  const nothing = Array.from({ length: 8 }, () => noValue);
  expect(hasValues(tilesOf(...nothing))).toBe(false);
  expect(hasValues(tilesOf(...nothing.with(3, neverCleaned)))).toBe(true);
});

test('a zone reports its mean, its extreme and its known share; a zone without values is left out', () => {
  const tiles = tilesOf(24, 48, noValue, neverCleaned, neverCleaned, noValue, noValue, noValue);
  expect(zoneStatistics(tiles, [zone(0, 'Hall'), zone(2, 'Store')], 1 / 24)).toEqual([
    { id: 'Hall', name: 'Hall', mean: 1.5, extreme: 2, share: 0.5 },
  ]);
});

test('a few counts get a colour each, many counts share six colours, and the first begins at one', () => {
  expect(countSteps(0)).toEqual([1]);
  expect(countSteps(4)).toEqual([1, 2, 3, 4]);
  expect(countSteps(30)).toEqual([1, 2, 3, 5, 10, 20]);
  expect(countSteps(400)).toEqual([1, 10, 20, 50, 100, 200]);
});

test('colours rise with the stored value in both directions of the unit', () => {
  for (const [layer, scale] of [
    ['PASSES', 1],
    ['AGE', 1 / 24],
    ['SIGNAL', -0.1],
  ] as const) {
    const from = layerSteps(layer, scale, 1_000).map((step) => step.from);
    expect(from, layer).toEqual(from.toSorted((a, b) => a - b));
  }
  expect(layerSteps('SIGNAL', -0.1, 900).map(({ text }) => text)).toEqual([
    '> −55',
    '−55 … −67',
    '−67 … −75',
    '−75 … −85',
    '< −85',
  ]);
});
