import type { Path } from '../motion/route.ts';

/** One activity of a robot; a robot has at most one at a time. */
export type Doing =
  | {
      do: 'drive';
      path: Path;
      limit: number;
      /** Cleaning parts are on the floor. */
      tool?: boolean;
      /** The path is a stroke of the plan or the rest of one. */
      stroke?: boolean;
      backwards?: boolean;
      /** Ignores the edge distance: the last half metre into a dock is closer to the wall than it allows. */
      unguarded?: boolean;
      /** Ends early when the robot needs service: battery, water, dust. */
      untilService?: boolean;
    }
  | { do: 'turn'; theta: number }
  | { do: 'wait'; seconds: number }
  | { do: 'until'; holds: () => boolean };

export type Outcome = 'done' | 'stuck' | 'service';

/** A behaviour yields its next activity and receives the outcome of the last one. */
export type Behaviour<T = void> = Generator<Doing, T, Outcome>;

export function* wait(seconds: number): Behaviour {
  yield { do: 'wait', seconds };
}

/** Thrown when a behaviour cannot continue; its run ends with this code. */
export class GaveUp extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Frame {
  behaviour: Behaviour;
  doing: Doing | undefined;
  /** The last finished activity, until the next one begins. */
  done: Doing | undefined;
  outcome: Outcome;
  /** Seconds left of a wait. */
  waitS: number;
}

/** A stack of behaviours: the top one runs, and an interrupted one continues where it was. */
export class Activity {
  #frames: Frame[] = [];

  get idle() {
    return this.#frames.length === 0;
  }

  start(behaviour: Behaviour) {
    this.stop();
    this.interrupt(behaviour);
  }

  /** Runs another behaviour first. It must not drive, because the current path is kept. */
  interrupt(behaviour: Behaviour) {
    this.#frames.push({ behaviour, doing: undefined, done: undefined, outcome: 'done', waitS: 0 });
  }

  /** Ends all behaviours; their `finally` blocks run. */
  stop() {
    for (const { behaviour } of this.#frames.splice(0).reverse()) behaviour.return();
  }

  /** Ends the current activity. */
  end(outcome: Outcome) {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    frame.done = outcome === 'done' ? frame.doing : undefined;
    frame.doing = undefined;
    frame.outcome = outcome;
  }

  /** The current activity. */
  get doing(): Doing | undefined {
    return this.#frames.at(-1)?.doing;
  }

  /** The last finished activity, until the next one begins. */
  get done(): Doing | undefined {
    return this.#frames.at(-1)?.done;
  }

  /** Advances a wait. True once it is over. */
  waited(seconds: number) {
    const frame = this.#frames.at(-1);
    if (!frame) return true;
    frame.waitS -= seconds;
    return frame.waitS <= 1e-9;
  }

  /** The activity to execute now; undefined when idle. `begins` is called once for each new activity. */
  now(begins: (doing: Doing) => void): Doing | undefined {
    for (;;) {
      const frame = this.#frames.at(-1);
      if (!frame || frame.doing) return frame?.doing;
      const next = frame.behaviour.next(frame.outcome);
      // `next` may have ended all behaviours, including this one.
      if (this.#frames.at(-1) !== frame) continue;
      if (next.done) {
        this.#frames.pop();
      } else {
        frame.doing = next.value;
        frame.done = undefined;
        if (next.value.do === 'wait') frame.waitS = next.value.seconds;
        begins(next.value);
      }
    }
  }
}
