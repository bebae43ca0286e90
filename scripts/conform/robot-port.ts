import { connect } from 'node:net';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import {
  type conformanceAccess,
  type ServerLine,
  type ToolLine,
} from '../../apps/server/src/robots/conformance/conformance-listener.ts';
import type { RobotUnderTest } from '../../apps/server/src/robots/conformance/conformance-service.ts';

export type UpLine = Extract<ServerLine, { up: unknown }>['up'];

/** The connection to one robot, in place of the server. */
export interface RobotPort {
  robot: RobotUnderTest;
  send(name: string, payload: string, qos: 0 | 1): void;
  /** Closes the connection of the robot. */
  disconnect(): void;
  listen(listener: (message: UpLine) => void): void;
  /** Rejects when the server ends the test. */
  ended: Promise<never>;
  close(): void;
}

export class HandOverRefused extends Error {}

/** Asks the running server for a robot (docs/protocol/conformance.md#what-happens-to-the-robot). */
export async function takeRobot(
  { port, token }: z.infer<typeof conformanceAccess>,
  request: { sn: string; force: boolean },
): Promise<RobotPort> {
  const socket = connect(port, '127.0.0.1');
  const write = (line: ToolLine) => socket.write(`${JSON.stringify(line)}\n`);
  try {
    await once(socket, 'connect');
  } catch {
    throw new HandOverRefused('The server does not run. Start it first: npm start');
  }
  const listeners: ((message: UpLine) => void)[] = [];
  const first = Promise.withResolvers<RobotUnderTest>();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  const end = (error: HandOverRefused) => {
    first.reject(error);
    ended.reject(error);
  };
  createInterface({ input: socket }).on('line', (text) => {
    // Written by the server on this machine.
    const line = JSON.parse(text) as ServerLine;
    if ('robot' in line) first.resolve(line.robot);
    else if ('refused' in line) end(new HandOverRefused(line.refused));
    else for (const listener of listeners) listener(line.up);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    end(new HandOverRefused('The server ended the test.'));
  });
  write({ token, ...request });
  return {
    robot: await first.promise,
    send: (name, payload, qos) => void write({ down: { name, payload, qos } }),
    disconnect: () => void write({ disconnect: true }),
    listen: (listener) => void listeners.push(listener),
    ended: ended.promise,
    close: () => void socket.end(),
  };
}
