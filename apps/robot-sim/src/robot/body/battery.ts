import type { RobotSpec } from '../spec.ts';

/** Charge in watt-hours. It charges at 0.5 C up to 80 % and more slowly above. */
export class Battery {
  readonly #capacityWh: number;
  readonly #nominalV: number;
  #chargeWh: number;
  /** Percent; falls by 0.01 with each full cycle. */
  #health: number;
  #usedWh = 0;

  constructor(spec: RobotSpec, socPct: number, health = 99) {
    this.#capacityWh = spec.batteryWh;
    this.#nominalV = spec.batteryV;
    this.#chargeWh = (spec.batteryWh * socPct) / 100;
    this.#health = health;
  }

  get socPct() {
    return (this.#chargeWh / this.#capacityWh) * 100;
  }

  get health() {
    return this.#health;
  }

  /** Volts of a lithium pack: lower towards empty, higher while it charges. */
  voltsWhen(charging: boolean) {
    const share = this.socPct / 100;
    return this.#nominalV * (0.91 + 0.16 * share) + (charging ? this.#nominalV * 0.015 : 0);
  }

  /** Charges up to a limit; a battery above it keeps its charge. */
  charge(seconds: number, limitPct: number) {
    const filled = this.#chargeWh + (this.#chargeW() * seconds) / 3600;
    this.#chargeWh = Math.min(Math.max(this.#chargeWh, (this.#capacityWh * limitPct) / 100), filled);
  }

  /** Returns the watt-hours taken. */
  discharge(seconds: number, watts: number) {
    const spent = Math.min(this.#chargeWh, (watts * seconds) / 3600);
    this.#chargeWh -= spent;
    this.#usedWh += spent;
    if (this.#usedWh >= this.#capacityWh) {
      this.#usedWh -= this.#capacityWh;
      this.#health = Math.max(50, this.#health - 0.01);
    }
    return spent;
  }

  #chargeW() {
    const full = this.#capacityWh * 0.5;
    const over = Math.max(0, this.socPct - 80) / 20;
    return full * (1 - 0.8 * over);
  }
}
