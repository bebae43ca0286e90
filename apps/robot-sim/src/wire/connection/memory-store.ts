import { remember, type RobotMemory } from '../../robot/body/memory.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Disk } from './disk.ts';

const file = 'robot.json';
const everyMs = 15_000;

/** The state of a robot from before it was switched off. Written by `MemoryStore` only. */
export const readMemory = (disk: Disk) => (disk.read(file) as RobotMemory | null | undefined) ?? undefined;

/** Saves the robot's state, so that the next start continues from it. */
export class MemoryStore {
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

  /** Saves the current state; a disk that is not persistent is written at the end only. */
  save(last = false) {
    if (!last && !this.#disk.persistent) return;
    this.#savedMs = this.#now();
    this.#disk.write(file, remember(this.#robot));
  }

  /** Clears the saved state after a crash, so that the next start does not repeat it. */
  clear() {
    this.#disk.write(file, null);
  }
}
