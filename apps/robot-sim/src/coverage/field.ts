import {
  boxAround,
  boxGrown,
  columnAt,
  polygonMask,
  rowAt,
  type Point,
  type Raster,
} from '@sweepline/map-core';
import { squaredDistances } from '../motion/distances.ts';
import type { Footing } from '../motion/footing.ts';

/** An area to clean, cut out of the floor: cells of 0.05 m, the same as the terrain's. */
export interface Field {
  footing: Footing;
  raster: Raster;
  /** 1 where the robot's centre may be: clear, and reachable from its current place. */
  stand: Uint8Array;
  /** 1 within the requested polygon. */
  requested: Uint8Array;
  /** 1 where the tool can reach the requested floor. The coverage share is relative to this. */
  target: Uint8Array;
  targetCells: number;
}

/** Metres around the polygon that the robot may use to clean up to its rim. */
const marginM = 1;

/** The field of a polygon for a robot in a region of the footing. The target excludes unreachable cells. */
export function fieldOf(
  footing: Footing,
  polygon: readonly Point[],
  toolWidthM: number,
  region: number,
): Field {
  const raster = cutOut(footing.terrain.raster, polygon);
  const stand = standing(footing, raster, region);
  const reach = toolWidthM / 2 / raster.resolution;
  const nearest = squaredDistances(stand, raster.width, raster.height, Math.ceil(reach));
  const requested = polygonMask(raster, polygon);
  const target = new Uint8Array(requested.length);
  let targetCells = 0;
  const origin = offsetIn(footing.terrain.raster, raster);
  for (let i = 0; i < target.length; i++) {
    if (requested[i] === 0 || nearest[i]! > reach * reach) continue;
    if (footing.terrain.blocked[cellOf(footing, raster, origin, i)] === 1) continue;
    target[i] = 1;
    targetCells++;
  }
  return { footing, raster, stand, requested, target, targetCells };
}

function cutOut(whole: Raster, polygon: readonly Point[]): Raster {
  const box = boxGrown(boxAround(polygon), marginM);
  const left = Math.min(whole.width - 1, Math.max(0, columnAt(whole, box.minX)));
  const right = Math.min(whole.width - 1, Math.max(left, columnAt(whole, box.maxX)));
  const top = Math.min(whole.height - 1, Math.max(0, rowAt(whole, box.maxY)));
  const bottom = Math.min(whole.height - 1, Math.max(top, rowAt(whole, box.minY)));
  return {
    width: right - left + 1,
    height: bottom - top + 1,
    resolution: whole.resolution,
    originX: whole.originX + left * whole.resolution,
    originY: whole.originY + (whole.height - 1 - bottom) * whole.resolution,
  };
}

interface Offset {
  column: number;
  row: number;
}

const offsetIn = (whole: Raster, part: Raster): Offset => ({
  column: Math.round((part.originX - whole.originX) / whole.resolution),
  row: whole.height - part.height - Math.round((part.originY - whole.originY) / whole.resolution),
});

/** The terrain's index of a cell of the field. */
const cellOf = (footing: Footing, part: Raster, { column, row }: Offset, index: number) =>
  (row + Math.floor(index / part.width)) * footing.terrain.raster.width + column + (index % part.width);

function standing(footing: Footing, raster: Raster, region: number) {
  const stand = new Uint8Array(raster.width * raster.height);
  const origin = offsetIn(footing.terrain.raster, raster);
  for (let i = 0; i < stand.length; i++) {
    const column = origin.column + (i % raster.width);
    const row = origin.row + Math.floor(i / raster.width);
    if (!footing.standsOn(row * footing.terrain.raster.width + column)) continue;
    if (joined(footing, column, row, region)) stand[i] = 1;
  }
  return stand;
}

/** Whether a cell lies in an open nav cell of the region, or in a straight clear line from a neighbouring one. */
function joined(footing: Footing, column: number, row: number, region: number) {
  const { navWidth, navHeight, region: regions, terrain } = footing;
  const [c, r] = [column >> 1, row >> 1];
  const own = r * navWidth + c;
  if (c < navWidth && r < navHeight && regions[own] === region && footing.isWhole(own)) return true;
  const { originX, originY, resolution, height } = terrain.raster;
  const [x, y] = [originX + (column + 0.5) * resolution, originY + (height - row - 0.5) * resolution];
  for (let dr = -1; dr <= 1; dr++) {
    for (let dc = -1; dc <= 1; dc++) {
      const [nc, nr] = [c + dc, r + dr];
      if (nc < 0 || nr < 0 || nc >= navWidth || nr >= navHeight) continue;
      const cell = nr * navWidth + nc;
      if (regions[cell] === region && footing.clearLine(x, y, footing.navX(cell), footing.navY(cell)))
        return true;
    }
  }
  return false;
}
