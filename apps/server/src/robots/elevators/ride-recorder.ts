import type { RideEvent } from '@sweepline/contract';
import { rideWords, type LiftWord } from '../../features/places/elevators/elevator-channel-service.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Log } from '../gateway-options.ts';
import { isoOf } from '../protocol/iso.ts';
import type { DrivenRide, SeenCar } from './driven-ride.ts';
import { grantOf, hasEnded, holdsCar } from './ride-rules.ts';
import { storeRide, type RideChange } from './ride-store.ts';
import { changeOf, doorOf, eventsOf, keyOf } from './ride-timeline.ts';

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

/** The robot gets the state of its car at least this often. */
const wordEveryMs = 1_000;

const modes = { OUT_OF_SERVICE: 'OFFLINE', UNKNOWN: 'NORMAL' } as const;
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

  return {
    record(driven: DrivenRide, moment: Moment): void {
      const { ride, recorded } = driven;
      const { car, nowMs } = moment;
      tell(driven, moment);
      const grant = grantOf(ride, car);
      const key = keyOf(driven, car);
      const at = now().toISOString();
      const events = eventsOf(driven, car, at);
      if (key === recorded.key && events.length === 0) return;
      const statusAt = isoOf(now().getTime() - (nowMs - ride.statusMs));
      const change = changeOf(driven, car, { at, statusAt });
      const { status, isOpened, isReleased } = ride;
      driven.recorded = { key, status, grant, isOpened, isReleased };
      write(ride.rideId, change, events);
    },
    /** Whether nothing of a ride is left to do: it has ended, and its car is free. */
    isOver: ({ ride }: DrivenRide, car: SeenCar | undefined): boolean =>
      hasEnded(ride) && !holdsCar(ride) && car?.leasedBy !== ride.rideId,
  };
}
