import type { Point } from './geometry.ts';

/** A point with a heading: theta in radians, counter-clockwise from the x axis, within (−π, π]. */
export interface Pose extends Point {
  theta: number;
}

/** Radians normalized to (−π, π]; −π becomes +π. */
export function wrappedAngle(radians: number) {
  const turned = radians - 2 * Math.PI * Math.floor((radians + Math.PI) / (2 * Math.PI));
  return turned <= -Math.PI ? Math.PI : turned;
}

/** Degrees of the console (−180…180) as radians of the protocol; −180 and 180 both become +π. */
export const radiansOf = (degrees: number) => wrappedAngle((degrees * Math.PI) / 180);

/** Radians of the protocol as degrees of the console in (−180, 180]. */
export const degreesOf = (radians: number) => (wrappedAngle(radians) * 180) / Math.PI;

/** The shortest turn from one heading to another, within (−π, π]. */
export const turnBetween = (from: number, to: number) => wrappedAngle(to - from);

/** Interpolates two poses; `share` 0–1. The heading turns in the shorter direction. */
export const poseBetween = (from: Pose, to: Pose, share: number): Pose => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
  theta: wrappedAngle(from.theta + turnBetween(from.theta, to.theta) * share),
});
