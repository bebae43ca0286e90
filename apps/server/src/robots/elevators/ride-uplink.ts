import { rideStatuses, type RideStatus } from '@sweepline/contract';
import type { XRide } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { elevatorRides, type StoredReport } from '../../entities/places/elevator-ride-table.ts';
import {
  rideChannel,
  rideReports,
  rideWords,
  type LiftWord,
} from '../../features/places/elevators/elevator-channel-service.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Base } from '../assembly-base.ts';
import { unknownId } from '../intake/uplink-refusals.ts';
import type { Session } from '../sessions/session.ts';
import { admitRide, findRide, type AdmittedRide } from './ride-admission.ts';

type Deps = Pick<Base, 'db' | 'bus' | 'now' | 'log' | 'downlink' | 'refusals' | 'owns' | 'find'>;
export type RideUplink = ReturnType<typeof createRideUplink>;

/** A word about a car is of no use to a robot later. */
const wordMs = 3_000;
/** Rides of robots that are remembered; further ones are read again. */
const maxKnown = 5_000;

const isStatus = (status: string): status is RideStatus => rideStatuses.some((it) => it === status);
const keyOf = ({ device }: Session, { rideId }: XRide) => `${device.deviceId} ${rideId}`;

const reportOf = (message: XRide, order: number): StoredReport | undefined =>
  isStatus(message.status)
    ? { event: message.event, status: message.status, code: message.code ?? '', order }
    : undefined;

/** What robots say about their rides, for the owners of the elevators; and what these answer. */
export function createRideUplink({ db, bus, now, log, downlink, refusals, owns, find }: Deps) {
  const rideIds = new Map<string, string>();
  const admitting = new Set<string>();
  /** Of the last message of each ride: two may arrive in one millisecond. */
  const orders = new Map<string, number>();

  const tell = (session: Session, word: LiftWord): void => {
    const atMs = performance.now();
    void downlink.send(session, 'xLift', () => (performance.now() - atMs < wordMs ? { ...word } : undefined));
  };
  bus.subscribe(rideWords, ({ content: { deviceId, word } }) => {
    const session = owns(deviceId) ? find(deviceId) : undefined;
    if (session) tell(session, word);
  });

  const remember = (key: string, ride: AdmittedRide) => {
    if (rideIds.size >= maxKnown) {
      rideIds.clear();
      orders.clear();
    }
    rideIds.set(key, ride.rideId);
  };

  /** Admits a requested ride, or finds the one of which the robot speaks. */
  async function admit(session: Session, message: XRide): Promise<void> {
    const key = keyOf(session, message);
    const { device } = session;
    const known = await findRide(db, device.deviceId, message.rideId);
    if (known) return remember(key, known);
    if (message.event !== 'REQUEST') {
      refusals.note({ device, topic: 'xRide', message }, unknownId('rideId', message.rideId));
      return;
    }
    const result = await admitRide(db, device, message, now().toISOString());
    if ('ride' in result) {
      remember(key, result.ride);
      bus.publish(rideChannel, { elevatorId: result.ride.elevatorId });
      return;
    }
    const { field } = result;
    refusals.note({ device, topic: 'xRide', message }, unknownId(field, message[field] ?? ''));
    tell(session, {
      rideId: message.rideId,
      seq: Math.floor(now().getTime() / 1000),
      liftId: message.liftId,
      grant: 'DENIED',
      door: 'CLOSED',
      liftMode: 'OFFLINE',
      serverTime: now().toISOString(),
    });
  }

  return {
    receive(session: Session, message: XRide, receivedMs: number): void {
      const key = keyOf(session, message);
      const rideId = rideIds.get(key);
      const order = Math.max(receivedMs, (orders.get(key) ?? 0) + 1);
      orders.set(key, order);
      const report = reportOf(message, order);
      if (rideId && report) {
        bus.publish(rideReports, { rideId, ...report });
        return;
      }
      // A robot repeats its request until it hears of its car.
      if (admitting.has(key)) return;
      admitting.add(key);
      admit(session, message)
        .catch((error: unknown) =>
          log.error({ error, sn: session.device.sn }, 'a ride could not be admitted'),
        )
        .finally(() => admitting.delete(key));
    },

    /** Keeps a durable message with the ride: the owner of the elevator may be away. */
    async store(tx: Tx, session: Session, message: XRide, receivedMs: number): Promise<void> {
      const { device } = session;
      const report = reportOf(message, orders.get(keyOf(session, message)) ?? receivedMs);
      if (!report) return;
      await tx
        .update(elevatorRides)
        .set({ report })
        .where(
          and(eq(elevatorRides.deviceId, device.deviceId), eq(elevatorRides.robotRideId, message.rideId)),
        );
    },
  };
}
