import {
  coverageOf,
  coverageOver,
  createBrush,
  type CleaningTool,
  type Coverage,
  type Point,
  type Pose,
} from '@sweepline/map-core';
import type { Field } from '../../coverage/field.ts';
import { planCleaning, type Pattern } from '../../coverage/plan.ts';
import type { MayStand } from '../../motion/drive.ts';
import { sharedFooting, type Footing } from '../../motion/footing.ts';
import { routeBetween, type Path } from '../../motion/route.ts';
import { sharedTerrain } from '../../motion/terrain.ts';
import type { World } from '../../world/world.ts';
import type { RobotSpec } from '../spec.ts';

export interface WorkRequest {
  polygon: readonly Point[];
  pattern: Pattern;
  path?: readonly Point[] | undefined;
  overlapM: number;
  from: Point;
  /** Cells painted by an earlier run over the same polygon. */
  done?: Uint8Array | undefined;
  /** Cells of `done` do not count for this run. */
  restOnly?: boolean | undefined;
}

/** A planned area with its progress. */
export interface Work {
  strokes: readonly Path[];
  edgeStrokes: number;
  plannedM2: number;
  lengthM: number;
  canvas: Canvas;
  /** The cells of the plan; undefined for a light robot. */
  field?: Field;
}

/** The cleaned part of one area. */
export interface Canvas {
  paintTo: (pose: Pose) => void;
  liftTo: (pose: Pose) => void;
  cleanedM2: () => number;
  /** Restores the cells painted before a restart. */
  restore: (passes: Uint8Array) => void;
  /** The painted cells; undefined for a light robot. */
  coverage: Coverage | undefined;
}

/** The floor of a robot: allowed places, routes and cleaning plans. */
export interface Ground {
  /** Whether a path may lead through a place. */
  mayStand: MayStand;
  /** Whether a robot that follows a path may be at a place. */
  mayStray: MayStand;
  /** Undefined when there is no route. */
  route: (from: Point, to: Point) => Path | undefined;
  plan: (request: WorkRequest) => Work;
}

class GridCanvas implements Canvas {
  readonly coverage: Coverage;
  readonly #target: Uint8Array;
  readonly #brush: ReturnType<typeof createBrush>;
  #countedCells = -1;
  #cleanedM2 = 0;

  constructor(coverage: Coverage, target: Uint8Array, tool: CleaningTool) {
    this.coverage = coverage;
    this.#target = target;
    this.#brush = createBrush(coverage, tool);
  }

  paintTo = (pose: Pose) => this.#brush.paintTo(pose);
  liftTo = (pose: Pose) => this.#brush.moveTo(pose);

  restore = (passes: Uint8Array) => {
    if (passes.length !== this.coverage.passes.length) return;
    this.coverage.passes.set(passes);
    this.coverage.coveredCells = passes.reduce((count, value) => count + (value > 0 ? 1 : 0), 0);
  };

  /** Counts each cell of the target once. The count is cached until something is painted. */
  cleanedM2 = () => {
    if (this.coverage.coveredCells !== this.#countedCells) {
      this.#countedCells = this.coverage.coveredCells;
      this.#cleanedM2 = coverageOf(this.coverage, this.#target).coveredM2;
    }
    return this.#cleanedM2;
  };
}

/** The grid of a world with its forbidden zones, for a robot of this width. */
export function gridGround(world: World, forbidden: readonly (readonly Point[])[], spec: RobotSpec): Ground {
  const footing: Footing = sharedFooting(sharedTerrain(world.grid, forbidden), spec.widthM);
  const widths = { footing, toolWidthM: spec.cleaningWidthM, robotWidthM: spec.widthM };
  return {
    mayStand: (x, y) => footing.canStand(x, y),
    mayStray: (x, y) => footing.canStray(x, y),
    route: (from, to) => routeBetween(footing, from.x, from.y, to.x, to.y),
    plan: (request) => {
      const plan = planCleaning({ ...request, ...widths });
      const canvas = new GridCanvas(coverageOver(plan.field.raster), plan.field.target, {
        toolWidthM: spec.cleaningWidthM,
      });
      if (request.done && !request.restOnly) canvas.restore(request.done);
      return { ...plan, canvas };
    },
  };
}
