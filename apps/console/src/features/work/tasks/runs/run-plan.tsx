import { deviceTopic, type Pose } from '@sweepline/contract';
import { boxAround, boxGrown } from '@sweepline/map-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTopic } from '../../../../kit/api/use-live.ts';
import { useFloor } from '../../../../map-view/use-floor.ts';
import type { RunDetail } from '../../../../shared/run/run-rules.ts';

/** Metres around the areas. */
const marginM = 1;

/** The areas of a map with those of the run and the robot in them, for a card that is too small for a map. */
export function RunPlan({ run }: { run: RunDetail }) {
  const { t } = useTranslation('work/tasks');
  const [pose, setPose] = useState<Pose | null>(null);
  useTopic(deviceTopic(run.device.id), ({ live }) => setPose(live.position?.value ?? null));
  const map = useFloor(run.map?.id);
  const ownIds = new Set(run.zones.map(({ id }) => id));
  const others = (map?.elements.zones ?? []).filter(({ id, type }) => type === 'CLEAN' && !ownIds.has(id));
  const areas = [
    ...others.map(({ id, name, points }) => ({ id, name, points, state: 'other' })),
    ...run.zones.map(({ id, name, points, state }) => ({ id, name, points, state: state.toLowerCase() })),
  ];
  const corners = areas.flatMap(({ points }) => points);
  if (corners.length === 0) return null;
  const robot = pose?.mapId === run.map?.id ? pose : null;
  const { minX, minY, maxX, maxY } = boxGrown(boxAround(robot ? [...corners, robot] : corners), marginM);
  // Map frames have y up, pictures have it down.
  return (
    <svg
      className="run-plan"
      role="img"
      aria-label={t('planLabel', { map: run.map?.name ?? '' })}
      viewBox={`${minX} ${-maxY} ${maxX - minX} ${maxY - minY}`}
    >
      {areas.map(({ id, name, points, state }) => (
        <polygon
          key={id}
          className={`run-plan-${state}`}
          points={points.map(({ x, y }) => `${x},${-y}`).join(' ')}
        >
          <title>{name}</title>
        </polygon>
      ))}
      {/* A line without length: its round end has one size on every map. */}
      {robot && <path className="run-plan-robot" d={`M${robot.x} ${-robot.y}h0`} />}
    </svg>
  );
}
