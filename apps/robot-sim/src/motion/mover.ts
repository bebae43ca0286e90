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
  /** One step at speeds somebody else decides. Metres driven; it stands where it may not go. */
  steer: (v: number, w: number, mayStand: MayStand) => number;
  /** Takes the path in hand away; the function puts it back. */
  setAside: () => () => void;
  halt: () => void;
  turnTo: (theta: number) => boolean;
  brake: () => boolean;
  restM: () => number;
}
