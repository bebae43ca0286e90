import { wait, type Behaviour } from '../activity.ts';
import type { Robot } from '../robot.ts';

/** A pause longer than this lifts the parts (docs/protocol/orders.md#pause-resume-stop). */
const partsUpAfterS = 10;
const partsDownS = 3;

/** A pause from the console, the screen or a button. */
export class Pause {
  readonly #robot: Robot;
  /** The source of the pause; undefined while the robot is not paused. */
  by: string | undefined;
  #seconds = 0;
  #partsUp = false;

  constructor(robot: Robot) {
    this.#robot = robot;
  }

  begin(by: string) {
    if (this.by !== undefined) return;
    this.by = by;
    this.#seconds = 0;
    const { run, events } = this.#robot;
    run?.pauses.push({ at: this.#robot.timestamp(), seconds: 0, by });
    this.#robot.sounds.say('PAUSE');
    this.#robot.setRunState('PAUSED');
    events.changed();
  }

  end() {
    if (this.by === undefined) return;
    this.by = undefined;
    if (this.#partsUp) this.#robot.activity.interrupt(this.#partsDown());
    this.#robot.setRunState('IN_PROGRESS');
    this.#robot.events.changed();
  }

  /** Discards the pause, because its run ended. */
  drop() {
    this.by = undefined;
    this.#partsUp = false;
  }

  *#partsDown(): Behaviour {
    this.#robot.setPhase('STARTING_PARTS');
    yield* wait(partsDownS);
    this.#partsUp = false;
    this.#robot.setPhase('CLEANING');
  }

  advance(seconds: number) {
    if (this.by === undefined) return;
    const { run } = this.#robot;
    this.#seconds += seconds;
    const entry = run?.pauses.at(-1);
    if (entry) entry.seconds += seconds;
    if (this.#seconds <= partsUpAfterS || this.#partsUp || run?.phase !== 'CLEANING') return;
    this.#partsUp = true;
    this.#robot.setPhase('STOPPING_PARTS');
  }
}
