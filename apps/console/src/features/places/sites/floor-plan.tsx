import { pages, type SiteRobot } from '@sweepline/contract';
import { distance, onPlan } from '@sweepline/map-core';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { icons } from '../../../kit/ui/icons.ts';
import { useStoredPicture } from '../../../kit/ui/use-stored-picture.ts';
import { deviceMark } from '../../../shared/words/marks.ts';
import { GridPicture } from '../../../map-view/canvas/grid-picture.tsx';
import type { FloorFrame } from './floor-frame.ts';
import { useDrawnScale } from './use-drawn-scale.ts';

interface Props {
  label: string;
  frame: FloorFrame;
  robots: readonly SiteRobot[];
}

/** Sizes in CSS pixels, equal on every plan. Names of robots closer than `apartPx` would overlap. */
const [radiusPx, glyphPx, apartPx] = [12, 15, 44];

/** Closer to the side than this share of the plan, a name is aligned by its start or end. */
const edge = 0.1;
const textOffsets = { start: -radiusPx, middle: 0, end: radiusPx };

/** The picture of a floor with its robots. An offline robot is drawn grey at its last position. */
export function FloorPlan({ label, frame, robots }: Props) {
  const drawing = useRef<SVGSVGElement>(null);
  const { file, width, height, isMap } = frame;
  const px = 1 / useDrawnScale(drawing, frame);
  const placed = robots.flatMap((robot) => {
    const alignment = frame.alignments.get(robot.mapId ?? '');
    if (!alignment || !robot.pose) return [];
    const { theta } = robot.pose;
    const degrees = theta === null ? null : -((theta + alignment.turn) * 180) / Math.PI;
    return [{ robot, at: onPlan(alignment, robot.pose), degrees }];
  });
  return (
    <svg ref={drawing} className="site-plan" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
      {isMap ? (
        <GridPicture file={file} x={0} y={0} width={width} height={height} />
      ) : (
        <PlanPicture file={file} width={width} height={height} />
      )}
      {placed.map(({ robot, at, degrees }, i) => (
        <PlacedRobot
          key={robot.id}
          robot={robot}
          hasName={placed.slice(0, i).every((other) => distance(other.at, at) > apartPx * px)}
          transform={`translate(${at.x} ${at.y}) scale(${px})`}
          towards={at.x < edge * width ? 'start' : at.x > (1 - edge) * width ? 'end' : 'middle'}
          degrees={degrees}
        />
      ))}
    </svg>
  );
}

function PlanPicture({ file, ...size }: Pick<FloorFrame, 'file' | 'width' | 'height'>) {
  const picture = useStoredPicture(file);
  return picture && <image href={picture} {...size} />;
}

interface PlacedProps {
  robot: SiteRobot;
  hasName: boolean;
  transform: string;
  /** Text anchor of the name, which keeps it inside the plan. */
  towards: 'start' | 'middle' | 'end';
  /** Null if its heading is unknown: it has no nose. */
  degrees: number | null;
}

/** A robot as on maps: a disc with a nose, with the ring and the sign of its state. */
function PlacedRobot({ robot, hasName, transform, towards, degrees }: PlacedProps) {
  const navigate = useNavigate();
  const name = robot.nickname || robot.sn;
  const { tone, icon } = deviceMark(robot);
  return (
    <g
      className="site-robot"
      data-tone={tone}
      data-offline={robot.state === 'OFFLINE' || undefined}
      transform={transform}
      onClick={() => void navigate(pages.device({ id: robot.id }))}
    >
      <title>{name}</title>
      {degrees !== null && (
        <path
          className="site-robot-nose"
          d={`M${radiusPx * 0.6} ${-radiusPx * 0.75}L${radiusPx + 7} 0L${radiusPx * 0.6} ${radiusPx * 0.75}Z`}
          transform={`rotate(${degrees})`}
        />
      )}
      <circle r={radiusPx} />
      <path
        className="site-robot-sign"
        d={icons[icon]}
        transform={`translate(${-glyphPx / 2} ${-glyphPx / 2}) scale(${glyphPx / 24})`}
      />
      {hasName && (
        <text x={textOffsets[towards]} y={radiusPx + 15} textAnchor={towards}>
          {name}
        </text>
      )}
    </g>
  );
}
