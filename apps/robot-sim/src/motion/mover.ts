import type { Pose } from '@sweepline/map-core';
import type { MayStand } from './drive.ts';
import type { Path } from './route.ts';

/** The motion of a robot: the full drive, or the simple one of a light robot. */
export interface Mover {
  readonly pose: Pose;
  readonly v: number;
  readonly w: number;
  /** Simulated seconds of one step. */
  readonly stepS: number;
  readonly arrived: boolean;
  readonly stuckS: number;
  limit: number;
  follow: (path: Path, limit: number, backwards?: boolean) => void;
  /** Metres driven. */
  step: (mayStand: MayStand) => number;
  /** One step at the given speeds; stops before a forbidden place. Returns the metres driven. */
  steer: (v: number, w: number, mayStand: MayStand) => number;
  /** Removes the current path; the returned function restores it. */
  setAside: () => () => void;
  halt: () => void;
  turnTo: (theta: number) => boolean;
  brake: () => boolean;
  restM: () => number;
}
