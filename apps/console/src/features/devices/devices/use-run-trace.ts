import { deviceTopic, runCalls, type MapGround, type TrailPoint } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { useTopic } from '../../../kit/api/use-live.ts';
import { Trace } from '../../../map-view/paint/trace.ts';

const toPathPoint = ([t, x, y, theta, cleaning]: TrailPoint) => ({
  t,
  x,
  y,
  theta,
  cleaning: cleaning === 1,
});

/**
 * The path of the device's run and its cleaned area, updated while it drives. The last run stays visible after
 * its end, until another begins.
 */
export function useRunTrace(
  deviceId: string,
  runId: string | null,
  ground: MapGround | undefined,
): Trace | undefined {
  const [lastRunId, setLastRunId] = useState(runId);
  if (runId !== null && runId !== lastRunId) setLastRunId(runId);
  const path = useQuery({
    ...callQuery(runCalls.path, { id: lastRunId ?? '' }),
    enabled: lastRunId !== null && may(runCalls.path.allow),
    staleTime: Infinity,
    refetchOnMount: 'always',
    meta: { silent: true },
  }).data;

  const trace = useMemo(() => {
    if (!path || !ground) return undefined;
    const { originX, originY, width, height, resolution } = ground;
    const box = {
      minX: originX,
      minY: originY,
      maxX: originX + width * resolution,
      maxY: originY + height * resolution,
    };
    const { toolWidthM, toolOffsetM } = path;
    return new Trace(path.points.map(toPathPoint), { tool: { toolWidthM, toolOffsetM, box } });
  }, [path, ground]);

  // Pushed points that arrive before the path is loaded must not leave a gap.
  const early = useRef<TrailPoint[]>([]);
  useEffect(() => {
    early.current = [];
  }, [lastRunId]);
  useEffect(() => {
    trace?.append(early.current.map(toPathPoint));
  }, [trace]);
  useTopic(deviceTopic(deviceId), ({ trail }) => {
    if (!trail || trail.runId !== lastRunId) return;
    early.current.push(...trail.points);
    trace?.append(trail.points.map(toPathPoint));
  });
  return trace;
}
