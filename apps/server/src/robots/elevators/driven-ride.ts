import type { DoorSide, RideEvent, RideGrant } from '@sweepline/contract';
import type { ElevatorRideRow } from '../../entities/places/elevator-ride-table.ts';
import type { ModuleRegistration } from './module-registry.ts';
import type { CarView, RideState } from './ride-rules.ts';

/** A car as its module last described it. */
export interface SeenCar extends CarView {
  /** Until when the module keeps the lease without another command. */
  expiryMs: number;
  seenMs: number;
}

/** A ride with what the owner of its elevator needs to carry it out. */
export interface DrivenRide {
  ride: RideState;
  moduleId: string;
  elevatorId: string;
  /** Of the elevator, as the module and the robot know it. */
  number: string;
  deviceId: string;
  robotRideId: string;
  /** Written by others: acts of people, and the last durable message of the robot. */
  acts: Pick<ElevatorRideRow, 'abortedBy' | 'abortReason' | 'releasedBy' | 'releaseReason' | 'report'>;
  queuePos: number | null;
  seq: number;
  wordSeq: number;
  last: { key: string; atMs: number } | undefined;
  lastWord: { key: string; atMs: number } | undefined;
  /** Commands since the last entry of the timeline. */
  words: string[];
  recorded: {
    key: string;
    status: RideState['status'];
    grant: RideGrant;
    isOpened: boolean;
    isReleased: boolean;
  };
  events: RideEvent[];
}

/** A ride as its row tells, for a new owner of the elevator. */
export function rideOf(
  row: ElevatorRideRow,
  { module, elevator }: { module: ModuleRegistration; elevator: ModuleRegistration['elevators'][number] },
  doorOf: (elevatorId: string, label: string) => DoorSide,
  now: Date,
): DrivenRide {
  const nowMs = performance.now();
  const ageMs = Math.max(0, now.getTime() - Date.parse(row.statusAt));
  const { rideId, fromFloor: from, toFloor: to, status, grant, isOpened } = row;
  return {
    ride: {
      rideId,
      from,
      to,
      doors: { from: doorOf(elevator.id, from), to: doorOf(elevator.id, to) },
      carId: row.carId ?? undefined,
      status,
      code: row.code,
      place: row.place,
      isOpened,
      denied: grant === 'DENIED' && status === 'WAITING' ? 'LIFT_DENIED' : undefined,
      isReleased: row.releasedBy !== null,
      order: 0,
      // What was said meanwhile is not known.
      heardMs: nowMs,
      statusMs: nowMs - ageMs,
    },
    moduleId: module.moduleId,
    elevatorId: elevator.id,
    number: elevator.number,
    deviceId: row.deviceId,
    robotRideId: row.robotRideId,
    acts: row,
    queuePos: row.queuePos,
    seq: 0,
    wordSeq: 0,
    last: undefined,
    lastWord: undefined,
    words: [],
    recorded: { key: '', status, grant, isOpened, isReleased: row.releasedBy !== null },
    events: [],
  };
}
