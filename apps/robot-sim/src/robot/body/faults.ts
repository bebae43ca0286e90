import { alarmCodes, type AlarmCode } from '@sweepline/contract/robot';
import { between, exponential, pick, type Random } from '../../random.ts';
import type { RobotSpec } from '../spec.ts';

/** A kind of fault: its effect on the robot, and whether it ends by itself or by a person. */
export interface FaultKind {
  code: AlarmCode;
  /** A fault that its code lets a robot drive with stops its cleaning only, unless the robot has to stand. */
  effect: 'stand' | 'stop' | 'slow' | 'none';
  ends: 'self' | 'person';
  /** Seconds until it ends, from and to. */
  lasts: readonly [number, number];
  /** The part that is out of order, if it is no consumable. */
  part?: string;
  /** The consumables that can be out of order; each model has one of them or none. */
  consumables?: readonly string[];
}

const drivesWith = ({ code }: FaultKind) => {
  const { forbids } = alarmCodes[code];
  return forbids.includes('CLEANING') && !forbids.includes('DRIVING');
};

/** The part of this model that is out of order, for a consumable its id. */
export const faultPartOf = ({ part, consumables }: FaultKind, { cleaner }: RobotSpec): string | undefined =>
  part ?? consumables?.find((id) => cleaner?.consumables.includes(id));

/** The faults that occur at random. */
const faultKinds: readonly FaultKind[] = [
  { code: '10101', effect: 'slow', ends: 'self', lasts: [10, 30] },
  { code: '10102', effect: 'stop', ends: 'self', lasts: [4, 10] },
  { code: '10103', effect: 'stop', ends: 'person', lasts: [60, 240] },
  { code: '10104', effect: 'stop', ends: 'person', lasts: [30, 120] },
  { code: '20104', effect: 'stop', ends: 'person', lasts: [40, 120] },
  {
    code: '20110',
    effect: 'stop',
    ends: 'person',
    lasts: [90, 300],
    consumables: ['mainBrush', 'discBrush'],
  },
  { code: '20111', effect: 'stop', ends: 'person', lasts: [120, 300], part: 'pump' },
  { code: '30104', effect: 'stop', ends: 'self', lasts: [60, 180] },
  { code: '40101', effect: 'stop', ends: 'person', lasts: [90, 240] },
  { code: '40202', effect: 'stop', ends: 'self', lasts: [8, 25] },
  { code: '50101', effect: 'none', ends: 'self', lasts: [30, 120] },
  { code: '50201', effect: 'none', ends: 'person', lasts: [120, 600], part: 'camera FRONT' },
];

/** Not random: a random one would change what happens under a seed. */
const squeegeeFault: FaultKind = {
  code: '20112',
  effect: 'none',
  ends: 'person',
  lasts: [120, 300],
  consumables: ['squeegee', 'squeegeeRear'],
};

const plannedKinds = [...faultKinds, squeegeeFault];
export const isFaultCode = (code: string): code is AlarmCode =>
  plannedKinds.some((kind) => kind.code === code);
/** The faults that can be planned. */
export const faultCodes: readonly string[] = plannedKinds.map(({ code }) => code);

/** Not random: a failed docking raises it. */
export const dockingFault: FaultKind = { code: '40210', effect: 'stop', ends: 'person', lasts: [60, 180] };

/** Not random: an empty battery raises it. */
export const batteryEmptyFault: FaultKind = {
  code: '30102',
  effect: 'stand',
  ends: 'person',
  lasts: [120, 300],
};

/** Not random: it follows from another fault. */
const noRouteFault: FaultKind = { code: '40201', effect: 'none', ends: 'self', lasts: [20, 60] };

const allKinds = [...plannedKinds, dockingFault, batteryEmptyFault, noRouteFault];
export const faultKindOf = (code: string) => allKinds.find((kind) => kind.code === code);

/** The duration of a fault that only a repair ends. */
export const untilRepaired = Infinity;

/** A fault at a time of the robot, in simulated seconds. Without a duration it lasts as long as one that occurs at random. */
export interface PlannedFault {
  code: string;
  atS: number;
  lastsS?: number;
}

/** A person repairs the robot at a time, in simulated seconds. */
export interface PlannedRepair {
  code: string;
  atS: number;
}

/** The faults and repairs that are still to come. */
export interface FaultPlan {
  plannedFaults: readonly PlannedFault[];
  plannedRepairs: readonly PlannedRepair[];
}

export interface ActiveFault {
  kind: FaultKind;
  leftS: number;
}

const byTime = <T extends { atS: number }>(planned: readonly T[]): T[] =>
  planned.toSorted((a, b) => a.atS - b.atS);

/** Removes and returns what is due. */
function takeDue<T extends { atS: number }>(planned: T[], sinceS: number): T[] {
  const later = planned.findIndex(({ atS }) => atS > sinceS);
  return planned.splice(0, later < 0 ? planned.length : later);
}

/** The active faults, and the time of the next: a Poisson process over the working hours. */
export class Faults {
  readonly active: ActiveFault[] = [];
  readonly #random: Random;
  readonly #mtbfH: number;
  readonly #planned: PlannedFault[];
  readonly #repairs: PlannedRepair[];
  #nextS: number;
  #sinceS = 0;

  constructor(
    random: Random,
    mtbfH: number | undefined,
    { plannedFaults = [], plannedRepairs = [] }: Partial<FaultPlan> = {},
  ) {
    this.#random = random;
    this.#mtbfH = mtbfH ?? Infinity;
    this.#planned = byTime(plannedFaults);
    this.#repairs = byTime(plannedRepairs);
    this.#nextS = this.#draw();
  }

  #draw = () => (Number.isFinite(this.#mtbfH) ? exponential(this.#random, this.#mtbfH * 3600) : Infinity);

  /** Restores a fault that was active when the robot was switched off. */
  restore(code: AlarmCode, lastsS?: number) {
    const kind = faultKindOf(code);
    if (kind) this.begin(kind, lastsS);
  }

  begin(kind: FaultKind, lastsS = between(this.#random, ...kind.lasts)) {
    const active = this.active.find((fault) => fault.kind.code === kind.code);
    // A fault that is active already lasts longer if only a repair ends it.
    if (active && lastsS === untilRepaired) active.leftS = lastsS;
    if (active) return false;
    this.active.push({ kind, leftS: lastsS });
    return true;
  }

  /** The active faults that only a repair ends. */
  get lasting(): readonly FaultKind[] {
    return this.active.filter(({ leftS }) => leftS === untilRepaired).map(({ kind }) => kind);
  }

  /** What is still to come, by the time from now on. A restarted robot continues with it. */
  get plan(): FaultPlan {
    const fromNow = <T extends { atS: number }>(planned: readonly T[]) =>
      planned.map((it) => ({ ...it, atS: it.atS - this.#sinceS }));
    return { plannedFaults: fromNow(this.#planned), plannedRepairs: fromNow(this.#repairs) };
  }

  /** Advances time. Returns the faults that began and ended, and those that a person repairs now. */
  advance(seconds: number, working: boolean) {
    const ended = this.active.filter((fault) => (fault.leftS -= seconds) <= 0);
    for (const fault of ended) this.active.splice(this.active.indexOf(fault), 1);
    const begun: FaultKind[] = [];
    this.#sinceS += seconds;
    for (const { code, lastsS } of takeDue(this.#planned, this.#sinceS)) {
      const kind = faultKindOf(code);
      if (kind && this.begin(kind, lastsS)) begun.push(kind);
    }
    if (working && (this.#nextS -= seconds) <= 0) {
      this.#nextS = this.#draw();
      const kind = pick(this.#random, faultKinds);
      if (kind && this.begin(kind)) begun.push(kind);
    }
    const repaired = takeDue(this.#repairs, this.#sinceS).map(({ code }) => code);
    return { begun, ended: ended.map(({ kind }) => kind), repaired };
  }

  /** Ends a fault early. Returns it. */
  resolve(code: string): ActiveFault | undefined {
    const index = this.active.findIndex(({ kind }) => kind.code === code);
    return index < 0 ? undefined : this.active.splice(index, 1)[0];
  }

  /** Whether a fault keeps the robot from moving. */
  get stops() {
    return this.active.some(
      ({ kind }) => kind.effect === 'stand' || (kind.effect === 'stop' && !drivesWith(kind)),
    );
  }

  /** Whether a fault keeps the robot from cleaning and lets it drive. */
  get stopsCleaning() {
    return this.active.some(({ kind }) => kind.effect === 'stop' && drivesWith(kind));
  }

  get slows() {
    return this.active.some(({ kind }) => kind.effect === 'slow');
  }
}
