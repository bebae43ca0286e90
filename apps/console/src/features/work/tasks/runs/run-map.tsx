import { deviceTopic, mapCalls, runCalls, type TrailPoint } from '@sweepline/contract';
import { boxAround, boxGrown, boxOfRaster, reachOf, shapesOf } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery, send } from '../../../../kit/api/api.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { useTopic } from '../../../../kit/api/use-live.ts';
import { useInitialView } from '../../../../map-view/use-initial-view.ts';
import { MapView } from '../../../../map-view/map-view.tsx';
import { Trace } from '../../../../map-view/paint/trace.ts';
import type { PathPoint } from '../../../../map-view/paint/path.ts';
import type { RunDetail } from '../../../../shared/run/run-rules.ts';
import { useRobotOnMap } from '../use-robot-on-map.ts';

/** Metres of floor around the areas of a run in the first view, so that the robot's approach is visible. */
const marginM = 6;

const toPathPoints = (points: readonly TrailPoint[]): PathPoint[] =>
  points.map(([t, x, y, theta, cleaning]) => ({ t, x, y, theta, cleaning: cleaning === 1 }));

/** The floor of a run: its areas, the path so far, the cleaned part, and the robot while it works. */
export function RunMap({ run, open }: { run: RunDetail; open: boolean }) {
  const { t } = useTranslation('work/tasks');
  const mapId = run.map?.id;
  const map = useQuery({
    ...callQuery(mapCalls.detail, { id: mapId ?? '' }),
    enabled: mapId !== undefined,
    meta: { silent: true },
  });
  const path = usePathSoFar(run.id);
  const robots = useRobotOnMap(open ? run.device.id : undefined, mapId, deviceName(run.device));

  const { zones, kind } = run;
  const ground = map.data?.ground;
  const trace = useMemo(() => {
    if (!path || !ground) return undefined;
    const { points, toolWidthM, toolOffsetM } = path;
    const corners = zones.flatMap((zone) => zone.points);
    const box = corners.length > 0 ? boxGrown(boxAround(corners), reachOf(path)) : boxOfRaster(ground);
    const tool = { toolWidthM, toolOffsetM, box };
    return new Trace(toPathPoints(points), kind === 'CLEANING' ? { tool } : {});
  }, [path, ground, zones, kind]);

  useTopic(open ? deviceTopic(run.device.id) : null, ({ trail }) => {
    if (trail?.runId === run.id) trace?.append(toPathPoints(trail.points));
  });

  const elements = map.data?.elements;
  const shapes = useMemo(() => {
    const { walls = [], points = [], zones: mapZones = [] } = elements ?? {};
    // The areas as they were when the run began; later changes of the map do not apply to it.
    const areas = zones.map((zone) => ({ ...zone, type: 'CLEAN' as const }));
    return shapesOf({ walls, points, zones: [...mapZones.filter(({ type }) => type !== 'CLEAN'), ...areas] });
  }, [elements, zones]);

  const areaBox = useMemo(() => {
    const corners = zones.flatMap((zone) => zone.points);
    return corners.length > 0 ? boxGrown(boxAround(corners), marginM) : undefined;
  }, [zones]);
  const camera = useInitialView(areaBox);

  if (mapId === undefined) return <Empty icon="map" title={t('noMapOfRun')} />;
  if (map.error) return <Failure error={map.error} onRetry={() => void map.refetch()} />;
  if (!map.data) return null;
  return (
    <MapView
      label={t('mapLabel', { name: map.data.name })}
      ground={map.data.ground}
      shapes={shapes}
      robots={robots}
      camera={camera}
      {...(trace && { trace })}
    />
  );
}

/** Read once: later points are pushed, and a second read would restart the picture. */
function usePathSoFar(runId: string) {
  const { data } = useQuery({
    queryKey: ['run-path', runId],
    queryFn: ({ signal }) => send(runCalls.path, { id: runId }, { signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
    meta: { silent: true },
  });
  return data;
}
