import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  boxOfRaster,
  centreX,
  centreY,
  createGrid,
  parsePgm,
  pictureOf,
  rasterOver,
  rosMap,
  rosMapMeta,
  valueAt,
  type Grid,
  type Picture,
  type Pixels,
} from '@sweepline/map-core';
import { parse } from 'yaml';
import { idFor } from './built-in.ts';
import { noElements, type World } from './world.ts';

/** Cell size of a robot's grid; a map of another resolution is resampled. */
const cellM = 0.05;

/** Thrown for an unusable map file; the message is for the user. */
export class BadMap extends Error {}

/** Loads a ROS `map_server` map: the YAML file and its PGM or PNG. The floor has no named places. */
export async function loadMap(yamlPath: string): Promise<World> {
  const meta = rosMapMeta(parse(textOf(yamlPath)));
  if (!meta.ok) throw new BadMap(`${yamlPath}: ${meta.fault}: ${meta.detail}`);
  const picturePath = join(dirname(yamlPath), meta.value.image);
  const bytes = bytesOf(picturePath);
  const map = rosMap(meta.value, await readPicture(picturePath, bytes));
  if (!map.ok) throw new BadMap(`${picturePath}: ${map.fault}: ${map.detail}`);
  return {
    mapId: idFor(createHash('sha256').update(bytes).digest('hex')),
    mapVersion: '1',
    name: basename(yamlPath).replace(/\.ya?ml$/, ''),
    grid: resampled(map.value.grid),
    elements: noElements(),
  };
}

function bytesOf(path: string) {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new BadMap(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

const textOf = (path: string) => bytesOf(path).toString('utf8');

async function readPicture(path: string, bytes: Uint8Array): Promise<Picture> {
  if (/\.png$/i.test(path)) return pictureOf(await pixelsOf(path, bytes));
  const picture = parsePgm(bytes);
  if (!picture.ok) throw new BadMap(`${path}: ${picture.fault}: ${picture.detail}`);
  return picture.value;
}

/** The pixels of a PNG as the server reads them: without its colour profile, with all of its bits. */
async function pixelsOf(path: string, bytes: Uint8Array): Promise<Pixels> {
  // Loaded with the first picture: it would delay each start.
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { ignoreIcc: true });
    const isDeep = (await image.metadata()).depth === 'ushort';
    const { data, info } = await image
      .toColourspace(isDeep ? 'rgb16' : 'srgb')
      .raw({ depth: isDeep ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const values = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
    return { width, height, channels, data: values };
  } catch (error) {
    throw new BadMap(`${path}: ${error instanceof Error ? error.message : 'no PNG'}`);
  }
}

function resampled(grid: Grid): Grid {
  if (Math.abs(grid.resolution - cellM) < 1e-6) return grid;
  const raster = rasterOver(boxOfRaster(grid), cellM);
  if (raster.width * raster.height > 64_000_000)
    throw new BadMap('the floor is too large for cells of 0.05 m');
  const drawn = createGrid(raster);
  for (let row = 0; row < raster.height; row++) {
    for (let column = 0; column < raster.width; column++) {
      drawn.cells[row * raster.width + column] = valueAt(grid, centreX(raster, column), centreY(raster, row));
    }
  }
  return drawn;
}
