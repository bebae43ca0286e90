import type { WebSocket } from '@fastify/websocket';
import { maxPipeMessageBytes } from '@sweepline/contract/robot';
import { and, eq, inArray } from 'drizzle-orm';
import { shellSessions } from '../../entities/remote/shell-table.ts';
import {
  shellConnections,
  shellDownChannel,
  shellSigns,
  shellUpChannel,
} from '../../features/remote/shells/shell-channel-service.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { hashOfToken } from '../protocol/token-hash.ts';
import type { StreamAttempt, StreamKind, StreamKindDeps } from './stream-kind.ts';
import { redeemIn } from './stream-token.ts';

const pingEveryMs = 5_000;
/** A robot without a pong for this time is away. */
const silentMs = 12_000;
const policyViolation = 1008;

/** Shells (docs/protocol/shell.md#session): passes the messages of the pipe between a robot and its owner. */
export function sshStreams({ bus }: Pick<StreamKindDeps, 'bus'>): StreamKind {
  const sockets = new Map<string, { sessionId: string; socket: WebSocket }>();
  const stop = bus.subscribe(shellConnections, ({ content: { sessionId, connection } }) => {
    for (const [id, it] of sockets) if (it.sessionId === sessionId && id !== connection) it.socket.close();
  });
  return {
    redeem: async (tx, attempt) => {
      const outcome = await redeemIn(tx, shellSessions, attempt);
      return outcome === 'REDEEMED' || !(await isReturn(tx, attempt)) ? outcome : 'REDEEMED';
    },
    serve: (socket, { sessionId }) => {
      const connection = newId();
      sockets.set(connection, { sessionId, socket });
      socket.on('close', () => sockets.delete(connection));
      passMessages(bus, socket, { sessionId, connection });
    },
    stop,
  };
}

/** Whether a robot returns to its open shell after it lost its connection. */
async function isReturn(tx: Tx, { device, sessionId, token }: StreamAttempt): Promise<boolean> {
  const [row] = await tx
    .select({ id: shellSessions.id })
    .from(shellSessions)
    .where(
      and(
        eq(shellSessions.id, sessionId),
        eq(shellSessions.deviceId, device.deviceId),
        eq(shellSessions.companyId, device.companyId),
        eq(shellSessions.resumeHash, hashOfToken(token)),
        inArray(shellSessions.state, ['STARTING', 'RUNNING']),
      ),
    );
  return row !== undefined;
}

function passMessages(
  bus: Bus,
  socket: WebSocket,
  { sessionId, connection }: { sessionId: string; connection: string },
): void {
  const up = shellUpChannel(sessionId);
  const sign = (kind: 'OPENED' | 'ALIVE' | 'CLOSED') =>
    bus.publish(shellSigns, { sessionId, connection, sign: kind });
  let heardMs = performance.now();
  const stopDown = bus.subscribe(shellDownChannel(sessionId), ({ content }) => {
    if (content.connection === connection && socket.readyState === socket.OPEN)
      socket.send(Buffer.from(content.bytes, 'base64'));
  });
  const ping = setInterval(() => {
    if (performance.now() - heardMs > silentMs) return socket.terminate();
    socket.ping();
  }, pingEveryMs).unref();
  socket.on('pong', () => {
    heardMs = performance.now();
    sign('ALIVE');
  });
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary || data.byteLength > maxPipeMessageBytes)
      return socket.close(policyViolation, 'no message of a pipe');
    heardMs = performance.now();
    bus.publish(up, { connection, bytes: data.toString('base64') });
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearInterval(ping);
    stopDown();
    sign('CLOSED');
  });
  sign('OPENED');
}
