import { css, type Palette } from './colours.ts';
import { strokeIcon } from '../canvas/glyphs.ts';
import type { IconName } from '../../kit/ui/icons.ts';
import type { Frame } from '../canvas/layer.ts';
import { paintName, startNames } from './paint-name.ts';
import type { Robot, RobotState } from './robots.ts';
import type { ShapeStyle } from './paint-shapes.ts';
import { toSpot } from '../canvas/view.ts';

interface RobotStyle {
  tone: Exclude<keyof Palette, 'dark'>;
  /** The state as a symbol, because colour alone is not accessible. */
  sign: IconName;
}

const styles: Record<RobotState, RobotStyle> = {
  working: { tone: 'working', sign: 'clean' },
  moving: { tone: 'moving', sign: 'navigate' },
  waiting: { tone: 'waiting', sign: 'pause' },
  fault: { tone: 'fault', sign: 'alert' },
  quiet: { tone: 'quiet', sign: 'dot' },
  offline: { tone: 'quiet', sign: 'offline' },
};

/** More names than this at once are unreadable. */
const maxNames = 80;

/** The radius of a robot's disc in pixels: its true size, or a minimum that a finger can hit. */
export const robotRadius = (scale: number) => Math.min(34, Math.max(13, scale * 0.32));

export interface RobotPaintOptions extends ShapeStyle {
  selected: string | undefined;
  hovered: string | undefined;
}

/** Each robot as a disc with a nose in its heading, a ring and a symbol for its state, and its name below. */
export function paintRobots(frame: Frame, robots: readonly Robot[], paint: RobotPaintOptions) {
  const reach = robotRadius(frame.view.scale) + 40;
  const visible = robots.filter(({ pose }) => {
    const { left, top } = toSpot(frame.view, frame.size, pose);
    return (
      left > -reach && top > -reach && left < frame.size.width + reach && top < frame.size.height + reach
    );
  });
  // Names first: the plate of one robot must not hide another robot.
  paintRobotNames(frame, visible, paint);
  for (const robot of visible) paintRobot(frame, robot, paint);
}

function paintRobot(frame: Frame, robot: Robot, { palette, sprites, selected, hovered }: RobotPaintOptions) {
  const { context, view, size, ratio } = frame;
  const { left, top } = toSpot(view, size, robot.pose);
  const radius = Math.round(robotRadius(view.scale));
  if (robot.id === selected || robot.id === hovered) {
    context.beginPath();
    context.arc(left, top, radius + 8, 0, 2 * Math.PI);
    context.fillStyle = css(palette.brand, robot.id === selected ? 0.3 : 0.16);
    context.fill();
  }
  const heading = robot.pose.theta + (view.turn?.angle ?? 0);
  const hasHeading = robot.hasHeading ?? true;
  if (hasHeading) paintNose(context, { state: robot.state, heading }, left, top, radius, palette);
  const ownSign = robot.sign ?? styles[robot.state].sign;
  const sign = isArrow(ownSign) && !hasHeading ? 'dot' : ownSign;
  const name = `robot ${robot.state} ${sign} ${radius}`;
  const disc = sprites.picture(name, 2 * (radius + discMargin), ratio, (on, middle) =>
    paintDisc(on, middle, radius, robot.state, isArrow(sign) ? undefined : sign, palette),
  );
  if (disc) context.drawImage(disc.image, left - disc.side / 2, top - disc.side / 2, disc.side, disc.side);
  if (isArrow(sign)) paintArrow(context, heading, left, top, radius, palette[styles[robot.state].tone]);
}

/** An arrow means a direction, so it is painted in the robot's heading. */
const isArrow = (sign: IconName) => sign === 'navigate';

function paintArrow(
  context: CanvasRenderingContext2D,
  heading: number,
  left: number,
  top: number,
  radius: number,
  tone: Palette['brand'],
) {
  context.save();
  context.translate(left, top);
  // The icon points up the screen, where the heading is a quarter turn.
  context.rotate(Math.PI / 2 - heading);
  context.strokeStyle = css(tone);
  strokeIcon(context, 'navigate', 0, 0, radius * 1.15);
  context.restore();
}

/** A triangle whose base is under the disc and whose tip points forward. */
function paintNose(
  context: CanvasRenderingContext2D,
  { state, heading }: Pick<Robot, 'state'> & { heading: number },
  left: number,
  top: number,
  radius: number,
  palette: Palette,
) {
  // Canvas angles run clockwise because y runs down.
  const [cos, sin] = [Math.cos(-heading), Math.sin(-heading)];
  const to = (ahead: number, aside: number) =>
    [left + ahead * cos - aside * sin, top + ahead * sin + aside * cos] as const;
  context.beginPath();
  context.moveTo(...to(radius + 8, 0));
  context.lineTo(...to(radius * 0.78, -radius * 0.62));
  context.lineTo(...to(radius * 0.78, radius * 0.62));
  context.closePath();
  const ring = css(palette[styles[state].tone]);
  context.fillStyle = state === 'offline' ? css(palette.panel, 0.7) : ring;
  context.fill();
  if (state !== 'offline') return;
  context.strokeStyle = ring;
  context.lineWidth = 1.5;
  context.stroke();
}

/** The margin for the ring and the shadow around a disc. */
const discMargin = 10;

function paintDisc(
  context: CanvasRenderingContext2D,
  middle: number,
  radius: number,
  state: RobotState,
  sign: IconName | undefined,
  palette: Palette,
) {
  const { tone } = styles[state];
  const hollow = state === 'offline';
  context.beginPath();
  context.arc(middle, middle, radius, 0, 2 * Math.PI);
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
  context.strokeStyle = css(palette[tone]);
  context.stroke();
  context.setLineDash([]);
  if (sign) strokeIcon(context, sign, middle, middle, radius * 1.15);
}

/** The order of names when two would overlap. */
const urgency: Record<RobotState, number> = {
  fault: 0,
  working: 1,
  moving: 2,
  waiting: 3,
  quiet: 4,
  offline: 5,
};
const nameHeight = 16;

/** Paints as many names as fit without overlap: the selected robot's first, then the urgent ones. */
function paintRobotNames(frame: Frame, robots: readonly Robot[], paint: RobotPaintOptions) {
  const { context, view, size } = frame;
  const { palette, sprites, selected, hovered } = paint;
  startNames(context, 600);
  const below = robotRadius(view.scale) + 16;
  const rank = ({ id, state }: Robot) => (id === selected || id === hovered ? -1 : urgency[state]);
  const placed: { left: number; top: number; half: number }[] = [];
  for (const { name, pose } of robots.toSorted((a, b) => rank(a) - rank(b))) {
    const { left, top } = toSpot(view, size, pose);
    const place = { left, top: top + below, half: sprites.textWidth(context, name) / 2 + 5 };
    const overlaps = (other: (typeof placed)[number]) =>
      Math.abs(other.top - place.top) < nameHeight && Math.abs(other.left - left) < other.half + place.half;
    if (placed.length >= maxNames || placed.some(overlaps)) continue;
    placed.push(place);
    paintName(context, name, place, palette);
  }
}
