import { neverCleaned, type MapElements } from '@sweepline/contract';
import {
  addMask,
  addPasses,
  addTo,
  boxAround,
  boxGrown,
  clearArea,
  closedAreas,
  coverageOver,
  createTiles,
  eachOfPart,
  missedMask,
  maxValue,
  noValue,
  paintTrajectory,
  partOf,
  polygonMask,
  rasterOf,
  reachOf,
  tilesAround,
  type BrushPoint,
  type CleaningTool,
  type Grid,
  type Point,
  type Raster,
  type Tiles,
} from '@sweepline/map-core';

const hourMs = 3_600_000;
/** About the length of a robot. */
const assistReachM = 1;
/** A signal is sampled once a minute, about thirty metres apart. A sample is valid about this far around its place. */
const signalReachM = 1.5;

/** Input of a layer from one run. */
export interface LayerRun {
  path: readonly (BrushPoint & { cleaning: boolean })[];
  tool: CleaningTool;
  /** Areas to clean, without those that a user skipped during the run. */
  areas: readonly (readonly Point[])[];
  endedAt: string;
}

/** Layers that are sums over runs. */
export interface RunLayers {
  passes: Tiles;
  /** Hours since the epoch at the end of the last run that reached the tile. The number does not fit into two bytes. */
  cleanedAt: Float64Array;
  missed: Tiles;
}

/** Layers without any run. */
export const emptyRunLayers = (raster: Raster): RunLayers => ({
  passes: createTiles(raster),
  cleanedAt: new Float64Array(raster.width * raster.height),
  missed: createTiles(raster),
});

/** Adds one run. A run without a path is ignored, because its whole floor would count as missed. */
export function addRun(
  layers: RunLayers,
  run: LayerRun,
  floor: Grid,
  closed: readonly (readonly Point[])[] = [],
): void {
  const { passes, cleanedAt, missed } = layers;
  if (!run.path.some(({ cleaning }) => cleaning)) return;
  // A tool narrower than a tile can miss the centres of tiles that it cleaned.
  const tool = { ...run.tool, toolWidthM: Math.max(run.tool.toolWidthM, passes.resolution) };
  const box = boxGrown(boxAround([...run.path, ...run.areas.flat()]), reachOf(tool));
  const part = partOf(passes, box);
  if (!part) return;
  const painted = coverageOver(part.raster);
  paintTrajectory(painted, run.path, tool);
  addPasses(passes, part, painted);
  addMask(missed, part, missedMask(painted, run.areas, floor, closed));
  const hour = Date.parse(run.endedAt) / hourMs;
  eachOfPart(passes, part, (tile, index) => {
    if (painted.passes[index]! > 0) cleanedAt[tile] = Math.max(cleanedAt[tile]!, hour);
  });
}

/** Hours from the last cleaning of each tile to a moment; `neverCleaned` for other tiles of a cleaning zone. */
export function agesAt(
  { cleanedAt, passes }: RunLayers,
  atMs: number,
  zones: MapElements['zones'],
  floor: Grid,
): Tiles {
  const ages = createTiles(rasterOf(passes));
  const closed = closedAreas(zones);
  for (const { type, points } of zones) {
    if (type !== 'CLEAN') continue;
    const mask = polygonMask(ages, points, floor);
    for (const area of closed) clearArea(mask, ages, area);
    mask.forEach((cell, tile) => {
      if (cell === 1) ages.values[tile] = neverCleaned;
    });
  }
  cleanedAt.forEach((hour, tile) => {
    if (hour > 0) ages.values[tile] = Math.min(maxValue, Math.max(0, Math.round(atMs / hourMs - hour)));
  });
  return ages;
}

/** Number of assists around each tile. */
export function assistTiles(raster: Raster, places: readonly Point[]): Tiles {
  const tiles = createTiles(raster);
  for (const place of places)
    for (const tile of tilesAround(raster, place, assistReachM)) addTo(tiles, tile, 1);
  return tiles;
}

/** Signal samples near one place. */
export interface SignalSamples extends Point {
  /** Sum of the samples in dBm (negative). */
  sumDbm: number;
  count: number;
}

/** Mean signal around each tile, in tenths of a dBm, with the sign inverted. */
export function signalTiles(raster: Raster, samples: readonly SignalSamples[]): Tiles {
  const tiles = createTiles(raster);
  const [sums, counts] = [new Float64Array(tiles.values.length), new Uint32Array(tiles.values.length)];
  for (const { sumDbm, count, ...place } of samples)
    for (const tile of tilesAround(raster, place, signalReachM)) {
      sums[tile]! += sumDbm;
      counts[tile]! += count;
    }
  counts.forEach((count, tile) => {
    tiles.values[tile] =
      count === 0 ? noValue : Math.min(maxValue, Math.max(0, Math.round((-10 * sums[tile]!) / count)));
  });
  return tiles;
}
