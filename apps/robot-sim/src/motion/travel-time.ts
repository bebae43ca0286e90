import { turnBetween } from '@sweepline/map-core';
import { acceleration, braking, cornerSpeed, turnRate } from './drive.ts';
import type { Path } from './route.ts';

/** Braking used for planning, gentler than the maximum. */
const gently = braking * 0.9;

/** Seconds to follow a path from rest to rest, with turns on the spot at sharp corners. */
export function travelS(path: Path, limitMps: number): number {
  const corners = path.length / 2;
  if (corners < 2) return 0;
  const speeds = new Float64Array(corners);
  const lengths = new Float64Array(corners);
  let seconds = 0;
  for (let i = 1; i < corners; i++) {
    lengths[i] = Math.hypot(path[i * 2]! - path[i * 2 - 2]!, path[i * 2 + 1]! - path[i * 2 - 1]!);
    if (i + 1 === corners) break;
    const bend = bendAt(path, i);
    speeds[i] = Math.min(limitMps, cornerSpeed(bend));
    if (speeds[i] === 0) seconds += bend / turnRate;
  }
  for (let i = 1; i < corners; i++)
    speeds[i] = Math.min(speeds[i]!, Math.sqrt(speeds[i - 1]! ** 2 + 2 * acceleration * lengths[i]!));
  for (let i = corners - 2; i >= 0; i--)
    speeds[i] = Math.min(speeds[i]!, Math.sqrt(speeds[i + 1]! ** 2 + 2 * gently * lengths[i + 1]!));
  for (let i = 1; i < corners; i++) seconds += stretchS(lengths[i]!, speeds[i - 1]!, speeds[i]!, limitMps);
  return seconds;
}

function bendAt(path: Path, i: number) {
  const [x, y] = [path[i * 2]!, path[i * 2 + 1]!];
  const before = Math.atan2(y - path[i * 2 - 1]!, x - path[i * 2 - 2]!);
  const after = Math.atan2(path[i * 2 + 3]! - y, path[i * 2 + 2]! - x);
  return Math.abs(turnBetween(before, after));
}

/** Seconds of one stretch with a trapezoidal speed profile. */
function stretchS(lengthM: number, from: number, to: number, limitMps: number) {
  const [a, b] = [acceleration, gently];
  const top = Math.min(limitMps, Math.sqrt((2 * a * b * lengthM + b * from ** 2 + a * to ** 2) / (a + b)));
  if (top <= 0) return 0;
  const [up, down] = [Math.max(0, top - from), Math.max(0, top - to)];
  const steadyM = lengthM - (up * (top + from)) / (2 * a) - (down * (top + to)) / (2 * b);
  return up / a + down / b + Math.max(0, steadyM) / top;
}
