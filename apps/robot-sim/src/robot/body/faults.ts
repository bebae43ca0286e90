import type { AlarmCode } from '@sweepline/contract/robot';
import { between, exponential, pick, type Random } from '../../random.ts';

/** A kind of fault: its effect on the robot, and whether it ends by itself or by a person. */
export interface FaultKind {
  code: AlarmCode;
  effect: 'stop' | 'slow' | 'none';
  ends: 'self' | 'person';
  /** Seconds until it ends, from and to. */
  lasts: readonly [number, number];
  part?: string;
}

/** The faults that occur at random. */
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

/** Not random: a failed docking raises it. */
export const dockingFault: FaultKind = { code: '40210', effect: 'stop', ends: 'person', lasts: [60, 180] };

/** Not random: an empty battery raises it. */
export const batteryEmptyFault: FaultKind = {
  code: '30102',
  effect: 'stop',
  ends: 'person',
  lasts: [120, 300],
};

/** Not random: it follows from another fault. */
const noRouteFault: FaultKind = { code: '40201', effect: 'none', ends: 'self', lasts: [20, 60] };

const allKinds = [...faultKinds, dockingFault, batteryEmptyFault, noRouteFault];
export const faultKindOf = (code: string) => allKinds.find((kind) => kind.code === code);

/** A fault at a time of the robot, in simulated seconds. Without a duration it lasts as long as one that occurs at random. */
export interface PlannedFault {
  code: string;
  atS: number;
  lastsS?: number;
}

export interface ActiveFault {
  kind: FaultKind;
  leftS: number;
}

/** The active faults, and the time of the next: a Poisson process over the working hours. */
export class Faults {
  readonly active: ActiveFault[] = [];
  readonly #random: Random;
  readonly #mtbfH: number;
  readonly #planned: PlannedFault[];
  #nextS: number;
  #sinceS = 0;

  constructor(random: Random, mtbfH: number | undefined, planned: readonly PlannedFault[] = []) {
    this.#random = random;
    this.#mtbfH = mtbfH ?? Infinity;
    this.#planned = planned.toSorted((a, b) => a.atS - b.atS);
    this.#nextS = this.#draw();
  }

  #draw = () => (Number.isFinite(this.#mtbfH) ? exponential(this.#random, this.#mtbfH * 3600) : Infinity);

  /** Restores a fault that was active when the robot was switched off. */
  restore(code: AlarmCode) {
    const kind = faultKindOf(code);
    if (kind) this.begin(kind);
  }

  begin(kind: FaultKind, lastsS = between(this.#random, ...kind.lasts)) {
    if (this.active.some((fault) => fault.kind.code === kind.code)) return false;
    this.active.push({ kind, leftS: lastsS });
    return true;
  }

  /** Advances time. Returns the faults that began and ended. */
  advance(seconds: number, working: boolean) {
    const ended = this.active.filter((fault) => (fault.leftS -= seconds) <= 0);
    for (const fault of ended) this.active.splice(this.active.indexOf(fault), 1);
    const begun: FaultKind[] = [];
    this.#sinceS += seconds;
    while (this.#planned.length > 0 && this.#planned[0]!.atS <= this.#sinceS) {
      const { code, lastsS } = this.#planned.shift()!;
      const kind = faultKindOf(code);
      if (kind && this.begin(kind, lastsS)) begun.push(kind);
    }
    if (working && (this.#nextS -= seconds) <= 0) {
      this.#nextS = this.#draw();
      const kind = pick(this.#random, faultKinds);
      if (kind && this.begin(kind)) begun.push(kind);
    }
    return { begun, ended: ended.map(({ kind }) => kind) };
  }

  /** Ends a fault early. Returns its kind. */
  resolve(code: string) {
    const index = this.active.findIndex(({ kind }) => kind.code === code);
    return index < 0 ? undefined : this.active.splice(index, 1)[0]!.kind;
  }

  get stops() {
    return this.active.some(({ kind }) => kind.effect === 'stop');
  }

  get slows() {
    return this.active.some(({ kind }) => kind.effect === 'slow');
  }
}
