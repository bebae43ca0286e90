import type { TrailPoint } from '@sweepline/contract';
import {
  boxAround,
  boxGrown,
  boxOfRaster,
  brushPath,
  coverageOver,
  floorFigures,
  paintTrajectory,
  partOf,
  rasterOver,
  type CleaningTool,
  type Coverage,
  type FloorFigures,
  type FloorInput,
  type Grid,
  type Raster,
} from '@sweepline/map-core';
import type { MeasuredArea } from '../report-table.ts';
import type { RunPlan } from '../run-table.ts';

/** Cell size of a coverage in metres, as in the pictures of robots (docs/protocol/files.md#coverage-file). */
export const coverageCellM = 0.1;

/** The cells of a coverage of a whole map. */
export const coverageRaster = (raster: Raster) => rasterOver(boxOfRaster(raster), coverageCellM);

/** What a robot left of a run on one map. */
export interface RunTraces {
  /** Grid of the map. */
  raster: Raster;
  path: readonly TrailPoint[];
  tool: CleaningTool;
}

/** The passes of a run painted along its path; undefined if it never cleaned. */
export function coverageAlong({ raster, path, tool }: RunTraces): Coverage | undefined {
  if (!path.some(([, , , , cleaning]) => cleaning === 1)) return undefined;
  const coverage = coverageOver(coverageRaster(raster));
  paintTrajectory(coverage, brushPath(path), tool);
  return coverage;
}

/** A floor with its passes. */
export type DrivenFloor = Omit<FloorInput, 'areas'>;

export interface MeasuredFloor {
  whole: FloorFigures;
  areas: MeasuredArea[];
}

/** Patterns that clean only a line of an area: the polygon is not their plan. */
const linePatterns = new Set(['EDGE_ONLY', 'PATH']);

const polygonsOf = ({ areas }: RunPlan) => areas.map(({ polygon }) => polygon.map(([x, y]) => ({ x, y })));

const isOfAreas = ({ areas, pattern }: RunPlan) => areas.length > 0 && !linePatterns.has(pattern);

/** The floor figures of a run and its areas; undefined if its plan is not known as areas. */
export function measurePlan(floor: DrivenFloor, plan: RunPlan): MeasuredFloor | undefined {
  if (!isOfAreas(plan)) return undefined;
  const polygons = polygonsOf(plan);
  const whole = floorFigures({ ...floor, areas: polygons });
  if (whole.plannedM2 === 0) return undefined;
  const areas = plan.areas.map(({ areaId }, index) => ({
    areaId,
    ...floorFigures({ ...floor, areas: [polygons[index]!] }),
  }));
  return { whole, areas };
}

/** A run under way. */
export interface RunUnderWay {
  path: readonly TrailPoint[];
  closed: DrivenFloor['closed'];
  plan: RunPlan;
}

/** The floor figures of a run under way, on the cells around its areas only; undefined as for `measurePlan`. */
export function measureUnderWay(ground: Grid, { path, closed, plan }: RunUnderWay): FloorFigures | undefined {
  const areas = polygonsOf(plan);
  const corners = areas.flat();
  if (!isOfAreas(plan) || corners.length === 0) return undefined;
  const { toolWidthM, bodyWidthM } = plan;
  const marginM = Math.max(toolWidthM, bodyWidthM ?? 0);
  const part = partOf(coverageRaster(ground), boxGrown(boxAround(corners), marginM));
  if (!part) return undefined;
  const coverage = coverageOver(part.raster);
  paintTrajectory(coverage, brushPath(path), plan);
  const figures = floorFigures({ coverage, areas, ground, closed: closed ?? [], toolWidthM, bodyWidthM });
  return figures.plannedM2 === 0 ? undefined : figures;
}
