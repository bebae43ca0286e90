import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FREE, OCCUPIED, UNKNOWN } from '@sweepline/map-core';
import { pngFile } from '@sweepline/map-core/test-kit/png';
import { afterAll, expect, test } from 'vitest';
import { BadMap, loadMap } from './load-map.ts';

const folder = mkdtempSync(join(tmpdir(), 'load-map-'));
afterAll(() => rmSync(folder, { recursive: true }));

const stored = (picture: Uint8Array, yaw = 0) => {
  writeFileSync(join(folder, 'room.png'), picture);
  const yaml = join(folder, 'room.yaml');
  writeFileSync(yaml, `image: room.png\nresolution: 0.05\norigin: [1, 2, ${yaw}]\nfree_thresh: 0.25\n`);
  return yaml;
};
/** A wall, free floor, unknown cells. */
const row = [0, 2, 2, 1];

test.each([
  ['a palette', { depth: 2, colourType: 3, palette: [0, 0, 0, 205, 205, 205, 254, 254, 254] }],
  ['two bits and a transparent grey', { depth: 2, colourType: 0, transparency: [0, 1] }],
  ['four bits and a transparent grey', { depth: 4, colourType: 0, transparency: [0, 7] }],
  ['16 bits', { depth: 16, colourType: 0 }],
] as const)('a picture with %s has the cells that the server reads', async (_name, kind) => {
  const greys = { 2: [0, 1, 3], 4: [0, 7, 15], 16: [0, 205 * 257, 65_535] }[kind.depth];
  const samples = kind.colourType === 3 ? row : row.map((cell) => greys[cell]!);
  const { grid } = await loadMap(stored(pngFile({ width: 4, height: 1, ...kind, samples })));
  expect([...grid.cells]).toEqual([OCCUPIED, FREE, FREE, UNKNOWN]);
});

test('a turned picture is an upright floor in its frame', async () => {
  const picture = pngFile({ width: 4, height: 1, depth: 8, colourType: 0, samples: [0, 254, 254, 205] });
  const { grid } = await loadMap(stored(picture, Math.PI / 2));
  expect(grid).toMatchObject({ width: 1, height: 4, originX: 0.95, originY: 2 });
  expect([...grid.cells]).toEqual([UNKNOWN, FREE, FREE, OCCUPIED]);
});

test('a file that is no PNG is refused with its name', async () => {
  await expect(loadMap(stored(Buffer.from('hello')))).rejects.toThrow(BadMap);
});
