import { centreX, centreY, type Point } from '@sweepline/map-core';
import { squaredDistances } from '../motion/distances.ts';
import type { Field } from './field.ts';

/** A strip narrower than twice this is a rim that the tool cannot reach. */
const rimM = 0.2;
const minPatchM2 = 0.25;

/** An uncleaned piece of floor. */
export interface Patch extends Point {
  areaM2: number;
}

/** The parts of a mask that are wider than a rim, largest first. The position is the place deepest inside. */
export function patchesOf({ raster }: Field, mask: Uint8Array): Patch[] {
  const { width, height, resolution } = raster;
  const rim = rimM / resolution;
  const depth2 = squaredDistances(
    mask.map((cell) => 1 - cell),
    width,
    height,
    20,
  );
  const seen = new Uint8Array(mask.length);
  const patches: Patch[] = [];
  for (let seed = 0; seed < mask.length; seed++) {
    if (seen[seed] === 1 || depth2[seed]! <= rim * rim) continue;
    const cells = joinedCells(seed, width, height, seen, (cell) => depth2[cell]! > rim * rim);
    const deepest = cells.reduce((best, cell) => (depth2[cell]! > depth2[best]! ? cell : best), seed);
    const areaM2 = grownCells(cells.length, rim) * resolution ** 2;
    if (areaM2 < minPatchM2) continue;
    patches.push({
      x: centreX(raster, deepest % width),
      y: centreY(raster, Math.floor(deepest / width)),
      areaM2,
    });
  }
  return patches.toSorted((a, b) => b.areaM2 - a.areaM2);
}

/** Estimates the cell count before the rim was removed, for a roughly square piece. */
const grownCells = (cells: number, rim: number) => (Math.sqrt(cells) + 2 * rim) ** 2;

function joinedCells(
  seed: number,
  width: number,
  height: number,
  seen: Uint8Array,
  belongs: (cell: number) => boolean,
): number[] {
  const cells = [seed];
  seen[seed] = 1;
  const visit = (cell: number) => {
    if (seen[cell] === 1 || !belongs(cell)) return;
    seen[cell] = 1;
    cells.push(cell);
  };
  for (const cell of cells) {
    const column = cell % width;
    if (column > 0) visit(cell - 1);
    if (column < width - 1) visit(cell + 1);
    if (cell >= width) visit(cell - width);
    if (cell < width * (height - 1)) visit(cell + width);
  }
  return cells;
}
