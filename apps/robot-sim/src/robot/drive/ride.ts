import type { XLift } from '@sweepline/contract/robot';
import type { Pose } from '@sweepline/map-core';

type RideStatus = 'WAITING' | 'ENTERING' | 'RIDING' | 'EXITING' | 'EXITED' | 'FINISHED' | 'FAILED';

/** Where a ride leads, and the points of its elevator. */
export interface RidePlan {
  rideId: string;
  liftId: string;
  fromFloor: string;
  toFloor: string;
  call: Pose;
  entry: Pose;
  inside: Pose;
  exitMapId: string;
  exit: Pose;
}

/** A word about the car that is older says nothing of now. */
const freshMs = 3_000;
/** The lease has to last for the way through the door. */
const minLeaseMs = 8_000;

const sendEveryMs = { WAITING: 5_000, other: 1_000 } as const;

/** One ride of the robot: what the server said about the car, and what there is to say to the server. */
export class Ride {
  readonly plan: RidePlan;
  readonly #now: () => number;
  status: RideStatus = 'WAITING';
  code = '';
  /** The robot stands at the call point and asks for the car. */
  isRequested = false;
  #word: (XLift & { atMs: number }) | undefined;
  #sent: { status: RideStatus; atMs: number } | undefined;
  #statusMs: number;

  constructor(plan: RidePlan, now: () => number) {
    this.plan = plan;
    this.#now = now;
    this.#statusMs = now();
  }

  set(status: RideStatus, code = ''): void {
    this.status = status;
    this.code = code;
    this.#statusMs = this.#now();
  }

  get statusAgeMs(): number {
    return this.#now() - this.#statusMs;
  }

  get hasEnded(): boolean {
    return this.status === 'FINISHED' || this.status === 'FAILED';
  }

  /** Takes a word of the server; one that is not newer than the last is dropped. */
  receive(word: XLift): void {
    if (word.rideId !== this.plan.rideId || word.seq <= (this.#word?.seq ?? -1)) return;
    this.#word = { ...word, atMs: this.#now() };
  }

  get grant(): string | undefined {
    return this.#word?.grant;
  }

  /** Whether the car stands open at a floor under the lease of this ride, long enough to pass its door. */
  mayPass(floor: string): boolean {
    const word = this.#word;
    if (!word || this.#now() - word.atMs > freshMs) return false;
    const { leaseExpiry = '', serverTime = '' } = word;
    const leftMs = Date.parse(leaseExpiry) - Date.parse(serverTime);
    const isOpen = word.door === 'OPEN' && word.motion === 'STOPPED' && word.currentFloor === floor;
    return word.grant === 'GRANTED' && isOpen && leftMs > minLeaseMs;
  }

  /** The message that is due; undefined if none is. */
  due(): { body: Record<string, unknown>; isDurable: boolean } | undefined {
    const { status, plan } = this;
    if (!this.isRequested) return undefined;
    const nowMs = this.#now();
    const everyMs = status === 'WAITING' ? sendEveryMs.WAITING : sendEveryMs.other;
    const isNew = this.#sent?.status !== status;
    if (!isNew && nowMs - (this.#sent?.atMs ?? 0) < everyMs) return undefined;
    this.#sent = { status, atMs: nowMs };
    const { rideId, liftId, fromFloor, toFloor, exitMapId } = plan;
    const event = status === 'WAITING' ? 'REQUEST' : status === 'EXITED' ? 'RELEASE' : 'STATUS';
    const body = { rideId, liftId, event, status, fromFloor, toFloor, mapId: exitMapId, code: this.code };
    return { body, isDurable: isNew && (status === 'EXITED' || this.hasEnded) };
  }
}
