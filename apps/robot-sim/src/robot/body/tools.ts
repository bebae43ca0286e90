import type { Tool } from '../setup.ts';
import type { ManualParts } from './manual-parts.ts';

/** The cleaning parts: those of the area being cleaned, and the levels that a person set by hand. */
export class Tools {
  #current: Tool | undefined;
  #down = false;
  #manual: ManualParts | undefined;
  #sinceMopWashM2 = 0;

  /** The parts of the area being cleaned. */
  get current() {
    return this.#current;
  }
  /** Whether the parts of the current area touch the floor. */
  get down() {
    return this.#down;
  }
  /** Undefined while no part is set by hand. */
  get manual() {
    return this.#manual;
  }
  /** Square metres cleaned since the last mop washing. */
  get sinceMopWashM2() {
    return this.#sinceMopWashM2;
  }

  /** Changes to the parts of an area; parts on the floor stay there. */
  use(tool: Tool) {
    this.#current = tool;
  }

  /** Without parts of an area nothing is on the floor. */
  putAway() {
    this.#current = undefined;
    this.#down = false;
  }

  setDown(down: boolean) {
    this.#down = down && this.#current !== undefined;
  }

  /** Adds parts set by hand to those set before. Returns a function that ends them, unless others were set since. */
  setManual(parts: ManualParts): () => boolean {
    const merged = { ...this.#manual, ...parts };
    this.#manual = merged;
    return () => {
      if (this.#manual !== merged) return false;
      this.#manual = undefined;
      return true;
    };
  }

  cleaned(areaM2: number) {
    this.#sinceMopWashM2 += areaM2;
  }
  mopWashed() {
    this.#sinceMopWashM2 = 0;
  }
}
