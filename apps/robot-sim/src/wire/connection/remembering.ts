import { remember, type RobotMemory } from '../../robot/body/memory.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Disk } from './disk.ts';

const file = 'robot.json';
const everyMs = 15_000;

/** What a robot knew when it was switched off. Written by `Remembering` only. */
export const rememberedOn = (disk: Disk) => (disk.read(file) as RobotMemory | null | undefined) ?? undefined;

/** Writes down what the robot is, so that the next start goes on from there. */
export class Remembering {
  readonly #disk: Disk;
  readonly #robot: Robot;
  readonly #now: () => number;
  #savedMs = 0;

  constructor(disk: Disk, robot: Robot, now: () => number) {
    this.#disk = disk;
    this.#robot = robot;
    this.#now = now;
  }

  tick(nowMs: number) {
    if (nowMs - this.#savedMs > everyMs && !this.#robot.activity.idle) this.save();
  }

  /** What the robot is now; a disk that does not last is written to at the end only. */
  save(last = false) {
    if (!last && !this.#disk.lasting) return;
    this.#savedMs = this.#now();
    this.#disk.write(file, remember(this.#robot));
  }

  /** What the robot was doing has brought it down; the next start is to know nothing of it. */
  forget() {
    this.#disk.write(file, null);
  }
}
