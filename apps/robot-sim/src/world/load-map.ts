import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  boxOfRaster,
  centreX,
  centreY,
  createGrid,
  parsePgm,
  rasterOver,
  rosMap,
  rosMapMeta,
  valueAt,
  type Grid,
  type Picture,
} from '@sweepline/map-core';
import { decode } from 'fast-png';
import { parse } from 'yaml';
import { idFor } from './built-in.ts';
import { noElements, type World } from './world.ts';

/** Cell size of a robot's grid; a map of another resolution is resampled. */
const cellM = 0.05;

/** Thrown for an unusable map file; the message is for the user. */
export class BadMap extends Error {}

/** Loads a ROS `map_server` map: the YAML file and its PGM or PNG. The floor has no named places. */
export function loadMap(yamlPath: string): World {
  const meta = rosMapMeta(parse(textOf(yamlPath)));
  if (!meta.ok) throw new BadMap(`${yamlPath}: ${meta.fault}: ${meta.detail}`);
  const picturePath = join(dirname(yamlPath), meta.value.image);
  const bytes = bytesOf(picturePath);
  const grid = rosMap(meta.value, pictureOf(picturePath, bytes));
  if (!grid.ok) throw new BadMap(`${picturePath}: ${grid.fault}: ${grid.detail}`);
  return {
    mapId: idFor(createHash('sha256').update(bytes).digest('hex')),
    mapVersion: '1',
    name: basename(yamlPath).replace(/\.ya?ml$/, ''),
    grid: resampled(grid.value),
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

function pictureOf(path: string, bytes: Uint8Array): Picture {
  if (/\.png$/i.test(path)) return greyOf(path, bytes);
  const picture = parsePgm(bytes);
  if (!picture.ok) throw new BadMap(`${path}: ${picture.fault}: ${picture.detail}`);
  return picture.value;
}

/** The brightness of a PNG; colours are averaged like in `map_server`. */
function greyOf(path: string, bytes: Uint8Array): Picture {
  try {
    const { width, height, channels, depth, data } = decode(bytes);
    const colours = channels > 2 ? 3 : 1;
    const scale = depth === 16 ? 257 : 1;
    const pixels = Uint8Array.from({ length: width * height }, (_, i) => {
      let sum = 0;
      for (let c = 0; c < colours; c++) sum += data[i * channels + c]!;
      return Math.round(sum / colours / scale);
    });
    return { width, height, pixels };
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
