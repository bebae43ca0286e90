import { boxAround, boxGrown, type Point } from '../geometry/geometry.ts';
import { centreOfIndex, FREE, valueAt, type Grid } from '../files/grid.ts';
import type { Coverage } from './coverage.ts';
import { addArea, clearArea, type Mask } from './mask.ts';
import { opened } from './morphology.ts';
import { eachOfPart, partOf, type RasterPart } from './tiles.ts';

/** Floor by number of passes, in square metres. */
export interface PassAreas {
  none: number;
  once: number;
  more: number;
}

/**
 * The figures of cleaned floor, in square metres. Each cell counts once, however many areas overlap there.
 * `cleanedM2 + notCleanedM2 = plannedM2 − noGoM2`, and the passes sum to the same floor.
 */
export interface FloorFigures {
  /** Free floor within the areas: free cells × cell area. */
  plannedM2: number;
  /** Planned floor within no-go and no-clean areas. */
  noGoM2: number;
  /** Part of planned − no-go that the tool reaches where the robot passes, or that it cleaned. */
  reachableM2: number;
  /** Part of planned − no-go with at least one pass. */
  cleanedM2: number;
  /** planned − no-go − cleaned. */
  notCleanedM2: number;
  /** planned − no-go by number of passes. */
  passes: PassAreas;
}

/** The floor that a run was to clean, and where the tool passed. */
export interface PlannedFloor {
  coverage: Coverage;
  /** Polygons of the areas to clean. */
  areas: readonly (readonly Point[])[];
  /** Polygons of the no-go and no-clean areas. */
  closed?: readonly (readonly Point[])[];
  /** The floor; without it all cells are free. */
  ground?: Grid | undefined;
}

/** The same with the robot. */
export interface FloorInput extends PlannedFloor {
  /** Width of the tool in metres. */
  toolWidthM: number;
  /** Width of the body in metres, which decides where the robot passes; without it the tool decides. */
  bodyWidthM?: number | undefined;
}

/** Mask of the free floor within the areas. */
function plannedMask({ coverage, areas, ground }: PlannedFloor): Mask {
  const planned = new Uint8Array(coverage.passes.length);
  for (const area of areas) addArea(planned, coverage, area, ground);
  return planned;
}

/** Mask of the floor that counts: planned floor outside the closed areas. */
export function cleanableMask(floor: PlannedFloor): Mask {
  const mask = plannedMask(floor);
  for (const area of floor.closed ?? []) clearArea(mask, floor.coverage, area);
  return mask;
}

/** Mask on a part of the raster: open floor that the tool reaches from where the wider of body and tool fits. */
function reachableMask(floor: FloorInput, part: RasterPart): Mask {
  const { coverage, ground, closed = [], toolWidthM, bodyWidthM = 0 } = floor;
  const shut = new Uint8Array(coverage.passes.length);
  for (const area of closed) addArea(shut, coverage, area);
  const open = new Uint8Array(part.raster.width * part.raster.height);
  eachOfPart(coverage, part, (cell, index) => {
    if (shut[cell] === 1) return;
    const { x, y } = centreOfIndex(coverage, cell);
    open[index] = !ground || valueAt(ground, x, y) === FREE ? 1 : 0;
  });
  const cells = (widthM: number) => Math.floor(widthM / 2 / coverage.resolution);
  return opened(open, part.raster, cells(Math.max(bodyWidthM, toolWidthM)), cells(toolWidthM));
}

const noFloor: FloorFigures = {
  plannedM2: 0,
  noGoM2: 0,
  reachableM2: 0,
  cleanedM2: 0,
  notCleanedM2: 0,
  passes: { none: 0, once: 0, more: 0 },
};

/** The floor figures of a run or of one of its areas. */
export function floorFigures(input: FloorInput): FloorFigures {
  const { coverage, areas, toolWidthM, bodyWidthM = 0 } = input;
  const corners = areas.flat();
  // The margin is what the reachable floor depends on.
  const marginM = Math.max(toolWidthM, bodyWidthM);
  const part = corners.length > 0 && partOf(coverage, boxGrown(boxAround(corners), marginM));
  if (!part) return noFloor;
  const [planned, cleanable, reachable] = [
    plannedMask(input),
    cleanableMask(input),
    reachableMask(input, part),
  ];
  const cells = { planned: 0, reachable: 0, none: 0, once: 0, more: 0 };
  eachOfPart(coverage, part, (cell, index) => {
    cells.planned += planned[cell]!;
    if (cleanable[cell] === 0) return;
    const count = coverage.passes[cell]!;
    cells[count === 0 ? 'none' : count === 1 ? 'once' : 'more']++;
    if (count > 0 || reachable[index] === 1) cells.reachable++;
  });
  return figuresOf(cells, coverage.resolution ** 2);
}

function figuresOf(
  { planned, reachable, none, once, more }: PassAreas & { planned: number; reachable: number },
  cellM2: number,
): FloorFigures {
  return {
    plannedM2: planned * cellM2,
    noGoM2: (planned - none - once - more) * cellM2,
    reachableM2: reachable * cellM2,
    cleanedM2: (once + more) * cellM2,
    notCleanedM2: none * cellM2,
    passes: { none: none * cellM2, once: once * cellM2, more: more * cellM2 },
  };
}

/** Floor that counts, in m²: planned − no-go. Null if the planned floor is unknown; an unknown no-go area is 0. */
export const cleanableM2 = (plannedM2: number | null, noGoM2: number | null = null): number | null =>
  plannedM2 === null ? null : Math.max(0, plannedM2 - (noGoM2 ?? 0));

/** Not cleaned, in m²: planned − no-go − cleaned, at least 0. Null if a value is unknown. */
export function notCleanedM2(plannedM2: number | null, noGoM2: number | null, cleanedM2: number | null) {
  const cleanable = cleanableM2(plannedM2, noGoM2);
  return cleanable === null || cleanedM2 === null ? null : Math.max(0, cleanable - cleanedM2);
}

/** Coverage, 0–1: cleaned ÷ (planned − no-go), at most 1. Null if a value is unknown or nothing counts. */
export function coverageShare(cleanedM2: number | null, cleanable: number | null): number | null {
  return cleanedM2 === null || !cleanable || cleanable < 0
    ? null
    : Math.min(1, Math.max(0, cleanedM2 / cleanable));
}

/** Efficiency, in m²/h: cleaned area ÷ cleaning time × 3600 s/h. Null if a value is unknown or the time is 0. */
export const efficiencyM2PerHour = (cleanedM2: number | null, cleaningS: number | null): number | null =>
  cleanedM2 === null || !cleaningS ? null : (cleanedM2 * 3600) / cleaningS;

export interface PhaseTime {
  phase: string;
  seconds: number;
}

/** The phase of the time that no reported phase contains. */
export const otherPhase = 'OTHER';
/** Rounding of the reported figures, in seconds per phase. */
const roundingS = 0.5;

/**
 * Time by phase, in seconds; the phases sum to the duration. Time that no phase contains is the phase `OTHER`. Phases that
 * are longer than the duration contradict it and are unknown: the result is empty.
 */
export function phaseTimes(durationS: number | null, reported: readonly PhaseTime[]): PhaseTime[] {
  const sums = new Map<string, number>();
  for (const { phase, seconds } of reported)
    if (seconds > 0) sums.set(phase, (sums.get(phase) ?? 0) + seconds);
  const times = [...sums].map(([phase, seconds]) => ({ phase, seconds }));
  const [longest] = times.toSorted((a, b) => b.seconds - a.seconds);
  if (!longest || durationS === null) return times;
  const rest = durationS - times.reduce((sum, { seconds }) => sum + seconds, 0);
  const rounding = roundingS * (reported.length + 1);
  if (rest > rounding) return [...times, { phase: otherPhase, seconds: rest }];
  if (rest < -rounding || longest.seconds + rest < 0) return [];
  longest.seconds += rest;
  return times;
}

/** Cleaning time, in seconds: the time in the phase CLEANING; without phases the time that the robot reported. */
export const cleaningTimeS = (phases: readonly PhaseTime[], reportedS: number | null): number | null =>
  phases.length === 0
    ? reportedS
    : phases.reduce((sum, { phase, seconds }) => (phase === 'CLEANING' ? sum + seconds : sum), 0);
