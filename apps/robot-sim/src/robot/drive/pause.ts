import { wait, type Behaviour } from '../activity.ts';
import type { Robot } from '../robot.ts';

/** A pause of more seconds than this lifts the parts off the floor (2.6). */
const partsUpAfterS = 10;
const partsDownS = 3;

/** Somebody has said pause: from the console, at the screen, or by a button. */
export class Pause {
  readonly #robot: Robot;
  /** Who; undefined while nobody has. */
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
    const { run, news } = this.#robot;
    run?.pauses.push({ at: this.#robot.timestamp(), seconds: 0, by });
    this.#robot.setRunState('PAUSED');
    news.changed();
  }

  end() {
    if (this.by === undefined) return;
    this.by = undefined;
    if (this.#partsUp) this.#robot.activity.first(this.#partsDown());
    this.#robot.setRunState('IN_PROGRESS');
    this.#robot.news.changed();
  }

  /** What was paused is no more. */
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
    const written = run?.pauses.at(-1);
    if (written) written.seconds += seconds;
    if (this.#seconds <= partsUpAfterS || this.#partsUp || run?.phase !== 'CLEANING') return;
    this.#partsUp = true;
    this.#robot.setPhase('STOPPING_PARTS');
  }
}
