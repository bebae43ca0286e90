import type { RideEvent } from '@sweepline/contract';
import { rideWords, type LiftWord } from '../../features/places/elevators/elevator-channel-service.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Log } from '../gateway-options.ts';
import { isoOf } from '../protocol/iso.ts';
import type { DrivenRide, SeenCar } from './driven-ride.ts';
import { grantOf, hasEnded, holdsCar, mayEnterNow } from './ride-rules.ts';
import { storeRide, type RideChange } from './ride-store.ts';

interface Deps {
  now: Clock;
  db: Db;
  bus: Bus;
  log: Log;
}
interface Moment {
  car: SeenCar | undefined;
  isOnline: boolean;
  nowMs: number;
}

/** The robot is told of its car at least this often. */
const wordEveryMs = 1_000;

const modes = { OUT_OF_SERVICE: 'OFFLINE', UNKNOWN: 'NORMAL' } as const;
const doorOf = ({ ride }: DrivenRide, car: SeenCar | undefined) => {
  const side = ride.status === 'RIDING' || ride.status === 'EXITING' ? ride.doors.to : ride.doors.from;
  return car?.doors[side];
};

/** Stores what changed of a ride with its timeline, and tells its robot about the car. */
export function createRideRecorder({ now, db, bus, log }: Deps) {
  /** One row is written at a time, in order. */
  const writing = new Map<string, Promise<void>>();

  function write(rideId: string, change: RideChange, events: readonly RideEvent[]): void {
    const before = writing.get(rideId) ?? Promise.resolve();
    const done = before
      .then(() => storeRide({ db, bus }, rideId, change, events))
      .catch((error: unknown) => log.error({ error, rideId }, 'a ride could not be stored'))
      .finally(() => {
        if (writing.get(rideId) === done) writing.delete(rideId);
      });
    writing.set(rideId, done);
  }

  function tell(driven: DrivenRide, { car, isOnline, nowMs }: Moment): void {
    const { ride } = driven;
    if (hasEnded(ride) && ride.place === 'OUTSIDE' && !ride.denied) return;
    const door = doorOf(driven, car);
    const content = {
      rideId: driven.robotRideId,
      liftId: driven.number,
      ...(ride.carId !== undefined && { carId: ride.carId }),
      grant: isOnline || ride.status === 'WAITING' ? grantOf(ride, car) : ('REVOKED' as const),
      ...(driven.queuePos !== null && { queuePos: driven.queuePos }),
      ...(car && { currentFloor: car.floor }),
      targetFloor: ride.place === 'INSIDE' ? ride.to : ride.from,
      door: door === undefined || door === 'UNKNOWN' ? ('CLOSED' as const) : door,
      ...(car && car.motion !== 'UNKNOWN' && { motion: car.motion }),
      liftMode:
        !isOnline || !car
          ? ('OFFLINE' as const)
          : car.mode in modes
            ? modes[car.mode as keyof typeof modes]
            : (car.mode as Exclude<typeof car.mode, keyof typeof modes>),
    };
    const key = JSON.stringify(content);
    const { lastWord } = driven;
    if (lastWord?.key === key && nowMs - lastWord.atMs < wordEveryMs) return;
    driven.lastWord = { key, atMs: nowMs };
    driven.wordSeq = Math.max(driven.wordSeq + 1, Math.floor(now().getTime() / 100));
    const word: LiftWord = {
      ...content,
      seq: driven.wordSeq,
      ...(car && car.expiryMs > 0 && { leaseExpiry: isoOf(now().getTime() + car.expiryMs - nowMs) }),
      serverTime: now().toISOString(),
    };
    bus.publish(rideWords, { deviceId: driven.deviceId, word });
  }

  /** The entries of the timeline since the last ones. */
  function eventsOf(driven: DrivenRide, { car }: Moment): RideEvent[] {
    const { ride, recorded, acts } = driven;
    const grant = grantOf(ride, car);
    const base = {
      at: now().toISOString(),
      status: ride.status,
      grant,
      floor: car?.floor ?? null,
      door: doorOf(driven, car) ?? null,
      mode: car?.mode ?? null,
      by: '',
      reason: '',
    };
    const events: RideEvent[] = driven.words.splice(0).map((word) => ({ ...base, source: 'SERVER', word }));
    if (ride.denied === 'ABORTED' && recorded.grant !== 'DENIED' && ride.status === 'WAITING')
      events.push({
        ...base,
        source: 'PERSON',
        word: 'ABORT',
        by: acts.abortedBy ?? '',
        reason: acts.abortReason ?? '',
      });
    else if (ride.denied && recorded.grant !== 'DENIED' && ride.status === 'WAITING')
      events.push({ ...base, source: 'SERVER', word: ride.denied });
    else if (grant !== recorded.grant && !hasEnded(ride))
      events.push({ ...base, source: 'MODULE', word: '' });
    if (ride.isReleased && !recorded.isReleased)
      events.push({
        ...base,
        source: 'PERSON',
        word: 'RELEASE',
        by: acts.releasedBy ?? '',
        reason: acts.releaseReason ?? '',
      });
    if (ride.isOpened && !recorded.isOpened) events.push({ ...base, source: 'MODULE', word: 'OPEN' });
    if (ride.status !== recorded.status || recorded.key === '')
      events.push({ ...base, source: 'ROBOT', word: ride.code });
    return events;
  }

  return {
    record(driven: DrivenRide, moment: Moment): void {
      const { ride, recorded } = driven;
      const { car, nowMs } = moment;
      tell(driven, moment);
      const grant = grantOf(ride, car);
      const isHeld = holdsCar(ride);
      const key = [
        ride.status,
        ride.code,
        ride.place,
        grant,
        ride.carId,
        driven.queuePos,
        ride.isOpened,
        isHeld,
      ].join();
      const events = eventsOf(driven, moment);
      if (key === recorded.key && events.length === 0) return;
      const at = now().toISOString();
      const isNew = ride.status !== recorded.status;
      const change: RideChange = {
        carId: ride.carId ?? null,
        status: ride.status,
        statusAt: isoOf(now().getTime() - (nowMs - ride.statusMs)),
        code: ride.code,
        place: ride.place,
        grant,
        queuePos: driven.queuePos,
        isOpened: ride.isOpened,
        holdsCar: isHeld,
        ...(mayEnterNow(ride, car) && !recorded.isOpened && { openedAt: at }),
        ...(isNew && ride.status === 'RIDING' && { boardedAt: at }),
        ...(isNew && ride.status === 'EXITING' && recorded.status !== 'RIDING' && { boardedAt: at }),
        ...(isNew && ride.status === 'EXITED' && { leftAt: at }),
        ...(isNew && ride.status === 'FINISHED' && recorded.status !== 'EXITED' && { leftAt: at }),
        ...(isNew && hasEnded(ride) && { endedAt: at }),
      };
      const { status, isOpened, isReleased } = ride;
      driven.recorded = { key, status, grant, isOpened, isReleased };
      write(ride.rideId, change, events);
    },
    /** Whether nothing of a ride is left to do: it has ended, and its car is free. */
    isOver: ({ ride }: DrivenRide, car: SeenCar | undefined): boolean =>
      hasEnded(ride) && !holdsCar(ride) && car?.leasedBy !== ride.rideId,
  };
}
