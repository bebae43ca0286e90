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
  paintWay,
  partOf,
  polygonMask,
  rasterOf,
  tilesAround,
  type Grid,
  type Point,
  type Raster,
  type Tiles,
} from '@sweepline/map-core';

const hourMs = 3_600_000;
/** A robot is about so long: help came to it, not to a point. */
const assistReachM = 1;
/** A signal is sampled once a minute, some thirty metres apart; beside the place it holds about so far. */
const signalReachM = 1.5;

/** What a layer of runs takes of one run. */
export interface LayerRun {
  way: readonly (Point & { cleaning: boolean })[];
  toolWidthM: number;
  /** What it was to clean; zones a person took out on the way left out. */
  areas: readonly (readonly Point[])[];
  endedAt: string;
}

/** The layers that are sums over runs. */
export interface RunLayers {
  passes: Tiles;
  /** Hours since the epoch at the end of the last run that reached the tile; there are too many for two bytes. */
  cleanedAt: Float64Array;
  missed: Tiles;
}

/** Layers of no run at all. */
export const emptyRunLayers = (raster: Raster): RunLayers => ({
  passes: createTiles(raster),
  cleanedAt: new Float64Array(raster.width * raster.height),
  missed: createTiles(raster),
});

/** Adds one run. Where it left no path nothing is known, and nothing is said of it: its whole floor would count as missed. */
export function addRun(
  layers: RunLayers,
  run: LayerRun,
  floor: Grid,
  closed: readonly (readonly Point[])[] = [],
): void {
  const { passes, cleanedAt, missed } = layers;
  if (!run.way.some(({ cleaning }) => cleaning)) return;
  const box = boxGrown(boxAround([...run.way, ...run.areas.flat()]), run.toolWidthM);
  const part = partOf(passes, box);
  if (!part) return;
  const painted = coverageOver(part.raster);
  // A tool narrower than a tile would pass between the middles of tiles it did clean.
  paintWay(painted, run.way, Math.max(run.toolWidthM, part.raster.resolution));
  addPasses(passes, part, painted);
  addMask(missed, part, missedMask(painted, run.areas, floor, closed));
  const hour = Date.parse(run.endedAt) / hourMs;
  eachOfPart(passes, part, (tile, index) => {
    if (painted.passes[index]! > 0) cleanedAt[tile] = Math.max(cleanedAt[tile]!, hour);
  });
}

/** Hours from the last cleaning of each tile until a moment; floor of a cleaning zone that was never reached says so. */
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
    const wanted = polygonMask(ages, points, floor);
    for (const area of closed) clearArea(wanted, ages, area);
    wanted.forEach((cell, tile) => {
      if (cell === 1) ages.values[tile] = neverCleaned;
    });
  }
  cleanedAt.forEach((hour, tile) => {
    if (hour > 0) ages.values[tile] = Math.min(maxValue, Math.max(0, Math.round(atMs / hourMs - hour)));
  });
  return ages;
}

/** How often help came to each tile. */
export function assistTiles(raster: Raster, places: readonly Point[]): Tiles {
  const tiles = createTiles(raster);
  for (const place of places)
    for (const tile of tilesAround(raster, place, assistReachM)) addTo(tiles, tile, 1);
  return tiles;
}

/** Signals heard near one place. */
export interface Heard extends Point {
  /** Their sum in dBm, which is below nought, and how many they are. */
  sumDbm: number;
  count: number;
}

/** The mean signal around each tile, in tenths of a dBm below nought. */
export function signalTiles(raster: Raster, heard: readonly Heard[]): Tiles {
  const tiles = createTiles(raster);
  const [sums, counts] = [new Float64Array(tiles.values.length), new Uint32Array(tiles.values.length)];
  for (const { sumDbm, count, ...place } of heard)
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
