import type { ModuleDoorCommand, ModuleDoorState } from '@sweepline/contract/robot';

const moveS = 3;

/** One door or gate as its controller moves it. */
export class Door {
  readonly doorId: string;
  /** From 0, closed, to 1, open. */
  #opening = 0;
  #heldS = 0;

  constructor(doorId: string) {
    this.doorId = doorId;
  }

  /** Carries out a command. Each may be repeated. */
  take(command: ModuleDoorCommand): void {
    this.#heldS = command.type === 'open' ? Math.max(this.#heldS, command.seconds) : 0;
  }

  step(seconds: number): void {
    const way = seconds / moveS;
    const isHeld = this.#heldS > 0;
    this.#opening = isHeld ? Math.min(1, this.#opening + way) : Math.max(0, this.#opening - way);
    if (this.#opening === 1) this.#heldS -= seconds;
  }

  state(): Omit<ModuleDoorState, 'bootId' | 'seq'> {
    return { doorId: this.doorId, door: this.#state(), fault: null };
  }

  #state(): ModuleDoorState['door'] {
    if (this.#opening === 1) return 'OPEN';
    if (this.#opening === 0) return this.#heldS > 0 ? 'OPENING' : 'CLOSED';
    return this.#heldS > 0 ? 'OPENING' : 'CLOSING';
  }
}
