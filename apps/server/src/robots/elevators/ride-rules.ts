import {
  rideLimitsMs,
  type DoorSide,
  type RideCode,
  type RideGrant,
  type RidePlace,
  type RideStatus,
} from '@sweepline/contract';
import type { ModuleCommand, ModuleState } from '@sweepline/contract/robot';

/** A ride as the owner of its elevator knows it. */
export interface RideState {
  rideId: string;
  from: string;
  to: string;
  doors: { from: DoorSide; to: DoorSide };
  carId: string | undefined;
  status: RideStatus;
  code: string;
  place: RidePlace;
  /** Whether the robot may have been told that it may enter. */
  isOpened: boolean;
  /** Why the server lets it wait no longer; the robot ends the ride. */
  denied: RideCode | undefined;
  /** A person gives the car back. */
  isReleased: boolean;
  /** Of the newest message of the robot that counts. */
  order: number;
  heardMs: number;
  statusMs: number;
}

export interface RideReport {
  event: 'REQUEST' | 'STATUS' | 'RELEASE';
  status: RideStatus;
  code: string;
  order: number;
}

/** What the module last said about the car of a ride. */
export type CarView = Pick<ModuleState, 'floor' | 'doors' | 'motion' | 'mode'> & {
  /** The ride that has the car for itself. */
  leasedBy: string | null;
};

/** A command without the fields that every command has. */
export type RideCommand =
  | { type: 'reserve'; from: string; to: string }
  | { type: 'call'; floor: string }
  | { type: 'hold'; door: DoorSide; seconds: number }
  | { type: 'release' };

/** The module keeps the door open so long without another hold. */
const holdS = 5;
/** The door is held while the robot said so recently that it moves through it. */
const freshMs = 3_000;
/** A door is not kept open longer than this for one robot. */
const longestHoldMs = 120_000;
/** A robot that waits repeats its request; one that is silent keeps no car. */
const waitingSilentMs = 30_000;

const forbiddenModes: ReadonlySet<string> = new Set(['FIRE', 'EMERGENCY', 'OUT_OF_SERVICE']);
export const isForbiddenMode = (mode: string): boolean => forbiddenModes.has(mode);

export const hasEnded = ({ status }: Pick<RideState, 'status'>): boolean =>
  status === 'FINISHED' || status === 'FAILED';

const places: Record<Exclude<RideStatus, 'FAILED'>, RidePlace> = {
  WAITING: 'OUTSIDE',
  ENTERING: 'DOORWAY',
  RIDING: 'INSIDE',
  EXITING: 'DOORWAY',
  EXITED: 'OUTSIDE',
  FINISHED: 'OUTSIDE',
};

/** After a failure the robot is where it was; one that was on its way through the door may be anywhere. */
const placeOfFailure = ({ status, place, isOpened }: RideState): RidePlace => {
  if (status === 'WAITING') return isOpened ? 'UNKNOWN' : 'OUTSIDE';
  return place === 'DOORWAY' ? 'UNKNOWN' : place;
};

/** The ride after a message of its robot. One that is older than the last, or of a ride that ended, changes nothing. */
export function afterReport(ride: RideState, report: RideReport, nowMs: number): RideState {
  if (report.order <= ride.order) return ride;
  const next = { ...ride, order: report.order, heardMs: nowMs };
  if (hasEnded(ride)) {
    // A robot that a person helped out of the car says so.
    const isOut = report.status === 'EXITED' || report.status === 'FINISHED' || report.event === 'RELEASE';
    return ride.status === 'FAILED' && isOut ? { ...next, place: 'OUTSIDE' } : ride;
  }
  const status = report.event === 'RELEASE' && !isLast(report.status) ? 'EXITED' : report.status;
  if (status === ride.status) return next;
  // The robot itself says that it failed: while it waits it stands before the door.
  const failedPlace = ride.status === 'WAITING' ? 'OUTSIDE' : placeOfFailure(ride);
  return {
    ...next,
    status,
    statusMs: nowMs,
    place: status === 'FAILED' ? failedPlace : places[status],
    code: status === 'FAILED' ? (ride.denied ?? (report.code || 'LIFT_DENIED')) : '',
    // A robot that went in before the refusal reached it is carried to its floor.
    denied: status === 'WAITING' || status === 'FAILED' ? ride.denied : undefined,
  };
}

const isLast = (status: RideStatus) => status === 'FINISHED' || status === 'FAILED';

const timeoutCodes: Record<keyof typeof rideLimitsMs, RideCode> = {
  WAITING: 'LIFT_TIMEOUT',
  ENTERING: 'ENTER_TIMEOUT',
  RIDING: 'RIDE_TIMEOUT',
  EXITING: 'EXIT_TIMEOUT',
  EXITED: 'RELOCALISE',
};
/** A robot ends its ride by itself at the limit; the server waits this much longer for its word. */
const graceMs = 60_000;

/** The ride after time has passed. */
export function afterTime(ride: RideState, nowMs: number): RideState {
  const { status } = ride;
  if (status === 'FINISHED' || status === 'FAILED') return ride;
  const ageMs = nowMs - ride.statusMs;
  const limitMs = rideLimitsMs[status];
  if (ageMs > limitMs + graceMs)
    return {
      ...ride,
      status: 'FAILED',
      statusMs: nowMs,
      code: ride.denied ?? (nowMs - ride.heardMs > graceMs ? 'ROBOT_SILENT' : timeoutCodes[status]),
      place: placeOfFailure(ride),
    };
  return status === 'WAITING' && ageMs > limitMs && !ride.denied ? { ...ride, denied: 'LIFT_TIMEOUT' } : ride;
}

const standsOpen = (car: CarView, floor: string, door: DoorSide): boolean =>
  car.floor === floor && car.motion === 'STOPPED' && car.doors[door] === 'OPEN';

const isLeased = (ride: RideState, car: CarView | undefined): car is CarView => car?.leasedBy === ride.rideId;

/** What the robot is told. It enters only under GRANTED, with the door open at its floor. */
export function grantOf(ride: RideState, car: CarView | undefined): RideGrant {
  const isForbidden = car !== undefined && isForbiddenMode(car.mode);
  if (ride.status === 'WAITING') {
    if (ride.denied) return 'DENIED';
    return isLeased(ride, car) && !isForbidden ? 'GRANTED' : 'QUEUED';
  }
  if (ride.status === 'FAILED') return ride.denied ? 'DENIED' : 'REVOKED';
  return isLeased(ride, car) && !isForbidden ? 'GRANTED' : 'REVOKED';
}

export const mayEnterNow = (ride: RideState, car: CarView | undefined): boolean =>
  car !== undefined && grantOf(ride, car) === 'GRANTED' && standsOpen(car, ride.from, ride.doors.from);

/** The command that brings the car a step further, or keeps what it has; undefined if nothing is to be done. */
export function nextCommand(
  ride: RideState,
  car: CarView | undefined,
  nowMs: number,
): RideCommand | undefined {
  if (!car) return undefined;
  const isOurs = isLeased(ride, car);
  const { from, to, doors, status } = ride;
  const isFresh = nowMs - ride.heardMs < freshMs && nowMs - ride.statusMs < longestHoldMs;
  const keep: RideCommand = { type: 'reserve', from, to };
  const isFree = car.leasedBy === null;
  if (hasEnded(ride) || status === 'EXITED') {
    if (!isOurs) return undefined;
    // Someone may still be inside: the car waits for a person.
    return ride.place === 'OUTSIDE' || ride.isReleased ? { type: 'release' } : keep;
  }
  if (isForbiddenMode(car.mode)) return undefined;
  if (!isOurs) {
    const isWaiting = status === 'WAITING' && !ride.denied && nowMs - ride.heardMs < waitingSilentMs;
    return isFree && (isWaiting || status === 'RIDING') ? keep : undefined;
  }
  switch (status) {
    case 'WAITING':
      // The lease runs out by itself: a robot that was let in may be on its way.
      if (ride.denied || nowMs - ride.heardMs >= waitingSilentMs) return undefined;
      return standsOpen(car, from, doors.from) ? keep : { type: 'call', floor: from };
    case 'ENTERING':
      return isFresh ? { type: 'hold', door: doors.from, seconds: holdS } : keep;
    case 'RIDING':
      return standsOpen(car, to, doors.to)
        ? { type: 'hold', door: doors.to, seconds: holdS }
        : { type: 'call', floor: to };
    case 'EXITING':
      return isFresh ? { type: 'hold', door: doors.to, seconds: holdS } : keep;
  }
}

/** Whether a ride that has ended keeps its car from other rides, because its robot may be in it or in its door. */
export const holdsCar = (ride: Pick<RideState, 'status' | 'carId' | 'place' | 'isReleased'>): boolean =>
  hasEnded(ride) && ride.carId !== undefined && ride.place !== 'OUTSIDE' && !ride.isReleased;

/** The rides that keep a car from others; each car has one at most. */
export const hasCar = (ride: RideState): boolean =>
  ride.carId !== undefined && (!hasEnded(ride) || holdsCar(ride));

/**
 * What never happens, as a rule over what is known when a command leaves: the reason why it must not, or undefined. The robot's place
 * is the true one in tests, and the known one in production.
 */
export function brokenInvariant(
  command: Pick<ModuleCommand, 'type'> & { floor?: string },
  ride: Pick<RideState, 'rideId' | 'from' | 'to' | 'place' | 'status' | 'isReleased'>,
  car: Pick<CarView, 'mode' | 'leasedBy'>,
): string | undefined {
  const isKnown = ride.place === 'INSIDE' || ride.place === 'OUTSIDE';
  switch (command.type) {
    case 'release':
      return ride.place === 'OUTSIDE' || ride.isReleased
        ? undefined
        : 'the car of a robot that may be inside is freed';
    case 'close':
      return isKnown ? undefined : 'a door is closed while the robot is neither inside nor outside';
    default:
  }
  if (isForbiddenMode(car.mode)) return `the mode ${car.mode} is overridden`;
  if (car.leasedBy !== null && car.leasedBy !== ride.rideId) return 'the car of another ride is commanded';
  if (hasEnded(ride) && ride.place === 'OUTSIDE') return 'a car is kept for no robot';
  if (command.type !== 'call') return undefined;
  if (ride.place === 'INSIDE') return command.floor === ride.to ? undefined : 'the destination is changed';
  return ride.place === 'OUTSIDE' && command.floor === ride.from
    ? undefined
    : 'a car is moved while the robot is neither inside nor outside';
}
