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
  #runId: string | undefined;
  #reportedCount = 0;
  /** When the robot was at each point that is not reported yet: simulated time may run faster, or at changing speed. */
  #timesMs: number[] = [];

  /** Skips the path from before a restart: its age is unknown, and the trajectory file contains it. */
  begin({ run }: Robot) {
    if (this.#runId !== undefined) return;
    this.#runId = run?.runId ?? '';
    this.#reportedCount = run?.trail.length ?? 0;
  }

  /** Notes the time of the points driven since the last call. */
  note({ run }: Robot, nowMs: number) {
    if (this.#runId === undefined || !run) return;
    this.#follow(run.runId);
    const noted = this.#reportedCount + this.#timesMs.length;
    for (let count = noted; count < run.trail.length; count++) this.#timesMs.push(nowMs);
  }

  #follow(runId: string) {
    if (runId !== this.#runId) [this.#runId, this.#reportedCount, this.#timesMs] = [runId, 0, []];
  }

  /** The new points, ending at the robot's place; undefined without a run. */
  take(robot: Robot, nowMs: number): PathPoint[] | undefined {
    const { run, drive, tools } = robot;
    if (!run) return undefined;
    this.#follow(run.runId);
    this.note(robot, nowMs);
    const fresh = run.trail.slice(this.#reportedCount, this.#reportedCount + maxPoints - 1);
    const times = this.#timesMs.splice(0, fresh.length);
    this.#reportedCount += fresh.length;
    const points = fresh.map((point, i) => pathPoint(nowMs - (times[i] ?? nowMs), point));
    if (this.#reportedCount < run.trail.length) return points;
    const { x, y, theta } = drive.pose;
    return [...points, pathPoint(0, [0, x, y, theta, tools.down ? cleaningFlag : 0])];
  }
}

const pathPoint = (agoMs: number, [, x, y, theta, flags]: TrailPoint): PathPoint => [
  Math.max(0, Math.round(agoMs)),
  cents(x),
  cents(y),
  millis(theta),
  flags,
];
