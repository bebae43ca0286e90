import { fileCalls, reportCalls, type ReportDetail, type TrailPoint } from '@sweepline/contract';
import {
  boxAround,
  boxGrown,
  boxOfRaster,
  createBrush,
  createCoverage,
  type Box,
  type Coverage,
  type Grid,
} from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchBytes, send } from '../../kit/api.ts';
import { readCoverage } from '../../map-view/coverage-layer.ts';
import { Trace } from '../../map-view/trace.ts';
import type { WayPoint } from '../../map-view/way.ts';
import { missedPatches, withReasons, type MissedPatch } from './missed-rules.ts';

const cellM = 0.1;
const asWay = (points: readonly TrailPoint[]): WayPoint[] =>
  points.map(([t, x, y, theta, cleaning]) => ({ t, x, y, theta, cleaning: cleaning === 1 }));

/** A finished report never changes, so its path and its pictures are read once. */
const once = { staleTime: Infinity, meta: { silent: true } };

/** The way, the cleaned area and what was missed, ready for the map. Each is undefined until it is read, or for ever. */
export function useReportTrace(report: ReportDetail) {
  const { id, ground, coverage: stored, toolWidthM } = report;
  const path = useQuery({
    queryKey: ['report-path', id],
    queryFn: ({ signal }) => send(reportCalls.path, { id }, { signal, quiet: true }),
    ...once,
  });
  const floor = useQuery({
    queryKey: ['report-ground', ground?.file],
    queryFn: ({ signal }) => (ground ? readFloor(ground, signal) : Promise.reject(new Error('no ground'))),
    enabled: ground !== null,
    ...once,
  });
  const passes = useQuery({
    queryKey: ['report-coverage', stored?.file],
    queryFn: ({ signal }) =>
      stored ? readPasses(stored.file, stored, signal) : Promise.reject(new Error('no coverage')),
    enabled: stored !== null,
    ...once,
  });

  const areas = useMemo(() => areasOf(report), [report]);
  // A robot that told no path is not one that cleaned nothing.
  const way = useMemo(
    () => (path.data && path.data.points.length > 1 ? asWay(path.data.points) : undefined),
    [path.data],
  );
  const ownCoverage = passes.data;
  const box = useMemo(() => boxOf(areas, ground), [areas, ground]);
  const trace = useMemo(() => {
    // Without the coverage that belongs to it the way would show another area than the numbers say.
    if (path.isPending || (stored !== null && passes.isPending) || (!way && !ownCoverage)) return undefined;
    return new Trace(way ?? [], {
      ...(toolWidthM && box && { tool: { widthM: toolWidthM, box, resolution: cellM } }),
      ...(ownCoverage && { coverage: ownCoverage }),
    });
  }, [way, path.isPending, stored, passes.isPending, ownCoverage, toolWidthM, box]);

  const missed = useMemo((): MissedPatch[] | undefined => {
    const coverage = ownCoverage ?? (way && toolWidthM && box ? painted(way, toolWidthM, box) : undefined);
    if (!coverage || areas.length === 0 || floor.isPending) return undefined;
    return withReasons(missedPatches(coverage, areas, floor.data), report.missed);
  }, [ownCoverage, way, toolWidthM, box, areas, floor.isPending, floor.data, report.missed]);

  const told = trace !== undefined || path.isPending || (stored !== null && passes.isPending);
  return { trace, missed, box, durationMs: way?.at(-1)?.t ?? 0, failed: path.error !== null, told };
}

/** The areas the run was to clean, as the map draws them. */
function areasOf({ zones, areas }: ReportDetail) {
  const wanted = new Set(areas.map(({ areaId }) => areaId));
  const own = zones.filter(({ id }) => wanted.has(id));
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

function painted(way: readonly WayPoint[], widthM: number, box: Box): Coverage {
  const coverage = createCoverage(box, cellM);
  const brush = createBrush(coverage, widthM);
  for (const point of way) (point.cleaning ? brush.paintTo : brush.moveTo)(point);
  return coverage;
}

async function readPasses(
  hash: string,
  at: { resolution: number; originX: number; originY: number },
  signal: AbortSignal,
) {
  return readCoverage(new Blob([await fetchBytes(fileCalls.read, { hash }, signal)]), at);
}

/** The grey picture of a floor is stored like a coverage: one pixel a cell, its grey the value. */
async function readFloor(ground: NonNullable<ReportDetail['ground']>, signal: AbortSignal): Promise<Grid> {
  const { passes, ...raster } = await readPasses(ground.file, ground, signal);
  return { ...raster, cells: passes };
}
