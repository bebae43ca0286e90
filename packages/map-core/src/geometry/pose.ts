import type { Point } from './geometry.ts';

/** A place with a heading: theta in radians, counter-clockwise from the x axis, within (−π, π]. */
export interface Pose extends Point {
  theta: number;
}

/** Radians brought into (−π, π]: exactly −π becomes +π. */
export function wrappedAngle(radians: number) {
  const turned = radians - 2 * Math.PI * Math.floor((radians + Math.PI) / (2 * Math.PI));
  return turned <= -Math.PI ? Math.PI : turned;
}

/** The console's degrees (−180…180) as the wire's radians; −180 and 180 are one direction, +π (protocol 2.9). */
export const radiansOf = (degrees: number) => wrappedAngle((degrees * Math.PI) / 180);

/** The wire's radians as the console's degrees in (−180, 180]. */
export const degreesOf = (radians: number) => (wrappedAngle(radians) * 180) / Math.PI;

/** The shortest turn from one heading to another, within (−π, π]. */
export const turnBetween = (from: number, to: number) => wrappedAngle(to - from);

/** The pose `share` (0–1) of the way from one to the other; the heading takes the shorter way round. */
export const poseBetween = (from: Pose, to: Pose, share: number): Pose => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
  theta: wrappedAngle(from.theta + turnBetween(from.theta, to.theta) * share),
});
