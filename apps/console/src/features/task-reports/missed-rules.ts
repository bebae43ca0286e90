import {
  boxAround,
  boxGrown,
  createGrid,
  distanceToSegment,
  inside,
  insideBox,
  maskZones,
  OCCUPIED,
  polygonArea,
  polygonMask,
  type Box,
  type Coverage,
  type Grid,
  type Point,
} from '@sweepline/map-core';

/** A piece of floor that was to be cleaned and was not. */
export interface MissedPatch {
  id: string;
  points: Point[];
  areaM2: number;
  box: Box;
  /** Why, where the robot said. */
  reason?: string;
}

/** A strip narrower than twice this lies along a wall, where no tool of ours reaches. */
const rimM = 0.2;
const leastM2 = 0.25;
const mostPatches = 40;

/** The patches of free floor within the areas that no pass reached, the largest first. */
export function missedPatches(
  coverage: Coverage,
  areas: readonly (readonly Point[])[],
  ground: Grid | undefined,
): MissedPatch[] {
  const missed = new Uint8Array(coverage.passes.length);
  for (const area of areas) {
    polygonMask(coverage, area, ground).forEach((wanted, index) => {
      if (wanted === 1 && coverage.passes[index] === 0) missed[index] = 1;
    });
  }
  const reach = Math.max(1, Math.round(rimM / coverage.resolution));
  const whole = grown(shrunk(missed, coverage, reach), coverage, reach);
  const grid = createGrid(coverage);
  whole.forEach((cell, index) => {
    if (cell === 1) grid.cells[index] = OCCUPIED;
  });
  return maskZones(grid, { minAreaM2: leastM2 })
    .map((points) => ({ points, areaM2: polygonArea(points), box: boxAround(points) }))
    .toSorted((a, b) => b.areaM2 - a.areaM2)
    .slice(0, mostPatches)
    .map((patch, index) => ({ ...patch, id: `missed-${index + 1}` }));
}

interface Told extends Point {
  reason: string;
}

/** A robot and we need not draw the rim of a patch alike: so far beside it a place it told may lie. */
const besideM = 0.6;

/** The patches with the reasons the robot told: by a place in the patch, else by one close beside it. */
export function withReasons(patches: readonly MissedPatch[], told: readonly Told[]): MissedPatch[] {
  return patches.map((patch) => {
    const near = told
      .filter((spot) => insideBox(spot, boxGrown(patch.box, besideM)))
      .map((spot) => ({ spot, awayM: inside(spot, patch.points) ? 0 : distanceTo(spot, patch.points) }))
      .filter(({ awayM }) => awayM <= besideM)
      .toSorted((a, b) => a.awayM - b.awayM);
    const [nearest] = near;
    return nearest ? { ...patch, reason: nearest.spot.reason } : patch;
  });
}

const distanceTo = (spot: Point, corners: readonly Point[]) =>
  Math.min(...corners.map((corner, n) => distanceToSegment(spot, corners.at(n - 1)!, corner)));

type Size = Pick<Coverage, 'width' | 'height'>;

/** Cells whose whole neighbourhood is set: what is too thin disappears. */
const shrunk = (mask: Uint8Array, size: Size, reach: number) =>
  spread(
    mask.map((cell) => 1 - cell),
    size,
    reach,
  ).map((cell) => 1 - cell);
const grown = (mask: Uint8Array, size: Size, reach: number) => spread(mask, size, reach);

/** Sets every cell within `reach` columns and rows of a set one: first along the rows, then along the columns. */
function spread(mask: Uint8Array, { width, height }: Size, reach: number): Uint8Array {
  const along = spreadLines(mask, height, width, (line, step) => line * width + step, reach);
  return spreadLines(along, width, height, (line, step) => step * width + line, reach);
}

function spreadLines(
  mask: Uint8Array,
  lines: number,
  steps: number,
  indexOf: (line: number, step: number) => number,
  reach: number,
): Uint8Array {
  const result = new Uint8Array(mask.length);
  for (let line = 0; line < lines; line++) {
    let until = -1;
    for (let step = 0; step < steps; step++) {
      if (mask[indexOf(line, step)] === 1) {
        for (let set = Math.max(until + 1, step - reach); set <= Math.min(steps - 1, step + reach); set++) {
          result[indexOf(line, set)] = 1;
        }
        until = Math.min(steps - 1, step + reach);
      }
    }
  }
  return result;
}
