import type { Path } from '../motion/route.ts';

/** One thing a robot does at a time, until it is done or something ends it. */
export type Doing =
  | {
      do: 'drive';
      path: Path;
      limit: number;
      /** Cleaning parts are on the floor. */
      tool?: boolean;
      /** It is a stroke of the plan, or what is left of one. */
      stroke?: boolean;
      backwards?: boolean;
      /** The last half metre into a dock goes nearer to the wall than a robot may drive. */
      unguarded?: boolean;
      /** Ends early when the robot must look after itself: battery, water, dust. */
      untilService?: boolean;
    }
  | { do: 'turn'; theta: number }
  | { do: 'wait'; seconds: number }
  | { do: 'until'; holds: () => boolean };

export type Outcome = 'done' | 'stuck' | 'service';

/** Behaviour written as it happens: each step yields what to do, and is told how that ended. */
export type Behaviour<T = void> = Generator<Doing, T, Outcome>;

export function* wait(seconds: number): Behaviour {
  yield { do: 'wait', seconds };
}

/** Why a behaviour cannot go on; the run it belongs to ends with this code. */
export class GaveUp extends Error {
  readonly code: string;

  constructor(code: string, why: string) {
    super(why);
    this.code = code;
  }
}

interface Frame {
  behaviour: Behaviour;
  doing: Doing | undefined;
  /** What was done before that, while the next is not begun. */
  done: Doing | undefined;
  outcome: Outcome;
  /** Seconds left of a wait. */
  waitS: number;
}

/** The behaviour in hand, and those put before it: what is interrupted goes on where it was. */
export class Activity {
  #frames: Frame[] = [];

  get idle() {
    return this.#frames.length === 0;
  }

  start(behaviour: Behaviour) {
    this.stop();
    this.first(behaviour);
  }

  /** Does something else first, which must not drive: the path in hand is kept. */
  first(behaviour: Behaviour) {
    this.#frames.push({ behaviour, doing: undefined, done: undefined, outcome: 'done', waitS: 0 });
  }

  /** Drops everything. Behaviours get to run their `finally`. */
  stop() {
    for (const { behaviour } of this.#frames.splice(0).reverse()) behaviour.return();
  }

  /** What is being done has come to an end. */
  end(outcome: Outcome) {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    frame.done = outcome === 'done' ? frame.doing : undefined;
    frame.doing = undefined;
    frame.outcome = outcome;
  }

  /** What is being done at this moment. */
  get doing(): Doing | undefined {
    return this.#frames.at(-1)?.doing;
  }

  /** What came to its end a moment ago, while nothing new is begun. */
  get done(): Doing | undefined {
    return this.#frames.at(-1)?.done;
  }

  /** Lets a wait run down. True once it is over. */
  waited(seconds: number) {
    const frame = this.#frames.at(-1);
    if (!frame) return true;
    frame.waitS -= seconds;
    return frame.waitS <= 1e-9;
  }

  /** What is to be done now; undefined when there is nothing. `begins` is called once for each new thing. */
  now(begins: (doing: Doing) => void): Doing | undefined {
    for (;;) {
      const frame = this.#frames.at(-1);
      if (!frame || frame.doing) return frame?.doing;
      const next = frame.behaviour.next(frame.outcome);
      // A behaviour may end everything, itself included, while it is asked.
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
