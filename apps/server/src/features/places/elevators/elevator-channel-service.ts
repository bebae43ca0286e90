import { rideStatuses } from '@sweepline/contract';
import { moduleCommand, moduleDoorCommand, moduleReply, type XLift } from '@sweepline/contract/robot';
import { z } from 'zod';
import { createChannel, type Bus } from '../../../platform/socket/bus.ts';

/** A module, its secret or what it serves changed. */
export const moduleChannel = createChannel('elevators/module', z.object({ moduleId: z.uuid() }));

/** A command for a module: the gateway that receives its messages sends it. */
export const moduleCommands = createChannel(
  'elevators/command',
  z.object({ moduleId: z.uuid(), command: z.union([moduleCommand, moduleDoorCommand]) }),
);

/** A module answered a command. */
export const moduleReplies = createChannel(
  'elevators/reply',
  z.object({ moduleId: z.uuid(), reply: moduleReply }),
);

/** The stored state of a car changed. */
export const carChanges = createChannel(
  'elevators/car',
  z.object({ elevatorId: z.uuid(), carId: z.string() }),
);

/** A ride of this elevator is new, or a person acted on one: the owner of the elevator reads its rides again. */
export const rideChannel = createChannel('elevators/ride', z.object({ elevatorId: z.uuid() }));

/** What a robot said about its ride, from the owner of the robot to the owner of the elevator. */
export const rideReports = createChannel(
  'elevators/ride-report',
  z.object({
    rideId: z.uuid(),
    event: z.enum(['REQUEST', 'STATUS', 'RELEASE']),
    status: z.enum(rideStatuses),
    code: z.string(),
    order: z.number(),
  }),
);

/** The content of `xLift`, without the header. */
export type LiftWord = Omit<XLift, 'headerId' | 'timestamp' | 'version' | 'manufacturer' | 'serialNumber'>;
/** What the robot is told about its car, from the owner of the elevator to the owner of the robot. */
export const rideWords = createChannel(
  'elevators/ride-word',
  z.object({ deviceId: z.uuid(), word: z.custom<LiftWord>((sent) => typeof sent === 'object') }),
);

/** Makes the gateways read a module again; call it after the commit. */
export const announceModules = (bus: Bus, moduleIds: readonly (string | null)[]): void => {
  for (const moduleId of new Set(moduleIds)) if (moduleId !== null) bus.publish(moduleChannel, { moduleId });
};
