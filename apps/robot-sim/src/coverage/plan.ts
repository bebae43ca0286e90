import { coverageOver, createBrush, type Coverage, type Point } from '@sweepline/map-core';
import { squaredDistances } from '../motion/distances.ts';
import { edgeDistanceM, type Footing } from '../motion/footing.ts';
import { pathLength, type Path } from '../motion/route.ts';
import { edgePaths, rimsOf, straightened } from './contours.ts';
import { fieldOf, type Field } from './field.ts';
import { laneSweeps } from './lanes.ts';
import { tourOf, type Job } from './tour.ts';
import { touchUps } from './touch-up.ts';

export type Pattern = 'BOUSTROPHEDON' | 'SPIRAL' | 'EDGE_THEN_FILL' | 'EDGE_ONLY' | 'PATH';

export interface CleaningTask {
  footing: Footing;
  polygon: readonly Point[];
  pattern: Pattern;
  /** With PATH only. */
  path?: readonly Point[] | undefined;
  toolWidthM: number;
  robotWidthM: number;
  overlapM: number;
  /** Where the robot is; only what can be reached from here is planned. */
  from: Point;
  /** Passes of an earlier run over the same field; only the rest is cleaned. */
  done?: Uint8Array | undefined;
  /** The target excludes the cells of `done`, because they belong to another run. */
  restOnly?: boolean | undefined;
}

export interface CleaningPlan {
  field: Field;
  /** Driven in order with the tool down; the robot plans the routes between them. */
  strokes: Path[];
  /** Strokes before this one follow walls. */
  edgeStrokes: number;
  plannedM2: number;
  lengthM: number;
}

/** Maximum depth of the rings: 12 m. The touch-up covers the middle of a larger hall. */
const maxDepthCells = 240;

/** The share of the target that may stay uncleaned to save driving. */
const skippedShare = 0.008;
/** The first round leaves corners that the bar does not reach where it comes from. */
const touchUpRounds = 2;

/**
 * Plans the cleaning of an area: first along the edges if the pattern has edges, then back and forth in boustrophedon cells
 * on the real grid, then over the leftovers. Each part is ordered for little driving.
 */
export function planCleaning(task: CleaningTask): CleaningPlan {
  const { footing, polygon, toolWidthM, from } = task;
  const field = fieldOf(footing, polygon, toolWidthM, footing.regionAt(from.x, from.y));
  const painted = coverageOver(field.raster);
  if (task.done?.length === painted.passes.length) painted.passes.set(task.done);
  if (task.pattern === 'PATH') return alongPath(task, field);
  const edges = edgesOf(task, field, painted);
  if (task.pattern === 'EDGE_ONLY') narrow(field, painted.passes);
  const fill = task.pattern === 'EDGE_ONLY' ? [] : fillOf(task, field, painted, endOf(edges) ?? from);
  const strokes = [...edges, ...fill];
  if (task.restOnly && task.done) narrow(field, notDone(task.done));
  return {
    field,
    strokes,
    edgeStrokes: edges.length,
    plannedM2: areaOf(field),
    lengthM: strokes.reduce((sum, stroke) => sum + pathLength(stroke), 0),
  };
}

const areaOf = ({ targetCells, raster }: Field) => targetCells * raster.resolution ** 2;
const notDone = (done: Uint8Array) => done.map((passes) => (passes === 0 ? 1 : 0));

function edgesOf({ pattern, from, toolWidthM }: CleaningTask, field: Field, painted: Coverage): Path[] {
  if (pattern !== 'EDGE_THEN_FILL' && pattern !== 'EDGE_ONLY') return [];
  const edges = tourOf(
    edgePaths(field).map((path) => ({ alternatives: [[path]], closed: true })),
    from.x,
    from.y,
  );
  paint(painted, edges, toolWidthM);
  return edges;
}

function fillOf(task: CleaningTask, field: Field, painted: Coverage, start: Point): Path[] {
  const { toolWidthM } = task;
  const jobs = task.pattern === 'SPIRAL' ? ringsOf(task, field) : sweepsOf(task, field, painted);
  for (const { alternatives } of jobs) paint(painted, alternatives[0]!, toolWidthM);
  const rest: Job[] = [];
  for (let round = 0; round < touchUpRounds; round++) {
    const paths = touchUps(field, leftOver(field, painted.passes), toolWidthM, skippedShare);
    paint(painted, paths, toolWidthM);
    rest.push(...paths.map((path): Job => ({ alternatives: [[path]] })));
  }
  return tourOf([...jobs, ...rest], start.x, start.y);
}

/** Boustrophedon cells over the floor that is not painted yet. */
function sweepsOf(task: CleaningTask, field: Field, painted: Coverage): Job[] {
  const { width, height, resolution } = field.raster;
  const reach = task.toolWidthM / 2 / resolution;
  const nearest = squaredDistances(leftOver(field, painted.passes), width, height, Math.ceil(reach));
  const useful = field.stand.map((stands, i) => stands & Number(nearest[i]! < reach * reach));
  const rim = task.robotWidthM / 2 + edgeDistanceM;
  const spacing = Math.max(0.05, task.toolWidthM - task.overlapM);
  return laneSweeps(field, task.polygon, useful, spacing, rim).map((sweeps) => ({
    alternatives: sweeps.map((lanes) => joinedUp(field.footing, lanes)),
  }));
}

/** Joins lanes into one stroke where the line between their ends is clear: the tool stays down while the robot turns. */
function joinedUp(footing: Footing, lanes: readonly Path[]): Path[] {
  const strokes: number[][] = [];
  for (const lane of lanes) {
    const open = strokes.at(-1);
    if (open && footing.clearLine(open.at(-2)!, open.at(-1)!, lane[0]!, lane[1]!)) open.push(...lane);
    else strokes.push([...lane]);
  }
  return strokes.map((coordinates) => Float64Array.from(coordinates));
}

/** Rings from the rim inwards, one lane width apart. */
function ringsOf(task: CleaningTask, field: Field): Job[] {
  const { width, height, resolution } = field.raster;
  const outside = field.stand.map((stands, i) => 1 - (stands & field.requested[i]!));
  const depth2 = squaredDistances(
    outside,
    width,
    height,
    Math.min(maxDepthCells, Math.max(width, height) >> 1),
  );
  const spacing = Math.max(1, Math.floor((task.toolWidthM - task.overlapM) / resolution));
  const jobs: Job[] = [];
  for (let depth = 1; depth < maxDepthCells; depth += spacing) {
    const inner = Uint8Array.from(depth2, (square) => Number(square >= depth * depth));
    const rims = rimsOf(inner, width, height);
    if (rims.length === 0) break;
    for (const rim of rims) jobs.push({ alternatives: [[straightened(field, rim)]], closed: true });
  }
  return jobs;
}

/** A plan along a drawn line. The target excludes what the robot cannot reach. */
function alongPath(task: CleaningTask, field: Field): CleaningPlan {
  const reachable = (task.path ?? []).filter((p) => field.footing.canStand(p.x, p.y));
  const strokes = joinedUp(
    field.footing,
    reachable.map((p) => Float64Array.of(p.x, p.y)),
  );
  const painted = coverageOver(field.raster);
  paint(painted, strokes, task.toolWidthM);
  narrow(field, painted.passes);
  return {
    field,
    strokes,
    edgeStrokes: 0,
    plannedM2: areaOf(field),
    lengthM: strokes.reduce((sum, stroke) => sum + pathLength(stroke), 0),
  };
}

const leftOver = ({ target }: Field, passes: Uint8Array) =>
  target.map((cell, i) => cell & Number(passes[i] === 0));

/** Removes every cell from the target that has no pass. */
function narrow(field: Field, passes: Uint8Array) {
  field.targetCells = 0;
  for (let i = 0; i < passes.length; i++) {
    if (passes[i] === 0) field.target[i] = 0;
    field.targetCells += field.target[i]!;
  }
}

function paint(coverage: Coverage, strokes: readonly Path[], toolWidthM: number) {
  const brush = createBrush(coverage, { toolWidthM });
  for (const stroke of strokes) {
    brush.moveTo({ x: stroke[0]!, y: stroke[1]! });
    for (let i = 0; i < stroke.length; i += 2) brush.paintTo({ x: stroke[i]!, y: stroke[i + 1]! });
  }
}

const endOf = (strokes: readonly Path[]): Point | undefined => {
  const last = strokes.at(-1);
  return last && { x: last.at(-2)!, y: last.at(-1)! };
};
