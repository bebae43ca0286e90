import type { SiteRobot } from '@sweepline/contract';
import { distance, onPlan } from '@sweepline/map-core';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { icons } from '../../kit/ui/icons.ts';
import { useStoredPicture } from '../../kit/ui/use-stored-picture.ts';
import { deviceMark } from '../../shared/words/marks.ts';
import { GridPicture } from '../../map-view/canvas/grid-picture.tsx';
import type { FloorFrame } from './floor-frame.ts';
import { useDrawnScale } from './use-drawn-scale.ts';

interface Props {
  label: string;
  frame: FloorFrame;
  robots: readonly SiteRobot[];
}

/** Robots are as large on every plan and screen, in pixels; nearer than this, two names would lie over each other. */
const [radiusPx, glyphPx, apartPx] = [12, 15, 44];

/** Within this share of the plan from its side a name is held at the robot and not by its middle. */
const edge = 0.1;
const aside = { start: -radiusPx, middle: 0, end: radiusPx };

/** A floor's picture with its robots; those that fell silent stay, hollow and grey, where they were seen last. */
export function FloorPlan({ label, frame, robots }: Props) {
  const drawing = useRef<SVGSVGElement>(null);
  const { file, width, height, isMap } = frame;
  const px = 1 / useDrawnScale(drawing, frame);
  const placed = robots.flatMap((robot) => {
    const alignment = frame.alignments.get(robot.mapId ?? '');
    if (!alignment || !robot.pose) return [];
    const degrees = -((robot.pose.theta + alignment.turn) * 180) / Math.PI;
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
          named={placed.slice(0, i).every((other) => distance(other.at, at) > apartPx * px)}
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
  named: boolean;
  transform: string;
  /** Where its name is held, so that it does not run over the edge. */
  towards: 'start' | 'middle' | 'end';
  degrees: number;
}

/** A robot as maps show it: a disc with a nose, its ring and sign those of its state. */
function PlacedRobot({ robot, named, transform, towards, degrees }: PlacedProps) {
  const navigate = useNavigate();
  const name = robot.nickname || robot.sn;
  const { tone, icon } = deviceMark(robot);
  return (
    <g
      className="site-robot"
      data-tone={tone}
      data-offline={robot.state === 'OFFLINE' || undefined}
      transform={transform}
      onClick={() => void navigate(`/device/detail?id=${robot.id}`)}
    >
      <title>{name}</title>
      <path
        className="site-robot-nose"
        d={`M${radiusPx * 0.6} ${-radiusPx * 0.75}L${radiusPx + 7} 0L${radiusPx * 0.6} ${radiusPx * 0.75}Z`}
        transform={`rotate(${degrees})`}
      />
      <circle r={radiusPx} />
      <path
        className="site-robot-sign"
        d={icons[icon]}
        transform={`translate(${-glyphPx / 2} ${-glyphPx / 2}) scale(${glyphPx / 24})`}
      />
      {named && (
        <text x={aside[towards]} y={radiusPx + 15} textAnchor={towards}>
          {name}
        </text>
      )}
    </g>
  );
}
