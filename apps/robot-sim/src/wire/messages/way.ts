import type { Robot } from '../../robot/robot.ts';
import { cleaningFlag, type TrailPoint } from '../../robot/world/trail.ts';
import { cents, millis } from './vda3-messages.ts';

/** As many points as one message carries; after a long silence the rest comes with the next ones. */
const maxPoints = 200;

/** `[ms before the message, x, y, theta, flags]`. */
type WayPoint = readonly [agoMs: number, x: number, y: number, theta: number, flags: number];

/**
 * The way a robot drove since it last told of it. Poses said every few seconds would cut its corners, and the cleaned area
 * drawn from them would not be the one it cleaned.
 */
export class Way {
  readonly #speedup: number;
  #runId: string | undefined;
  #told = 0;

  constructor(speedup: number) {
    this.#speedup = speedup;
  }

  /** What was driven before a restart was told then, or is in the trajectory: its age is not known any more. */
  begin({ run }: Robot) {
    if (this.#runId !== undefined) return;
    this.#runId = run?.runId ?? '';
    this.#told = run?.trail.length ?? 0;
  }

  /** The points that are new, ending where the robot is; undefined without a run. */
  take({ run, drive, toolDown }: Robot): WayPoint[] | undefined {
    if (!run) return undefined;
    if (run.runId !== this.#runId) [this.#runId, this.#told] = [run.runId, 0];
    const nowMs = run.seconds * 1000;
    const fresh = run.trail.slice(this.#told, this.#told + maxPoints - 1);
    this.#told += fresh.length;
    const way = fresh.map((point) => this.#wayPoint(nowMs, point));
    if (this.#told < run.trail.length) return way;
    const { x, y, theta } = drive.pose;
    return [...way, this.#wayPoint(nowMs, [nowMs, x, y, theta, toolDown ? cleaningFlag : 0])];
  }

  #wayPoint(nowMs: number, [ms, x, y, theta, flags]: TrailPoint): WayPoint {
    const agoMs = Math.max(0, Math.round((nowMs - ms) / this.#speedup));
    return [agoMs, cents(x), cents(y), millis(theta), flags];
  }
}
