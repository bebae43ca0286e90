import type { AlarmCode } from '@sweepline/contract/robot';
import { between, randomFrom, seedFor } from '../../random.ts';

/** How likely a repaired fault comes back, and how often at most. */
export interface RelapseRule {
  code: AlarmCode;
  /** 0 is never, 1 always. */
  probability: number;
  maxTimes: number;
}

/** Data of relapses that survives a restart. */
export interface RelapseMemory {
  /** Repairs by code. */
  repairs: Partial<Record<AlarmCode, number>>;
  /** Relapses by code, those to come included. */
  relapses: Partial<Record<AlarmCode, number>>;
  pending: PendingRelapse[];
}

interface PendingRelapse {
  code: AlarmCode;
  /** The run in which the fault was repaired. It goes on without a relapse. */
  repairedIn: string | undefined;
  /** Seconds of the next run after which the fault comes back. */
  afterS: number;
}

/** Seconds of a run after which a fault comes back, from and to. */
const relapsesAfterS = [5, 15] as const;

/** Decides which repaired faults come back in the next run. */
export class Relapses {
  readonly memory: RelapseMemory;
  readonly #rules: readonly RelapseRule[];
  readonly #sn: string;
  readonly #seed: number;

  constructor(
    { sn, seed, relapses = [] }: { sn: string; seed: number; relapses?: readonly RelapseRule[] | undefined },
    memory: RelapseMemory = { repairs: {}, relapses: {}, pending: [] },
  ) {
    this.#sn = sn;
    this.#seed = seed;
    this.#rules = relapses;
    this.memory = memory;
  }

  /** Records a repair and decides whether it holds. */
  repaired(code: AlarmCode, runId: string | undefined) {
    const { repairs, relapses, pending } = this.memory;
    const count = (repairs[code] = (repairs[code] ?? 0) + 1);
    const rule = this.#rules.find((it) => it.code === code);
    const times = relapses[code] ?? 0;
    if (!rule || times >= rule.maxTimes) return;
    // The seed contains the number of the repair, so that a restart does not repeat the last decision.
    const random = randomFrom(seedFor(`${this.#sn} relapse ${code} ${count}`, this.#seed));
    if (random() >= rule.probability) return;
    relapses[code] = times + 1;
    pending.push({ code, repairedIn: runId, afterS: between(random, ...relapsesAfterS) });
  }

  /** Removes and returns the faults that come back now. */
  takeDue(run: { runId: string; seconds: number } | undefined): AlarmCode[] {
    if (!run) return [];
    const due = this.memory.pending.filter(
      ({ repairedIn, afterS }) => run.runId !== repairedIn && run.seconds >= afterS,
    );
    for (const it of due) this.memory.pending.splice(this.memory.pending.indexOf(it), 1);
    return due.map(({ code }) => code);
  }
}
