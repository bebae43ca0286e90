import { formatModuleTopic, moduleDownTopic, type ModuleState } from '@sweepline/contract/robot';
import { randomUUID } from 'node:crypto';
import {
  moduleChannel,
  rideChannel,
  rideReports,
} from '../../features/places/elevators/elevator-channel-service.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Log } from '../gateway-options.ts';
import type { Link } from '../protocol/link.ts';
import type { ModuleRegistration, ModuleRegistry } from './module-registry.ts';
import { assignCars } from './ride-queue.ts';
import { createRideRecorder } from './ride-recorder.ts';
import {
  afterReport,
  afterTime,
  brokenInvariant,
  mayEnterNow,
  nextCommand,
  type RideCommand,
} from './ride-rules.ts';
import { readCars, readOpenRides } from './ride-store.ts';
import { rideOf, type DrivenRide, type SeenCar } from './driven-ride.ts';

interface RideDriverDeps {
  db: Db;
  bus: Bus;
  now: Clock;
  log: Log;
  link: Pick<Link, 'publish'>;
  registry: Pick<ModuleRegistry, 'all' | 'byId'>;
  owns(moduleId: string): boolean;
}

const tickMs = 500;
/** Messages between servers may be lost, and an elevator may get another owner. */
const readEveryMs = 5_000;
const forgetMs = 60_000;
const ttlS = 5;
/** The same command is repeated after this time. A hold is shorter than a lease. */
const repeatMs = { reserve: 10_000, call: 5_000, hold: 1_000, release: 3_000 } as const;

/**
 * Carries out the rides in the elevators of this server: the queue, the lease and the commands for the modules. Its times are those of
 * the monotonic clock: a clock that is set must not end a lease.
 */
export function createRideDriver(deps: RideDriverDeps) {
  const { db, bus, now, log, link, registry, owns } = deps;
  const rides = new Map<string, DrivenRide>();
  const cars = new Map<string, SeenCar>();
  /** Rides that ended a moment ago, with the time. */
  const over = new Map<string, number>();
  const recorder = createRideRecorder(deps);
  const state = { readMs: -Infinity, isReading: false };
  const carKey = (elevatorId: string, carId: string) => `${elevatorId} ${carId}`;
  const carOf = ({ elevatorId, ride }: DrivenRide) =>
    ride.carId === undefined ? undefined : cars.get(carKey(elevatorId, ride.carId));

  const ownElevators = () =>
    [...registry.all()].flatMap((module) =>
      owns(module.moduleId) ? module.elevators.map((elevator) => ({ module, elevator })) : [],
    );

  async function read(): Promise<void> {
    const own = new Map(ownElevators().map((it) => [it.elevator.id, it]));
    for (const [rideId, { elevatorId }] of rides) if (!own.has(elevatorId)) rides.delete(rideId);
    if (own.size === 0) return;
    const { rides: rows, doorOf } = await readOpenRides(db, [...own.keys()]);
    if (rows.length === 0) return;
    const unseen = rows.flatMap(({ elevatorId }) => elevatorId ?? []);
    for (const { elevatorId, carId, view } of await readCars(db, [...new Set(unseen)]))
      if (!cars.has(carKey(elevatorId, carId)))
        cars.set(carKey(elevatorId, carId), { ...view, expiryMs: 0, seenMs: performance.now() });
    for (const row of rows) {
      const at = row.elevatorId === null ? undefined : own.get(row.elevatorId);
      if (!at || row.elevatorId === null) continue;
      // Its end is still on the way to the database.
      if (over.has(row.rideId)) continue;
      const driven = rides.get(row.rideId) ?? rideOf(row, at, doorOf, now());
      rides.set(row.rideId, driven);
      driven.acts = row;
      driven.moduleId = at.module.moduleId;
    }
  }

  const readSoon = (): void => void (state.readMs = -Infinity);

  async function tick(): Promise<void> {
    const nowMs = performance.now();
    if (!state.isReading && nowMs - state.readMs >= readEveryMs) {
      state.isReading = true;
      state.readMs = nowMs;
      for (const [rideId, endedMs] of over) if (nowMs - endedMs > forgetMs) over.delete(rideId);
      try {
        await read();
      } finally {
        state.isReading = false;
      }
    }
    for (const [, ofElevator] of Map.groupBy(rides.values(), ({ elevatorId }) => elevatorId)) {
      for (const driven of ofElevator) advance(driven, nowMs);
      const module = registry.byId(ofElevator[0]!.moduleId);
      if (module)
        assignCars(module, ofElevator, (carId) => cars.get(carKey(ofElevator[0]!.elevatorId, carId)));
      for (const driven of ofElevator) act(driven, module, nowMs);
    }
  }

  function act(driven: DrivenRide, module: ModuleRegistration | undefined, nowMs: number): void {
    const car = carOf(driven);
    const isOnline = module?.online ?? false;
    const command = isOnline ? nextCommand(driven.ride, car, nowMs) : undefined;
    if (command && module) send(driven, module, command, nowMs);
    if (mayEnterNow(driven.ride, car)) driven.ride = { ...driven.ride, isOpened: true };
    recorder.record(driven, { car, isOnline, nowMs });
    if (!recorder.isOver(driven, car)) return;
    rides.delete(driven.ride.rideId);
    over.set(driven.ride.rideId, nowMs);
  }

  function send(driven: DrivenRide, module: ModuleRegistration, command: RideCommand, nowMs: number): void {
    const key = JSON.stringify(command);
    const { last, ride } = driven;
    if (last?.key === key && nowMs - last.atMs < repeatMs[command.type]) return;
    const car = carOf(driven);
    const reason = car && brokenInvariant(command, ride, car);
    if (reason) {
      log.error({ rideId: ride.rideId, command, reason }, 'a command for an elevator is not sent');
      return;
    }
    if (last?.key !== key)
      driven.words.push([command.type, 'floor' in command ? command.floor : ''].join(' ').trim());
    driven.last = { key, atMs: nowMs };
    // A new owner of the elevator goes on above the numbers of the one before.
    driven.seq = Math.max(driven.seq + 1, now().getTime());
    const common = { commandId: randomUUID(), seq: driven.seq, ttlS, elevatorId: driven.number };
    const message = { ...common, carId: ride.carId, rideId: ride.rideId, ...command };
    // Without the broker it is lost, and is repeated.
    link.publish(formatModuleTopic(module, moduleDownTopic), JSON.stringify(message)).catch(() => {});
  }

  const stops = [
    bus.subscribe(rideChannel, readSoon),
    bus.subscribe(moduleChannel, readSoon),
    bus.onGap(readSoon),
    bus.subscribe(rideReports, ({ content: { rideId, ...report } }) => {
      const driven = rides.get(rideId);
      if (!driven) return;
      const nowMs = performance.now();
      const { status } = driven.ride;
      driven.ride = afterReport(driven.ride, report, nowMs);
      // A robot may be through a state before the next beat.
      const module = registry.byId(driven.moduleId);
      if (driven.ride.status !== status)
        recorder.record(driven, { car: carOf(driven), isOnline: module?.online ?? false, nowMs });
    }),
  ];
  const fault = (error: unknown) => log.error({ error }, 'the rides in elevators missed a beat');
  const timer = setInterval(() => void tick().catch(fault), tickMs);

  return {
    onCar: (elevatorId: string, message: ModuleState): void => {
      const { carId, floor, doors, motion, mode, lease } = message;
      const nowMs = performance.now();
      const expiryMs = lease ? nowMs + lease.secondsLeft * 1000 : 0;
      const view = { floor, doors, motion, mode, leasedBy: lease?.rideId ?? null };
      cars.set(carKey(elevatorId, carId), { ...view, expiryMs, seenMs: nowMs });
    },
    stop: (): void => {
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}

/** Applies what people did, what the robot said durably, and the time. */
function advance(driven: DrivenRide, nowMs: number): void {
  const { acts } = driven;
  let { ride } = driven;
  if (acts.report) ride = afterReport(ride, acts.report, nowMs);
  if (acts.releasedBy !== null && !ride.isReleased) ride = { ...ride, isReleased: true };
  if (acts.abortedBy !== null && ride.status === 'WAITING' && !ride.denied)
    ride = { ...ride, denied: 'ABORTED' };
  driven.ride = afterTime(ride, nowMs);
}
