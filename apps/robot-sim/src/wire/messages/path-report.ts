import type { Robot } from '../../robot/robot.ts';
import { cleaningFlag, type TrailPoint } from '../../robot/world/trail.ts';
import { cents, millis } from './vda3-messages.ts';

/** Maximum points in one message; after a long connection loss the rest follows in the next messages. */
const maxPoints = 200;

/** `[ms before the message, x, y, theta, flags]`. */
type PathPoint = readonly [agoMs: number, x: number, y: number, theta: number, flags: number];

/**
 * The path driven since the last message (docs/protocol/telemetry.md#the-way-of-a-run). Positions every few seconds would
 * cut its corners, and the area painted from them would differ from the cleaned one.
 */
export class PathReport {
  readonly #speedup: number;
  #runId: string | undefined;
  #reportedCount = 0;

  constructor(speedup: number) {
    this.#speedup = speedup;
  }

  /** Skips the path from before a restart: its age is unknown, and the trajectory file contains it. */
  begin({ run }: Robot) {
    if (this.#runId !== undefined) return;
    this.#runId = run?.runId ?? '';
    this.#reportedCount = run?.trail.length ?? 0;
  }

  /** The new points, ending at the robot's place; undefined without a run. */
  take({ run, drive, toolDown }: Robot): PathPoint[] | undefined {
    if (!run) return undefined;
    if (run.runId !== this.#runId) [this.#runId, this.#reportedCount] = [run.runId, 0];
    const nowMs = run.seconds * 1000;
    const fresh = run.trail.slice(this.#reportedCount, this.#reportedCount + maxPoints - 1);
    this.#reportedCount += fresh.length;
    const points = fresh.map((point) => this.#pathPoint(nowMs, point));
    if (this.#reportedCount < run.trail.length) return points;
    const { x, y, theta } = drive.pose;
    return [...points, this.#pathPoint(nowMs, [nowMs, x, y, theta, toolDown ? cleaningFlag : 0])];
  }

  #pathPoint(nowMs: number, [ms, x, y, theta, flags]: TrailPoint): PathPoint {
    const agoMs = Math.max(0, Math.round((nowMs - ms) / this.#speedup));
    return [agoMs, cents(x), cents(y), millis(theta), flags];
  }
}
