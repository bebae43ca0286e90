import type { RobotSpec } from '../spec.ts';
import { Battery } from './battery.ts';

interface PowerStart {
  socPct: number;
  health: number | undefined;
  docked: boolean;
  limitPct: number;
}

/** The battery and its charger. */
export class Power {
  readonly #battery: Battery;
  #docked: boolean;
  #charging = false;
  /** Percent beyond which the charger stops (setting `chargeLimit`). */
  #limitPct: number;

  constructor(spec: RobotSpec, { socPct, health, docked, limitPct }: PowerStart) {
    this.#battery = new Battery(spec, socPct, health);
    this.#docked = docked;
    this.#limitPct = limitPct;
  }

  get socPct() {
    return this.#battery.socPct;
  }
  get health() {
    return this.#battery.health;
  }
  get volts() {
    return this.#battery.voltsWhen(this.#charging);
  }
  get limitPct() {
    return this.#limitPct;
  }
  /** Whether the charger would stop now. */
  get full() {
    return this.socPct >= this.#limitPct - 0.01;
  }
  /** Whether the robot stands in its charger. */
  get docked() {
    return this.#docked;
  }
  get charging() {
    return this.#charging;
  }

  limitTo(pct: number) {
    this.#limitPct = pct;
  }

  /** The robot stands in its charger; it charges once it is told to. */
  dock() {
    this.#docked = true;
  }

  /** The robot drives out of its charger, which ends charging. */
  undock() {
    this.#docked = false;
    this.#charging = false;
  }

  /** A person carried the robot away. A vehicle that charges without a charger of its own continues. */
  carryAway() {
    this.#docked = false;
  }

  /** A vehicle without its own charger is plugged in where it stands. */
  charge() {
    this.#charging = true;
  }
  chargeUnlessFull() {
    this.#charging = !this.full;
  }
  stopCharging() {
    this.#charging = false;
  }

  /** Without work the robot charges in its charger and nowhere else. */
  rest() {
    this.#charging = this.#docked && !this.full;
  }

  /** Discharges or charges. Returns the watt-hours taken from the battery. */
  advance(seconds: number, watts: number) {
    if (!this.#charging) return this.#battery.discharge(seconds, watts);
    this.#battery.charge(seconds, this.#limitPct);
    return 0;
  }
}
