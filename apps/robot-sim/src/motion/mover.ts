import type { Pose } from '@sweepline/map-core';
import type { MayStand } from './drive.ts';
import type { Path } from './route.ts';

/** What moves a robot: the real drive, or the plain one of a light robot. */
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
  turnTo: (theta: number) => boolean;
  brake: () => boolean;
  restM: () => number;
}
