import { css, type Palette } from './colours.ts';
import { strokeIcon } from './glyphs.ts';
import type { IconName } from '../kit/icons.ts';
import type { Frame } from './layer.ts';
import { paintName, startNames } from './paint-name.ts';
import type { Robot, RobotState } from './robots.ts';
import { toSpot } from './view.ts';

interface RobotLook {
  tone: Exclude<keyof Palette, 'dark'>;
  /** The state as a sign, because colour alone says nothing to many. */
  sign: IconName;
}

const looks: Record<RobotState, RobotLook> = {
  working: { tone: 'working', sign: 'clean' },
  moving: { tone: 'moving', sign: 'navigate' },
  waiting: { tone: 'waiting', sign: 'pause' },
  fault: { tone: 'fault', sign: 'alert' },
  quiet: { tone: 'quiet', sign: 'dot' },
  offline: { tone: 'quiet', sign: 'offline' },
};

/** The radius of a robot's disc in pixels: its true size when that is larger than a finger can miss. */
export const robotRadius = (scale: number) => Math.min(34, Math.max(13, scale * 0.32));

export interface RobotPaint {
  palette: Palette;
  selected: string | undefined;
  hovered: string | undefined;
}

/** Each robot as a disc with a nose towards its heading, a ring and a sign for its state, and its name below. */
export function paintRobots(frame: Frame, robots: readonly Robot[], paint: RobotPaint) {
  for (const robot of robots) paintRobot(frame, robot, paint);
  startNames(frame.context, paint.palette, 600);
  for (const { name, pose } of robots) {
    const { left, top } = toSpot(frame.view, frame.size, pose);
    paintName(frame.context, name, left, top + robotRadius(frame.view.scale) + 16);
  }
}

function paintRobot(frame: Frame, robot: Robot, { palette, selected, hovered }: RobotPaint) {
  const { context, view, size } = frame;
  const { tone, sign } = looks[robot.state];
  const { left, top } = toSpot(view, size, robot.pose);
  const radius = robotRadius(view.scale);
  const hollow = robot.state === 'offline';
  const ring = css(palette[tone]);
  context.save();
  context.translate(left, top);
  if (robot.id === selected || robot.id === hovered)
    halo(context, radius, css(palette.brand, robot.id === selected ? 0.3 : 0.16));
  context.save();
  // Canvas angles run clockwise because y runs down.
  context.rotate(-robot.pose.theta);
  nose(context, radius);
  context.fillStyle = hollow ? css(palette.panel, 0.7) : ring;
  context.fill();
  context.strokeStyle = ring;
  context.lineWidth = 1.5;
  if (hollow) context.stroke();
  context.restore();
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  if (!hollow) {
    context.shadowColor = 'rgb(0 0 0 / 0.25)';
    context.shadowBlur = 6;
    context.shadowOffsetY = 1;
  }
  context.fillStyle = css(palette.panel, hollow ? 0.85 : 1);
  context.fill();
  context.shadowColor = 'transparent';
  context.lineWidth = 3;
  context.setLineDash(hollow ? [3, 3] : []);
  context.strokeStyle = ring;
  context.stroke();
  context.setLineDash([]);
  strokeIcon(context, sign, 0, 0, radius * 1.15);
  context.restore();
}

function halo(context: CanvasRenderingContext2D, radius: number, colour: string) {
  context.beginPath();
  context.arc(0, 0, radius + 8, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

/** A triangle whose foot hides under the disc and whose tip stands out in front. */
function nose(context: CanvasRenderingContext2D, radius: number) {
  context.beginPath();
  context.moveTo(radius + 8, 0);
  context.lineTo(radius * 0.78, -radius * 0.62);
  context.lineTo(radius * 0.78, radius * 0.62);
  context.closePath();
}
