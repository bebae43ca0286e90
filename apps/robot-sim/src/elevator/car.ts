import type { ModuleCommand, ModuleState } from '@sweepline/contract/robot';
import { moduleLeaseS } from '@sweepline/contract/robot';

type Door = 'FRONT' | 'REAR';
type Mode = ModuleState['mode'];

export interface CarSetup {
  elevatorId: string;
  carId: string;
  /** The labels of its floors, from the lowest. */
  floors: readonly string[];
  doors: readonly Door[];
}

/** How a command ended: undefined if it was accepted, else the code of the refusal. */
export type Refusal = 'LEASED' | 'NO_LEASE' | 'UNKNOWN_FLOOR' | 'UNKNOWN_DOOR' | 'MODE' | 'LATE' | undefined;

const doorS = 3;
const floorHeightM = 3.6;
const speedMps = 1.5;
/** A door that is not held closes by itself after this time. */
const openS = 8;
const forbidden: ReadonlySet<Mode> = new Set(['FIRE', 'EMERGENCY', 'OUT_OF_SERVICE']);

/** One car as its controller moves it: it never drives with an open door, and takes one lease at a time. */
export class Car {
  readonly setup: CarSetup;
  mode: Mode = 'NORMAL';
  fault: string | null = null;
  /** Height as an index of `floors`; between two floors while it drives. */
  #height = 0;
  #target: number | undefined;
  /** From 0, closed, to 1, open. */
  #opening = 0;
  #door: Door;
  #heldS = 0;
  #wantsOpen = false;
  /** The last command of a ride; one with a lower number comes too late. */
  #last: { rideId: string; seq: number } | undefined;
  #lease: { rideId: string; secondsLeft: number } | undefined;

  constructor(setup: CarSetup) {
    this.setup = setup;
    this.#door = setup.doors[0] ?? 'FRONT';
  }

  /** Carries out a command of a ride. Each may be repeated. */
  take(command: ModuleCommand): Refusal {
    const { rideId, seq } = command;
    if (this.#last?.rideId === rideId && seq <= this.#last.seq) return 'LATE';
    if (!this.#lease || this.#lease.rideId === rideId) this.#last = { rideId, seq };
    if (command.type === 'release') return this.#release(rideId);
    if (forbidden.has(this.mode)) return 'MODE';
    if (this.#lease && this.#lease.rideId !== command.rideId) return 'LEASED';
    if (command.type === 'reserve') {
      if (!this.#has(command.from) || !this.#has(command.to)) return 'UNKNOWN_FLOOR';
      this.#lease = { rideId: command.rideId, secondsLeft: moduleLeaseS };
      this.mode = 'ROBOT';
      return undefined;
    }
    if (!this.#lease) return 'NO_LEASE';
    this.#lease.secondsLeft = moduleLeaseS;
    if (command.type === 'call') return this.#call(command.floor);
    if (!this.setup.doors.includes(command.door)) return 'UNKNOWN_DOOR';
    if (command.type === 'hold') this.#hold(command.door, command.seconds);
    else this.#wantsOpen = false;
    return undefined;
  }

  /** The fire service takes the car: it drives to its lowest floor, opens, and no lease counts. */
  setMode(mode: Mode): void {
    this.mode = mode;
    if (!forbidden.has(mode)) return;
    this.#lease = undefined;
    if (mode === 'FIRE') this.#target = 0;
  }

  /** Lets simulated seconds pass. A lease counts real ones: who holds it does not know of the speed of the simulation. */
  step(seconds: number, realSeconds = seconds): void {
    if (this.#lease) {
      this.#lease.secondsLeft -= realSeconds;
      if (this.#lease.secondsLeft <= 0) this.#release(this.#lease.rideId);
    }
    if (this.#target !== undefined && this.#target !== this.#height) this.#drive(this.#target, seconds);
    else this.#moveDoor(seconds);
  }

  state(): Omit<ModuleState, 'bootId' | 'seq'> {
    const { elevatorId, carId, doors } = this.setup;
    const { floors } = this.setup;
    const isMoving = this.#target !== undefined && this.#target !== this.#height && this.#opening === 0;
    return {
      elevatorId,
      carId,
      floor: floors[Math.round(this.#height)] ?? '',
      doors: Object.fromEntries(
        doors.map((door) => [door, door === this.#door ? this.#doorState() : 'CLOSED']),
      ),
      motion: isMoving ? (this.#target! > this.#height ? 'UP' : 'DOWN') : 'STOPPED',
      mode: this.mode,
      lease: this.#lease
        ? { rideId: this.#lease.rideId, secondsLeft: Math.ceil(this.#lease.secondsLeft) }
        : null,
      fault: this.fault,
    };
  }

  get isLeased(): boolean {
    return this.#lease !== undefined;
  }

  #has(floor: string): boolean {
    return this.setup.floors.includes(floor);
  }

  #call(floor: string): Refusal {
    if (!this.#has(floor)) return 'UNKNOWN_FLOOR';
    const target = this.setup.floors.indexOf(floor);
    // Repeated on its way or with the door open it changes nothing.
    if (this.#target === target && (this.#height !== target || this.#wantsOpen)) return undefined;
    this.#target = target;
    this.#wantsOpen = target === this.#height;
    this.#heldS = openS;
    return undefined;
  }

  #hold(door: Door, seconds: number): void {
    if (this.#opening === 0) this.#door = door;
    this.#wantsOpen = true;
    this.#heldS = Math.max(this.#heldS, seconds);
  }

  #release(rideId: string): Refusal {
    if (this.#lease?.rideId !== rideId) return undefined;
    this.#lease = undefined;
    this.#wantsOpen = false;
    if (this.mode === 'ROBOT') this.mode = 'NORMAL';
    return undefined;
  }

  #drive(target: number, seconds: number): void {
    this.#wantsOpen = false;
    if (this.#opening > 0) return this.#moveDoor(seconds);
    const way = (speedMps / floorHeightM) * seconds;
    const left = target - this.#height;
    if (Math.abs(left) > way) {
      this.#height += Math.sign(left) * way;
      return;
    }
    this.#height = target;
    this.#wantsOpen = true;
    this.#heldS = openS;
  }

  #moveDoor(seconds: number): void {
    const to = this.#wantsOpen ? 1 : 0;
    const way = seconds / doorS;
    this.#opening =
      to > this.#opening ? Math.min(to, this.#opening + way) : Math.max(to, this.#opening - way);
    if (this.#opening < 1) return;
    this.#heldS -= seconds;
    // A car that is reserved keeps its door open at the floor it was called to.
    if (this.#heldS <= 0 && !this.#lease && this.mode !== 'FIRE') this.#wantsOpen = false;
  }

  #doorState(): 'CLOSED' | 'OPENING' | 'OPEN' | 'CLOSING' {
    if (this.#opening === 1) return 'OPEN';
    if (this.#opening === 0 && !this.#wantsOpen) return 'CLOSED';
    return this.#wantsOpen ? 'OPENING' : 'CLOSING';
  }
}
