import { moduleCommand, moduleReply } from '@sweepline/contract/robot';
import { z } from 'zod';
import { createChannel, type Bus } from '../../../platform/socket/bus.ts';

/** A module, its secret or what it serves changed. */
export const moduleChannel = createChannel('elevators/module', z.object({ moduleId: z.uuid() }));

/** A command for a module: the gateway that receives its messages sends it. */
export const moduleCommands = createChannel(
  'elevators/command',
  z.object({ moduleId: z.uuid(), command: moduleCommand }),
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

/** Makes the gateways read a module again; call it after the commit. */
export const announceModules = (bus: Bus, moduleIds: readonly (string | null)[]): void => {
  for (const moduleId of new Set(moduleIds)) if (moduleId !== null) bus.publish(moduleChannel, { moduleId });
};
