import { topics } from '@sweepline/contract';
import {
  moduleConnection,
  moduleDoorState,
  moduleReply,
  moduleState,
  moduleUpTopics,
  parseModuleTopic,
  type ModuleState,
  type ModuleUpTopic,
  type RejectReason,
} from '@sweepline/contract/robot';
import type { z } from 'zod';
import { carChanges, moduleReplies } from '../../features/places/elevators/elevator-channel-service.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { GatewayLimits, Log } from '../gateway-options.ts';
import type { DeadLetters } from '../intake/dead-letters.ts';
import { createRateGuard } from '../intake/rate-guard.ts';
import { decodeJson } from '../protocol/decode.ts';
import type { Inbound } from '../protocol/link.ts';
import { createDoorIntake } from './door-intake.ts';
import type { ModuleRegistration, ModuleRegistry } from './module-registry.ts';
import { storeCar, storeModule } from './module-store.ts';

export interface ModuleIntakeDeps {
  db: Db;
  now: Clock;
  log: Log;
  bus: Bus;
  deadLetters: Pick<DeadLetters, 'reject'>;
  limits: GatewayLimits;
  registry: ModuleRegistry;
  /** Called with every new state of a car, before it is stored. */
  onCar(elevatorId: string, state: ModuleState): void;
  /** Whether this server stores what the module says. */
  owns(moduleId: string): boolean;
}

/** A module without a message for this time is offline: three times the interval of its states. */
const silentMs = 90_000;
/** The last message is stored this often. */
const seenEveryMs = 60_000;

class Reject extends Error {
  readonly reason: RejectReason;
  readonly detail: string;
  constructor(reason: RejectReason, detail = '') {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

function read<T>(schema: z.ZodType<T>, payload: Uint8Array): T {
  const decoded = decodeJson(payload);
  if (!decoded.ok) throw new Reject(decoded.reason, decoded.detail);
  const parsed = schema.safeParse(decoded.value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Reject('SCHEMA', `/${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`);
}

/** A state names a door or a car. */
function isOfDoor(payload: Uint8Array): boolean {
  const decoded = decodeJson(payload);
  return (
    decoded.ok && typeof decoded.value === 'object' && decoded.value !== null && 'doorId' in decoded.value
  );
}

/** The checks and effects of the messages of elevator modules. No message makes it throw. */
export function createModuleIntake(deps: ModuleIntakeDeps) {
  const { db, now, log, bus, deadLetters, registry } = deps;
  const guard = createRateGuard(deps.limits);
  const doors = createDoorIntake(deps, (doorId) => new Reject('UNKNOWN_ID', `doorId ${doorId}`));
  /** The last state of each car, by elevator and car. */
  const cars = new Map<string, { bootId: string; seq: number; content: string }>();

  /** Stores that a module spoke or fell silent, and what it says about itself. */
  async function note(module: ModuleRegistration, online: boolean, softwareVersion = module.softwareVersion) {
    const at = now();
    const seenMs = module.lastSeenAt === null ? -Infinity : Date.parse(module.lastSeenAt);
    const isSame = module.online === online && module.softwareVersion === softwareVersion;
    if (isSame && at.getTime() - seenMs < seenEveryMs) return;
    Object.assign(module, { online, softwareVersion, ...(online && { lastSeenAt: at.toISOString() }) });
    await storeModule(db, module);
  }

  async function onState(module: ModuleRegistration, state: ModuleState) {
    const elevator = module.elevators.find(({ number }) => number === state.elevatorId);
    if (!elevator) throw new Reject('UNKNOWN_ID', `elevatorId ${state.elevatorId}`);
    if (!elevator.carIds.includes(state.carId)) throw new Reject('UNKNOWN_ID', `carId ${state.carId}`);
    const key = `${elevator.id} ${state.carId}`;
    const last = cars.get(key);
    // A broker may deliver a message twice, or an earlier one later.
    if (last?.bootId === state.bootId && state.seq <= last.seq) return;
    const { bootId, seq, lease, ...rest } = state;
    const content = JSON.stringify([rest, lease?.rideId]);
    cars.set(key, { bootId, seq, content });
    deps.onCar(elevator.id, state);
    if (last?.content === content) return;
    const { companyId } = module;
    try {
      await storeCar(db, { companyId, elevatorId: elevator.id, state, at: now().toISOString() });
    } catch (error) {
      // Else the same state would not be stored until it changes.
      cars.delete(key);
      throw error;
    }
    bus.publish(carChanges, { elevatorId: elevator.id, carId: state.carId });
    bus.publish(topics.lifts, { changes: [{ id: elevator.id }] }, { companyId });
  }

  const handlers: Record<ModuleUpTopic, (module: ModuleRegistration, inbound: Inbound) => Promise<unknown>> =
    {
      connection: async (module, { payload, replayed }) => {
        const { connectionState, softwareVersion } = read(moduleConnection, payload);
        const isOnline = connectionState === 'ONLINE';
        // A retained one is of an earlier time.
        if (!(replayed && isOnline)) await note(module, isOnline, softwareVersion);
      },
      state: async (module, { payload }) => {
        if (isOfDoor(payload)) {
          const door = read(moduleDoorState, payload);
          await note(module, true);
          return await doors.receive(module, door);
        }
        const state = read(moduleState, payload);
        await note(module, true);
        await onState(module, state);
      },
      reply: async (module, { payload }) => {
        const reply = read(moduleReply, payload);
        await note(module, true);
        bus.publish(moduleReplies, { moduleId: module.moduleId, reply });
      },
    };

  async function receive(inbound: Inbound): Promise<void> {
    const { topic, payload } = inbound;
    const parsed = parseModuleTopic(topic);
    if (!parsed.ok) throw new Reject(parsed.reason);
    const { address, name } = parsed;
    const module = registry.bySerial(address.serial) ?? (await registry.find(address.serial));
    if (!module) throw new Reject('UNKNOWN_DEVICE');
    if (!deps.owns(module.moduleId)) return;
    if (module.manufacturer !== address.manufacturer) throw new Reject('IDENTITY_MISMATCH');
    const verdict = name === 'state' ? guard.admit(module.moduleId, now().getTime()) : 'USE';
    if (verdict !== 'USE') throw new Reject('RATE');
    if (payload.length > moduleUpTopics[name]) throw new Reject('TOO_LARGE', `limit ${moduleUpTopics[name]}`);
    await handlers[name](module, inbound);
  }

  return {
    receive: async (inbound: Inbound): Promise<void> => {
      // An empty retained message only deletes the earlier one.
      if (inbound.payload.length === 0) return;
      try {
        await receive(inbound);
      } catch (error) {
        const isReject = error instanceof Reject;
        if (!isReject) log.error({ error, topic: inbound.topic }, 'a message of an elevator module failed');
        deadLetters.reject({
          reason: isReject ? error.reason : 'INTERNAL',
          topic: inbound.topic,
          sn: inbound.topic.split('/')[3] ?? '',
          detail: isReject ? error.detail : String(error),
          payload: inbound.payload,
        });
      }
    },
    /** Ends what silent modules said about their connection. */
    tick: async (nowMs: number): Promise<void> => {
      for (const module of registry.all()) {
        const seenMs = module.lastSeenAt === null ? -Infinity : Date.parse(module.lastSeenAt);
        // The stored time is up to a minute old.
        const isSilent = module.online && nowMs - seenMs > silentMs + seenEveryMs;
        if (isSilent && deps.owns(module.moduleId)) await note(module, false);
      }
    },
  };
}
