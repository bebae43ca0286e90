import { turnBetween, wrappedAngle, type Pose } from '@sweepline/map-core';
import type { Mover } from './mover.ts';
import type { Path } from './route.ts';

/** Simulated seconds of one step of motion: 20 Hz. */
export const stepS = 0.05;
export const acceleration = 0.5;
export const braking = 0.8;
export const turnRate = 1;
/** A corner sharper than this is turned on the spot. */
const sharp = 0.45;
/** Heading error above which a driving robot stops and turns. */
const maxDrivingError = 0.9;
/** Metres that a robot may swing wide in a bend without stopping. */
const swingM = 0.014;
/** Heading error at which driving begins after a turn. */
const aligned = 0.06;
const arrivedM = 0.005;
/** A passed corner within this distance counts as reached, unless it is the last. */
const passedM = 0.02;

/** The speed at which a corner may be taken; 0 where it is turned on the spot. */
export const cornerSpeed = (bend: number) =>
  // At the full turn rate the robot swings wide by v (1 − cos bend) / rate.
  bend > sharp ? 0 : (swingM * turnRate) / (1 - Math.cos(bend) + 1e-9);

/** Whether the robot's centre may be here; checked before every step. */
export type MayStand = (x: number, y: number) => boolean;

/**
 * A differential drive that follows a path by pure pursuit, stops and turns where the path bends sharply, and never enters
 * a forbidden place. It allocates no memory while it moves.
 */
export class Drive implements Mover {
  readonly pose: Pose;
  readonly stepS = stepS;
  /** m/s and rad/s now. */
  v = 0;
  w = 0;
  #path: Path = new Float64Array(0);
  /** The next corner, as an index into the path's pairs. */
  #corner = 0;
  limit = 0;
  #backwards = false;
  /** Seconds without progress. */
  stuckS = 0;

  constructor(pose: Pose) {
    this.pose = { ...pose };
  }

  /** Starts along a path; `backwards` drives with the heading reversed, as out of a dock. */
  follow(path: Path, limit: number, backwards = false) {
    this.#path = path;
    this.#corner = 1;
    this.limit = limit;
    this.#backwards = backwards;
    this.stuckS = 0;
  }

  get arrived() {
    return this.#corner * 2 >= this.#path.length;
  }

  /** Metres left to drive. */
  restM() {
    const path = this.#path;
    let [x, y, sum] = [this.pose.x, this.pose.y, 0];
    for (let i = this.#corner * 2; i < path.length; i += 2) {
      sum += Math.hypot(path[i]! - x, path[i + 1]! - y);
      [x, y] = [path[i]!, path[i + 1]!];
    }
    return sum;
  }

  /** One step of braking. True once the robot stands. */
  brake() {
    this.w = 0;
    this.v = this.v > 0 ? Math.max(0, this.v - braking * stepS) : Math.min(0, this.v + braking * stepS);
    return this.v === 0;
  }

  halt() {
    this.v = 0;
    this.w = 0;
  }

  setAside() {
    const [path, corner, limit, backwards] = [this.#path, this.#corner, this.limit, this.#backwards];
    return () => {
      [this.#path, this.#corner, this.limit, this.#backwards] = [path, corner, limit, backwards];
      this.stuckS = 0;
    };
  }

  steer(v: number, w: number, mayStand: MayStand) {
    const { pose } = this;
    pose.theta = wrappedAngle(pose.theta + w * stepS);
    const [x, y] = [pose.x + v * stepS * Math.cos(pose.theta), pose.y + v * stepS * Math.sin(pose.theta)];
    const goes = v !== 0 && mayStand(x, y);
    this.v = goes ? v : 0;
    this.w = w;
    if (!goes) return 0;
    [pose.x, pose.y] = [x, y];
    return Math.abs(v) * stepS;
  }

  /** One step of turning on the spot. True once the heading is reached. */
  turnTo(theta: number) {
    this.v = 0;
    const error = turnBetween(this.pose.theta, theta);
    const turn = Math.max(-turnRate * stepS, Math.min(turnRate * stepS, error));
    this.w = turn / stepS;
    this.pose.theta = wrappedAngle(this.pose.theta + turn);
    if (Math.abs(error) > turnRate * stepS) return false;
    this.w = 0;
    return true;
  }

  /** One step along the path. Returns the metres driven. */
  step(mayStand: MayStand): number {
    const path = this.#path;
    const { pose } = this;
    let [tx, ty] = [path[this.#corner * 2]!, path[this.#corner * 2 + 1]!];
    let left = Math.hypot(tx - pose.x, ty - pose.y);
    while (left < arrivedM || (left < passedM && this.#isPast(tx - pose.x, ty - pose.y))) {
      this.#corner++;
      if (this.arrived) {
        this.halt();
        return 0;
      }
      [tx, ty] = [path[this.#corner * 2]!, path[this.#corner * 2 + 1]!];
      left = Math.hypot(tx - pose.x, ty - pose.y);
    }
    const facing = this.#backwards ? wrappedAngle(pose.theta + Math.PI) : pose.theta;
    const ahead = Math.atan2(ty - pose.y, tx - pose.x);
    const error = turnBetween(facing, ahead);
    if (Math.abs(error) > (this.v === 0 ? aligned : maxDrivingError)) {
      if (this.v > 0 && !this.brake()) return this.#advance(left, 0, mayStand);
      this.turnTo(this.#backwards ? wrappedAngle(ahead + Math.PI) : ahead);
      return 0;
    }
    this.#chooseSpeed(left);
    return this.#advance(left, error, mayStand);
  }

  /** Whether the next corner already lies behind the robot along the path. */
  #isPast(dx: number, dy: number) {
    const i = this.#corner * 2;
    if (i + 2 >= this.#path.length) return false;
    return dx * (this.#path[i]! - this.#path[i - 2]!) + dy * (this.#path[i + 1]! - this.#path[i - 1]!) < 0;
  }

  /** Chooses a speed that still allows a stop at the next sharp corner. */
  #chooseSpeed(left: number) {
    const cornerMps = this.#speedThrough();
    const allowed = Math.min(this.limit, Math.sqrt(cornerMps * cornerMps + 2 * braking * 0.9 * left));
    const faster = this.v + acceleration * stepS;
    const slower = this.v - braking * stepS;
    this.v = Math.max(Math.min(faster, allowed), Math.min(slower, this.limit), 0.03);
  }

  /** The speed at which the corner ahead may be taken: 0 at the end and at sharp bends. */
  #speedThrough() {
    const path = this.#path;
    const i = this.#corner * 2;
    if (i + 2 >= path.length) return 0;
    const [cx, cy] = [path[i]!, path[i + 1]!];
    const before = Math.atan2(cy - path[i - 1]!, cx - path[i - 2]!);
    const after = Math.atan2(path[i + 3]! - cy, path[i + 2]! - cx);
    const bend = Math.abs(turnBetween(before, after));
    return Math.min(this.limit, cornerSpeed(bend));
  }

  #advance(left: number, error: number, mayStand: MayStand) {
    const { pose } = this;
    const distance = Math.min(left, this.v * stepS);
    const turn = Math.max(-turnRate * stepS, Math.min(turnRate * stepS, error));
    const direction = (this.#backwards ? wrappedAngle(pose.theta + Math.PI) : pose.theta) + turn;
    const [x, y] = [pose.x + distance * Math.cos(direction), pose.y + distance * Math.sin(direction)];
    if (!mayStand(x, y) && mayStand(pose.x, pose.y)) {
      // The corner was cut too close: the robot stops and turns towards the path.
      this.halt();
      this.stuckS += stepS;
      return 0;
    }
    this.stuckS = 0;
    this.w = turn / stepS;
    pose.theta = wrappedAngle(pose.theta + turn);
    pose.x = x;
    pose.y = y;
    return distance;
  }
}
