import type { Pose } from '@sweepline/map-core';
import type { Mover } from './mover.ts';
import type { Path } from './route.ts';

/** A drive without acceleration or turning time, for a thousand robots on one core. */
export class LightDrive implements Mover {
  readonly pose: Pose;
  readonly stepS = 1;
  readonly w = 0;
  readonly stuckS = 0;
  v = 0;
  limit = 0;
  #path: Path = new Float64Array(0);
  #corner = 0;

  constructor(pose: Pose) {
    this.pose = { ...pose };
  }

  follow(path: Path, limit: number) {
    this.#path = path;
    this.#corner = 1;
    this.limit = limit;
  }

  get arrived() {
    return this.#corner * 2 >= this.#path.length;
  }

  step() {
    let left = this.limit * this.stepS;
    this.v = this.limit;
    while (left > 0 && !this.arrived) {
      const [x, y] = [this.#path[this.#corner * 2]!, this.#path[this.#corner * 2 + 1]!];
      const away = Math.hypot(x - this.pose.x, y - this.pose.y);
      if (away > 1e-6) this.pose.theta = Math.atan2(y - this.pose.y, x - this.pose.x);
      const share = away > left ? left / away : 1;
      this.pose.x += (x - this.pose.x) * share;
      this.pose.y += (y - this.pose.y) * share;
      if (share === 1) this.#corner++;
      left -= Math.min(left, away);
    }
    if (this.arrived) this.v = 0;
    return this.limit * this.stepS - left;
  }

  /** Remote driving is not supported. */
  steer() {
    return 0;
  }

  setAside() {
    return () => undefined;
  }

  halt() {
    this.v = 0;
  }

  turnTo(theta: number) {
    this.pose.theta = theta;
    return true;
  }

  brake() {
    this.v = 0;
    return true;
  }

  restM() {
    let [x, y, sum] = [this.pose.x, this.pose.y, 0];
    for (let i = this.#corner * 2; i < this.#path.length; i += 2) {
      sum += Math.hypot(this.#path[i]! - x, this.#path[i + 1]! - y);
      [x, y] = [this.#path[i]!, this.#path[i + 1]!];
    }
    return sum;
  }
}
