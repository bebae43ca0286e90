import type { ReportDetail, TrailPoint } from '@sweepline/contract';
import {
  boxAround,
  boxGrown,
  boxOfRaster,
  createCoverage,
  missedPatches,
  paintTrajectory,
  type Box,
  type CleaningTool,
  type Coverage,
  type MissedPatch,
} from '@sweepline/map-core';
import { useMemo } from 'react';
import { Trace } from '../../../../map-view/paint/trace.ts';
import type { PathPoint } from '../../../../map-view/paint/path.ts';
import { useReportFiles } from './use-report-files.ts';

const cellM = 0.1;
const toPathPoints = (points: readonly TrailPoint[]): PathPoint[] =>
  points.map(([t, x, y, theta, cleaning]) => ({ t, x, y, theta, cleaning: cleaning === 1 }));

/** The path, the cleaned area and the missed patches of a report. Each is undefined until it is read or when it is missing. */
export function useReportTrace(report: ReportDetail) {
  const { ground, coverage: stored, toolWidthM, toolOffsetM } = report;
  const { path, floor, passes } = useReportFiles(report);
  const areas = useMemo(() => areasOf(report), [report]);
  // A robot that sent no path may still have cleaned.
  const points = useMemo(
    () => (path.data && path.data.points.length > 1 ? toPathPoints(path.data.points) : undefined),
    [path.data],
  );
  const ownCoverage = passes.data;
  const box = useMemo(() => boxOf(areas, ground), [areas, ground]);
  const trace = useMemo(() => {
    // Without the run's own coverage, the path would show another area than the numbers.
    if (path.isPending || (stored !== null && passes.isPending) || (!points && !ownCoverage))
      return undefined;
    return new Trace(points ?? [], {
      ...(toolWidthM && box && { tool: { toolWidthM, toolOffsetM, box, resolution: cellM } }),
      ...(ownCoverage && { coverage: ownCoverage }),
    });
  }, [points, path.isPending, stored, passes.isPending, ownCoverage, toolWidthM, toolOffsetM, box]);

  const grid = floor.data?.grid;
  const coverage = useMemo(
    () =>
      ownCoverage ??
      (points && toolWidthM && box ? painted(points, { toolWidthM, toolOffsetM }, box) : undefined),
    [ownCoverage, points, toolWidthM, toolOffsetM, box],
  );
  const missed = useMemo((): MissedPatch[] | undefined => {
    if (!coverage || areas.length === 0 || floor.isPending) return undefined;
    return missedPatches(coverage, areas, grid, report.missed, report.closed);
  }, [coverage, areas, floor.isPending, grid, report.missed, report.closed]);
  const mayHavePath = trace !== undefined || path.isPending || (stored !== null && passes.isPending);
  const durationMs = points?.at(-1)?.t ?? 0;
  const picture = floor.data?.picture;
  return { trace, missed, picture, box, durationMs, failed: path.error !== null, mayHavePath };
}

/** The areas of the run as map shapes. */
function areasOf({ zones, areas }: ReportDetail) {
  const areaIds = new Set(areas.map(({ areaId }) => areaId));
  const own = zones.filter(({ id }) => areaIds.has(id));
  return (own.length > 0 ? own : zones.filter(({ type }) => type === 'CLEAN')).map(({ points }) => points);
}

function boxOf(
  areas: readonly (readonly { x: number; y: number }[])[],
  ground: ReportDetail['ground'],
): Box | undefined {
  const corners = areas.flat();
  if (corners.length > 0) return boxGrown(boxAround(corners), 1);
  return ground ? boxOfRaster(ground) : undefined;
}

function painted(points: readonly PathPoint[], tool: CleaningTool, box: Box): Coverage {
  const coverage = createCoverage(box, cellM);
  paintTrajectory(coverage, points, tool);
  return coverage;
}
