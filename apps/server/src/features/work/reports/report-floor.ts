import {
  boxAround,
  boxGrown,
  boxOfRaster,
  columnAt,
  coverageFromPasses,
  createCoverage,
  paintTrajectory,
  pictureOf,
  rowAt,
  type Box,
  type BrushPoint,
  type CleaningTool,
  type Coverage,
  type Grid,
  type Point,
  type Raster,
} from '@sweepline/map-core';
import { unpackPng } from '../../../platform/files/png.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Position and resolution of a grey picture on the floor. */
export type Place = Omit<Raster, 'width' | 'height'>;

/** The passes in a grey picture with one value per cell. Row 0 has the greatest y. */
export async function passesOf(png: Uint8Array, { resolution, originX, originY }: Place): Promise<Coverage> {
  const { width, height, pixels } = pictureOf(await unpackPng(png));
  return coverageFromPasses({ width, height, resolution, originX, originY }, pixels);
}

/** Coverage of a tool along a path, for reports without a coverage picture. */
export function paintedAlong(
  path: readonly (BrushPoint & { cleaning: boolean })[],
  tool: CleaningTool,
  box: Box,
): Coverage {
  const coverage = createCoverage(box, 0.1);
  paintTrajectory(coverage, path, tool);
  return coverage;
}

const marginM = 1.5;

/** The shown part of a floor: the areas with a margin, or the whole floor without areas. */
export function boxToShow(areas: readonly (readonly Point[])[], ground: Raster | undefined): Box | undefined {
  const corners = areas.flat();
  if (corners.length > 0) return boxGrown(boxAround(corners), marginM);
  return ground && boxOfRaster(ground);
}

const maxPx = 1_000;
const maxPxPerM = 24;
/** Pixels per metre: sharp in print and limited in file size. */
export const scaleOf = ({ minX, maxX, minY, maxY }: Box) =>
  Math.min(maxPxPerM, maxPx / Math.max(maxX - minX, maxY - minY));

const free: Rgb = [255, 255, 255];
const wall: Rgb = [74, 90, 99];
const unknown: Rgb = [233, 238, 240];
/** Opacity of the colour of a pass over the floor. */
const opacity = 0.62;

/** Called for each pixel, so it allocates no objects. */
const valueAt = (grid: Grid, x: number, y: number): number | undefined => {
  const column = columnAt(grid, x);
  const row = rowAt(grid, y);
  if (column < 0 || row < 0 || column >= grid.width || row >= grid.height) return undefined;
  return grid.cells[row * grid.width + column];
};
const floorColour = (grey: number | undefined): Rgb =>
  grey === undefined || grey === 205 ? unknown : grey < 128 ? wall : free;

export interface Painted {
  width: number;
  height: number;
  /** Three bytes per pixel. */
  rgb: Uint8Array;
}

/** The floor within a box, coloured where `colourOf` returns a colour for the count. */
export function paintFloor(
  box: Box,
  ground: Grid | undefined,
  counts: Coverage | undefined,
  colourOf: (count: number) => Rgb | undefined,
): Painted {
  const scale = scaleOf(box);
  const [width, height] = [
    Math.max(1, Math.round((box.maxX - box.minX) * scale)),
    Math.max(1, Math.round((box.maxY - box.minY) * scale)),
  ];
  const rgb = new Uint8Array(width * height * 3);
  const counted = counts && { ...counts, cells: counts.passes };
  for (let row = 0; row < height; row++) {
    const y = box.maxY - (row + 0.5) / scale;
    for (let column = 0; column < width; column++) {
      const x = box.minX + (column + 0.5) / scale;
      const floor = ground ? floorColour(valueAt(ground, x, y)) : free;
      const over = counted && colourOf(valueAt(counted, x, y) ?? 0);
      const at = 3 * (row * width + column);
      for (let part = 0; part < 3; part++) {
        rgb[at + part] = over
          ? Math.round(floor[part]! * (1 - opacity) + over[part]! * opacity)
          : floor[part]!;
      }
    }
  }
  return { width, height, rgb };
}
