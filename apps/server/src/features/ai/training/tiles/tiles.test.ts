import type { AiShape } from '@sweepline/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { tilesOf } from './picture-tiles.ts';
import { labelsOfTiles, tilesOfPicture } from './tile-labels.ts';
import { planTiles } from './tile-plan.ts';

const id = crypto.randomUUID();
const box = (from: [number, number], to: [number, number]): AiShape => ({
  id,
  kind: 'BOX',
  classId: 'liquid',
  from,
  to,
});
const tilesWith = (shapes: AiShape[], label: string) =>
  [...labelsOfTiles(shapes, 'clean')].filter(([, classId]) => classId === label).map(([tile]) => tile);

test('a tile has the class of the mark over half of it, and less than half is neither that nor clean', () => {
  // From the left edge over two tiles and a quarter of the third, in the first row.
  const shapes = [box([0, 0], [2.25 / 16, 1 / 9])];
  expect(tilesWith(shapes, 'liquid')).toEqual([0, 1]);
  expect(tilesWith(shapes, 'clean')).toHaveLength(tilesOfPicture - 3);
});

test('a mark smaller than a tile has the tile in its middle, and holes of a polygon are clean', () => {
  expect(tilesWith([box([0.5, 0.5], [0.51, 0.51])], 'liquid')).toEqual([4 * 16 + 8]);
  const square = (low: number, high: number): [number, number][] => [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
  ];
  const ring: AiShape = {
    id,
    kind: 'POLYGON',
    classId: 'liquid',
    ring: square(0, 1),
    holes: [square(0.3, 0.7)],
  };
  expect(tilesWith([ring], 'clean')).toContain(4 * 16 + 8);
  expect(tilesWith([ring], 'liquid')).toContain(0);
});

test('the plan limits each class by the seed, and marks by tiles and whole pictures take part', () => {
  const tiles: AiShape = { id, kind: 'TILES', classId: 'paper', columns: 16, rows: 9, tiles: [3, 143] };
  const images = [
    { id: 'a', part: 'TRAIN' as const, shapes: [box([0, 0], [1, 0.5])] },
    { id: 'b', part: 'TEST' as const, shapes: [tiles] },
    { id: 'c', part: 'TRAIN' as const, shapes: [{ id, kind: 'IMAGE' as const, classId: 'paper' }] },
  ];
  const settings = { clean: 'clean', seed: 4, tilesPerClass: 20 };
  const plan = planTiles(images, ['clean', 'liquid', 'paper'], settings);
  const of = (imageId: string, label: number) => plan.get(imageId)!.filter((it) => it.label === label);
  expect([of('a', 0).length, of('a', 1).length, of('c', 2).length]).toEqual([20, 20, 20]);
  expect(of('b', 2).map(({ tile }) => tile)).toEqual([3, 143]);
  expect(planTiles(images, ['clean', 'liquid', 'paper'], settings)).toEqual(plan);
  expect(planTiles(images, ['clean', 'liquid', 'paper'], { ...settings, seed: 5 })).not.toEqual(plan);
});

test('tiles are cut at their place, with the colour of the floor of the whole picture', async () => {
  const dot = { input: { create: { width: 40, height: 40, channels: 3 as const, background: '#ff0000' } } };
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#404040' } })
    .composite([{ ...dot, left: 40, top: 80 }])
    .png()
    .toBuffer();
  const [plain, red] = await tilesOf(picture, [0, 2 * 16 + 1]);
  expect([...plain!.rgb.subarray(0, 3)]).toEqual([64, 64, 64]);
  const middle = (32 * 64 + 32) * 3;
  expect([...red!.rgb.subarray(middle, middle + 3)]).toEqual([255, 0, 0]);
  expect(red!.floor).toEqual([64, 64, 64]);
  await expect(tilesOf(Buffer.from('no picture'), [0])).rejects.toThrow();
});
