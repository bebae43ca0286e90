import { FREE, OCCUPIED, UNKNOWN } from '@sweepline/map-core';
import { pngFile, type PngFile } from '@sweepline/map-core/test-kit/png';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRosMap } from './map-import.ts';

const yaml = Buffer.from('image: a.png\nresolution: 0.05\norigin: [0, 0, 0]\nfree_thresh: 0.196\n');
async function cellsOf(picture: Buffer) {
  const files = new Map(Object.entries({ picture, yaml }));
  return [...(await readRosMap(files)).grid.cells];
}

interface Room {
  width: number;
  cells: readonly number[];
}
type Spelling = (room: Room) => Omit<PngFile, 'width' | 'height'> | undefined;

/** The samples of a room whose values are these for wall, free floor and unknown. */
const samples = ({ cells }: Room, wall: number[], free: number[], unknown: number[]) =>
  cells.flatMap((cell) => (cell === OCCUPIED ? wall : cell === FREE ? free : unknown));
const has = ({ cells }: Room, value: number) => cells.includes(value);
const same = (value: number, count: number) => Array.from({ length: count }, () => value);
const palette = [0, 0, 0, 255, 255, 255, 205, 205, 205, 9, 9, 9];

const depths = [1, 2, 4, 8, 16] as const;
const spellings: Spelling[] = [
  ...depths.map((depth): Spelling => (room) => {
    const max = 2 ** depth - 1;
    if (has(room, UNKNOWN)) return undefined;
    return { depth, colourType: 0, samples: samples(room, [0], [max], []) };
  }),
  // A transparent grey.
  ...depths.map((depth): Spelling => (room) => {
    const max = 2 ** depth - 1;
    if (depth === 1 && has(room, OCCUPIED)) return undefined;
    const unknown = depth === 1 ? 0 : 1;
    const transparency = [unknown >> 8, unknown];
    return { depth, colourType: 0, samples: samples(room, [0], [max], [unknown]), transparency };
  }),
  // The grey of map savers.
  (room) => ({ depth: 8, colourType: 0, samples: samples(room, [0], [254], [205]) }),
  (room) => ({ depth: 16, colourType: 0, samples: samples(room, [0], [254 * 257], [205 * 257]) }),
  (room) => ({ depth: 8, colourType: 3, samples: samples(room, [0], [1], [2]), palette }),
  // A transparent entry of the palette; the last entries may have no byte.
  ...([1, 2, 4, 8] as const).map((depth): Spelling => (room) => {
    if (depth > 1) {
      const transparency = [255, 255, 255, 0];
      return { depth, colourType: 3, samples: samples(room, [0], [1], [3]), palette, transparency };
    }
    const colours = palette.slice(0, 6);
    if (!has(room, UNKNOWN))
      return { depth, colourType: 3, samples: samples(room, [0], [1], []), palette: colours };
    if (has(room, OCCUPIED)) return undefined;
    return {
      depth,
      colourType: 3,
      samples: samples(room, [], [1], [0]),
      palette: colours,
      transparency: [0],
    };
  }),
  ...([8, 16] as const).flatMap((depth): Spelling[] => {
    const max = 2 ** depth - 1;
    const [black, white] = [same(0, 3), same(max, 3)];
    const key = depth === 8 ? [0, 1, 0, 2, 0, 3] : [1, 1, 1, 2, 1, 3];
    const keyed = depth === 8 ? [1, 2, 3] : [0x1_01, 0x1_02, 0x1_03];
    return [
      (room) => ({ depth, colourType: 2, samples: samples(room, black, white, keyed), transparency: key }),
      (room) => ({ depth, colourType: 4, samples: samples(room, [0, max], [max, max], [0, 0]) }),
      (room) => ({
        depth,
        colourType: 6,
        samples: samples(room, [...black, max], [...white, max], [...white, 0]),
      }),
    ];
  }),
];

const room = fc
  .record({ width: fc.integer({ min: 1, max: 19 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      cells: fc
        .constantFrom([OCCUPIED, FREE], [FREE, UNKNOWN], [OCCUPIED, FREE, UNKNOWN])
        .chain((values) =>
          fc.array(fc.constantFrom(...values), { minLength: width * height, maxLength: width * height }),
        ),
    }),
  );

test('one room has the same cells in every depth, colour type and kind of transparency of a PNG', async () => {
  const property = fc.asyncProperty(room, fc.boolean(), async (original, interlaced) => {
    const { width, cells } = original;
    for (const [index, spelling] of spellings.entries()) {
      const file = spelling(original);
      if (!file) continue;
      const picture = pngFile({ ...file, width, height: cells.length / width, interlaced });
      expect(await cellsOf(picture), `spelling ${index}`).toEqual(cells);
    }
  });
  await fc.assert(property, { numRuns: 25 });
});

test('a black and white picture of one bit is a room with its walls only', async () => {
  const wall = (x: number, y: number) => x === 0 || y === 0 || x === 19 || y === 9;
  const bits = Array.from({ length: 200 }, (_, i) => (wall(i % 20, Math.floor(i / 20)) ? 0 : 1));
  const cells = await cellsOf(pngFile({ width: 20, height: 10, depth: 1, colourType: 0, samples: bits }));
  expect(cells.filter((cell) => cell === OCCUPIED)).toHaveLength(56);
  expect(cells.filter((cell) => cell === FREE)).toHaveLength(144);
});
