import { z } from 'zod';
import type { RejectReason } from './codes.ts';
import { identifier, levelPattern, oneOf, soft, text, uuidAsSent } from './wire.ts';

/** Topics of elevator modules: docs/protocol/elevators.md. */
const prefix = 'building/v1';

/** The last level of the topics on which modules publish, with the largest message of each. */
export const moduleUpTopics = { connection: 4096, state: 16_384, reply: 4096 } as const;
export type ModuleUpTopic = keyof typeof moduleUpTopics;
export const moduleDownTopic = 'command';

export interface ModuleAddress {
  manufacturer: string;
  serial: string;
}

/** `building/v1/{manufacturer}/{serial}/{topic}`. */
export const formatModuleTopic = (
  { manufacturer, serial }: ModuleAddress,
  name: ModuleUpTopic | typeof moduleDownTopic | '+',
) => `${prefix}/${manufacturer}/${serial}/${name}`;

export const isModuleTopic = (topic: string): boolean => topic.startsWith('building/');
const isUpName = (name: string): name is ModuleUpTopic => Object.hasOwn(moduleUpTopics, name);

export type ParsedModuleTopic =
  | { ok: true; address: ModuleAddress; name: ModuleUpTopic }
  | { ok: false; reason: Extract<RejectReason, 'TOPIC_SHAPE' | 'UNSUPPORTED_MAJOR'> };

/** Parses a topic on which a module publishes, or returns the reason of its refusal. */
export function parseModuleTopic(topic: string): ParsedModuleTopic {
  const [space, major, manufacturer = '', serial = '', name = '', ...more] = topic.split('/');
  const shaped =
    space === 'building' && more.length === 0 && levelPattern.test(manufacturer) && levelPattern.test(serial);
  if (!shaped) return { ok: false, reason: 'TOPIC_SHAPE' };
  if (major !== 'v1') return { ok: false, reason: 'UNSUPPORTED_MAJOR' };
  return isUpName(name)
    ? { ok: true, address: { manufacturer, serial }, name }
    : { ok: false, reason: 'TOPIC_SHAPE' };
}

export const elevatorModes = ['NORMAL', 'ROBOT', 'FIRE', 'EMERGENCY', 'OUT_OF_SERVICE', 'UNKNOWN'] as const;
export const doorStates = ['CLOSED', 'OPENING', 'OPEN', 'CLOSING', 'UNKNOWN'] as const;
export const carMotions = ['STOPPED', 'UP', 'DOWN', 'UNKNOWN'] as const;

/** A word of a newer module is `UNKNOWN`. */
const doorState = z.enum(doorStates).catch('UNKNOWN');
const bootId = z.string().min(1).max(64);

/** Retained; the last will says `CONNECTIONBROKEN`. */
export const moduleConnection = z.object({
  connectionState: z.enum(['ONLINE', 'OFFLINE', 'CONNECTIONBROKEN']),
  softwareVersion: soft(identifier),
});

/** The state of one car. It never has a time: the server takes its own. */
export const moduleState = z.object({
  /** Another one after each start of the module; `seq` counts up within it. */
  bootId,
  seq: z.number().int().min(0),
  /** The number of the elevator in its project. */
  elevatorId: identifier,
  carId: identifier,
  /** As the elevator calls it. */
  floor: identifier,
  doors: z.object({ FRONT: doorState.optional(), REAR: doorState.optional() }),
  motion: z.enum(carMotions).catch('UNKNOWN'),
  mode: z.enum(elevatorModes).catch('UNKNOWN'),
  /** Who has the car for itself, and for how long the module keeps it without another command. */
  lease: z.object({ rideId: identifier, secondsLeft: z.number().min(0) }).nullable(),
  /** A code of the maker; null while the car has none. */
  fault: identifier.nullable(),
});
export type ModuleState = z.infer<typeof moduleState>;

/** The module took the command or refused it. What it did is in the state. */
export const moduleReply = z.object({
  commandId: uuidAsSent,
  result: oneOf('ACCEPTED', 'REJECTED'),
  code: soft(identifier),
  message: soft(text),
});
export type ModuleReply = z.infer<typeof moduleReply>;

const command = <T extends string, F extends z.ZodRawShape>(type: T, fields: F) =>
  z.object({
    commandId: uuidAsSent,
    /** Counts up within one ride. The module refuses a number below one that it took: a late command may not undo a newer one. */
    seq: z.number().int().min(0),
    /** The module refuses the command after this many seconds. */
    ttlS: z.number().int().min(1).max(60),
    elevatorId: identifier,
    carId: identifier,
    rideId: identifier,
    type: z.literal(type),
    ...fields,
  });

export const moduleCommand = z.discriminatedUnion('type', [
  /** Both floors together: a destination dispatch assigns a car by them. */
  command('reserve', { from: identifier, to: identifier }),
  command('call', { floor: identifier }),
  command('hold', { door: z.enum(['FRONT', 'REAR']), seconds: z.number().int().min(1).max(60) }),
  command('close', { door: z.enum(['FRONT', 'REAR']) }),
  command('release', {}),
]);
export type ModuleCommand = z.infer<typeof moduleCommand>;
export type ModuleCommandType = ModuleCommand['type'];

/** How long a module keeps a car for a ride without another command of it. */
export const moduleLeaseS = 30;
/** A module says its state at least this often. */
export const moduleStateS = 30;

/** The state of one door or gate of the building. */
export const moduleDoorState = z.object({
  bootId,
  seq: z.number().int().min(0),
  /** The number of the door in its project. */
  doorId: identifier,
  door: doorState,
  fault: identifier.nullable(),
});
export type ModuleDoorState = z.infer<typeof moduleDoorState>;

const doorCommand = <T extends string, F extends z.ZodRawShape>(type: T, fields: F) =>
  z.object({
    commandId: uuidAsSent,
    ttlS: z.number().int().min(1).max(60),
    doorId: identifier,
    type: z.literal(type),
    ...fields,
  });

/** Commands for a door have a `doorId`; those for a car have an `elevatorId`. */
export const moduleDoorCommand = z.discriminatedUnion('type', [
  doorCommand('open', { seconds: z.number().int().min(1).max(600) }),
  doorCommand('close', {}),
]);
export type ModuleDoorCommand = z.infer<typeof moduleDoorCommand>;
