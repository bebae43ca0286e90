import { shellInput, shellOutputTopic, shellTopic, type ShellInput } from '@sweepline/contract';
import { z } from 'zod';
import { createChannel, type Channel } from '../../../platform/socket/bus.ts';

const change = z.object({ deviceId: z.string() });
/** A shell of a device changed: pages of it read its standing again. */
export const shellChanged = (deviceId: string): Channel<z.infer<typeof change>> =>
  createChannel(shellTopic(deviceId).name, change);

/** The output of a shell as the robot sends it. */
export const shellOutputChannel = (sessionId: string) => {
  const { name, message } = shellOutputTopic(sessionId);
  return createChannel(name, message);
};

/** What a page types, for the owner of the robot. */
export const shellInputChannel = (sessionId: string): Channel<{ login: string; input: ShellInput }> =>
  createChannel(`shell.input/${sessionId}`, z.object({ login: z.string(), input: shellInput }));

const bytes = z.object({ connection: z.string(), bytes: z.base64() });
/** Messages of the pipe between a robot and its owner, by way of the server that the robot is connected to. */
export const shellUpChannel = (sessionId: string) => createChannel(`shell.up/${sessionId}`, bytes);
export const shellDownChannel = (sessionId: string) => createChannel(`shell.down/${sessionId}`, bytes);

/** What the server that a robot is connected to reports to the owner of the robot. */
export const shellSigns = createChannel(
  'shell.stream',
  z.object({ sessionId: z.string(), connection: z.string(), sign: z.enum(['OPENED', 'ALIVE', 'CLOSED']) }),
);

/** The only connection of a session that goes on; null when the session is over. */
export const shellConnections = createChannel(
  'shell.connections',
  z.object({ sessionId: z.string(), connection: z.string().nullable() }),
);
