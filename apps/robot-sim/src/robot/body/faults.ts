import type { AlarmCode } from '@sweepline/contract/robot';
import { between, exponential, pick, type Random } from '../../random.ts';

/** What can go wrong, what it does to the robot, and how it ends: by itself, or by a person who comes after a while. */
export interface FaultKind {
  code: AlarmCode;
  effect: 'stop' | 'slow' | 'none';
  ends: 'self' | 'person';
  /** Seconds until it ends, from and to. */
  lasts: readonly [number, number];
  part?: string;
}

/** The catalogue (protocol 6.1). */
const faultKinds: readonly FaultKind[] = [
  { code: '10101', effect: 'slow', ends: 'self', lasts: [10, 30] },
  { code: '10102', effect: 'stop', ends: 'self', lasts: [4, 10] },
  { code: '10103', effect: 'stop', ends: 'person', lasts: [60, 240] },
  { code: '10104', effect: 'stop', ends: 'person', lasts: [30, 120] },
  { code: '20104', effect: 'stop', ends: 'person', lasts: [40, 120] },
  { code: '20110', effect: 'stop', ends: 'person', lasts: [90, 300], part: 'mainBrush' },
  { code: '20111', effect: 'stop', ends: 'person', lasts: [120, 300], part: 'pump' },
  { code: '30104', effect: 'stop', ends: 'self', lasts: [60, 180] },
  { code: '40101', effect: 'stop', ends: 'person', lasts: [90, 240] },
  { code: '40202', effect: 'stop', ends: 'self', lasts: [8, 25] },
  { code: '50101', effect: 'none', ends: 'self', lasts: [30, 120] },
  { code: '50201', effect: 'none', ends: 'person', lasts: [120, 600], part: 'camera FRONT' },
];
export const faultCodes: readonly string[] = faultKinds.map(({ code }) => code);

/** A dock that cannot be entered is not drawn by lot; the docking itself fails and raises it. */
export const dockingFault: FaultKind = { code: '40210', effect: 'stop', ends: 'person', lasts: [60, 180] };

/** Nor is an empty battery. */
export const flatFault: FaultKind = { code: '30102', effect: 'stop', ends: 'person', lasts: [120, 300] };

export interface Standing {
  kind: FaultKind;
  leftS: number;
}

/** The faults that stand, and when the next comes: a Poisson process over the hours a robot works. */
export class Faults {
  readonly standing: Standing[] = [];
  readonly #random: Random;
  readonly #mtbfH: number;
  readonly #planned: { code: string; atS: number }[];
  #nextS: number;
  #sinceS = 0;

  constructor(
    random: Random,
    mtbfH: number | undefined,
    planned: readonly { code: string; atS: number }[] = [],
  ) {
    this.#random = random;
    this.#mtbfH = mtbfH ?? Infinity;
    this.#planned = [...planned];
    this.#nextS = this.#draw();
  }

  #draw = () => (Number.isFinite(this.#mtbfH) ? exponential(this.#random, this.#mtbfH * 3600) : Infinity);

  /** A fault stood when the robot was switched off; it stands still. */
  goOn(code: AlarmCode) {
    const kind = [...faultKinds, dockingFault, flatFault].find((it) => it.code === code);
    if (kind) this.begin(kind);
  }

  begin(kind: FaultKind) {
    if (this.standing.some((it) => it.kind.code === kind.code)) return false;
    this.standing.push({ kind, leftS: between(this.#random, ...kind.lasts) });
    return true;
  }

  /** Lets time pass. Returns what began and what ended. */
  advance(seconds: number, working: boolean) {
    const ended = this.standing.filter((it) => (it.leftS -= seconds) <= 0);
    for (const it of ended) this.standing.splice(this.standing.indexOf(it), 1);
    const begun: FaultKind[] = [];
    this.#sinceS += seconds;
    while (this.#planned.length > 0 && this.#planned[0]!.atS <= this.#sinceS) {
      const kind = faultKinds.find((it) => it.code === this.#planned[0]!.code);
      this.#planned.shift();
      if (kind && this.begin(kind)) begun.push(kind);
    }
    if (working && (this.#nextS -= seconds) <= 0) {
      this.#nextS = this.#draw();
      const kind = pick(this.#random, faultKinds);
      if (kind && this.begin(kind)) begun.push(kind);
    }
    return { begun, ended: ended.map((it) => it.kind) };
  }

  /** A person has come early. Returns what it was that they put right. */
  resolve(code: AlarmCode) {
    const index = this.standing.findIndex((it) => it.kind.code === code);
    return index < 0 ? undefined : this.standing.splice(index, 1)[0]!.kind;
  }

  get stops() {
    return this.standing.some((it) => it.kind.effect === 'stop');
  }

  get slows() {
    return this.standing.some((it) => it.kind.effect === 'slow');
  }
}
