import type { RideEvent } from '@sweepline/contract';
import type { DrivenRide, SeenCar } from './driven-ride.ts';
import { grantOf, hasEnded, holdsCar, mayEnterNow } from './ride-rules.ts';
import type { RideChange } from './ride-store.ts';

/** What the module says about the door that the robot of a ride passes next. */
export const doorOf = ({ ride }: DrivenRide, car: SeenCar | undefined) => {
  const side = ride.status === 'RIDING' || ride.status === 'EXITING' ? ride.doors.to : ride.doors.from;
  return car?.doors[side];
};

/** The entries of the timeline since the last ones. */
export function eventsOf(driven: DrivenRide, car: SeenCar | undefined, at: string): RideEvent[] {
  const { ride, recorded, acts } = driven;
  const grant = grantOf(ride, car);
  const base = {
    at,
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
  else if (grant !== recorded.grant && !hasEnded(ride)) events.push({ ...base, source: 'MODULE', word: '' });
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

/** What is stored of a ride, as a text: if it is equal, nothing has changed. */
export const keyOf = ({ ride, queuePos }: DrivenRide, car: SeenCar | undefined): string =>
  [
    ride.status,
    ride.code,
    ride.place,
    grantOf(ride, car),
    ride.carId,
    queuePos,
    ride.isOpened,
    holdsCar(ride),
  ].join();

/** The columns of a ride that follow from its present state. */
export function changeOf(
  driven: DrivenRide,
  car: SeenCar | undefined,
  { at, statusAt }: { at: string; statusAt: string },
): RideChange {
  const { ride, recorded } = driven;
  const grant = grantOf(ride, car);
  const isNew = ride.status !== recorded.status;
  return {
    carId: ride.carId ?? null,
    status: ride.status,
    statusAt,
    code: ride.code,
    place: ride.place,
    grant,
    queuePos: driven.queuePos,
    isOpened: ride.isOpened,
    holdsCar: holdsCar(ride),
    ...(mayEnterNow(ride, car) && !recorded.isOpened && { openedAt: at }),
    ...(isNew && ride.status === 'RIDING' && { boardedAt: at }),
    ...(isNew && ride.status === 'EXITING' && recorded.status !== 'RIDING' && { boardedAt: at }),
    ...(isNew && ride.status === 'EXITED' && { leftAt: at }),
    ...(isNew && ride.status === 'FINISHED' && recorded.status !== 'EXITED' && { leftAt: at }),
    ...(isNew && hasEnded(ride) && { endedAt: at }),
  };
}
