import { turnBetween } from '../geometry/pose.ts';
import type { Heading } from './bar.ts';
import { headingOf, type BrushPoint } from './brush.ts';

/** How a robot drove a run. */
export interface DrivingFigures {
  /** Way with the tool down, in metres. */
  cleaningM: number;
  /** Way with the tool lifted: to the area, between its parts and back. */
  transitM: number;
  /** Changes of heading with the tool down. */
  turns: number;
}

/** A change of heading by this much within this way is a turn, and a wider curve is none. */
const turnRad = Math.PI / 4;
const turnWithinM = 0.5;

/** The figures of a path. The tool is down between two points at which it is down. */
export function drivingFigures(path: readonly (BrushPoint & { cleaning: boolean })[]): DrivingFigures {
  const figures = { cleaningM: 0, transitM: 0, turns: 0 };
  let heading: Heading | undefined;
  /** The latest headings with the way at which the robot had them. */
  let recent: { angle: number; atM: number }[] = [];
  path.forEach((to, index) => {
    const from = path[index - 1];
    if (!from) return;
    const lengthM = Math.hypot(to.x - from.x, to.y - from.y);
    heading = headingOf(from, to, heading);
    const down = from.cleaning && to.cleaning;
    figures[down ? 'cleaningM' : 'transitM'] += lengthM;
    if (!down || !heading) {
      recent = [];
      return;
    }
    const angle = Math.atan2(heading.y, heading.x);
    const atM = figures.cleaningM - lengthM;
    recent = recent.filter((one) => atM - one.atM <= turnWithinM);
    if (recent.some((one) => Math.abs(turnBetween(one.angle, angle)) >= turnRad)) {
      figures.turns++;
      recent = [];
    }
    recent.push({ angle, atM: figures.cleaningM });
  });
  return figures;
}

/** Floor that was passed more than once, of the cleaned floor, 0–1; null without passes. */
export function overlapShare(passes: readonly { once: number; more: number }[]): number | null {
  const more = passes.reduce((sum, area) => sum + area.more, 0);
  const cleaned = passes.reduce((sum, area) => sum + area.once + area.more, 0);
  return cleaned > 0 ? more / cleaned : null;
}

/** What a tool cleans at most, in m²/h: its width × the highest speed. Null if the speed is unknown. */
export const boundM2PerHour = (toolWidthM: number, maxSpeedMps: number | null): number | null =>
  maxSpeedMps === null ? null : toolWidthM * maxSpeedMps * 3600;
