import { FREE, polygonMask, rasterOf, type Grid, type Point, type Raster } from '@sweepline/map-core';
import { squaredDistances } from './distances.ts';

/** The obstacles of a floor and the distances to them. */
export interface Terrain {
  raster: Raster;
  /** 1 where a robot must not be: walls, furniture, the unknown, and forbidden zones. */
  blocked: Uint8Array;
  /** Squared distance in cells from a cell's centre to the nearest blocked one's, capped at a metre. */
  clearance2: Uint16Array;
}

/** Cap of the clearance in metres; the widest robot needs half a metre. */
const clearanceCapM = 1;

export function terrainOf(grid: Grid, forbidden: readonly (readonly Point[])[]): Terrain {
  const blocked = new Uint8Array(grid.cells.length);
  for (let i = 0; i < blocked.length; i++) blocked[i] = grid.cells[i] === FREE ? 0 : 1;
  for (const corners of forbidden) {
    const mask = polygonMask(grid, corners);
    for (let i = 0; i < mask.length; i++) if (mask[i] === 1) blocked[i] = 1;
  }
  const cap = Math.round(clearanceCapM / grid.resolution);
  return {
    raster: rasterOf(grid),
    blocked,
    clearance2: squaredDistances(blocked, grid.width, grid.height, cap),
  };
}

const terrains = new WeakMap<Grid, Map<string, Terrain>>();

/** The terrain of a floor with these zones. Robots of one floor share it, because it is large and immutable. */
export function sharedTerrain(grid: Grid, forbidden: readonly (readonly Point[])[]): Terrain {
  const ofGrid = terrains.get(grid) ?? new Map<string, Terrain>();
  terrains.set(grid, ofGrid);
  const key = JSON.stringify(forbidden);
  const terrain = ofGrid.get(key) ?? terrainOf(grid, forbidden);
  ofGrid.delete(key);
  ofGrid.set(key, terrain);
  // Zone sets change; the cache keeps only the newest four.
  for (const old of ofGrid.keys()) if (ofGrid.size > 4) ofGrid.delete(old);
  return terrain;
}
