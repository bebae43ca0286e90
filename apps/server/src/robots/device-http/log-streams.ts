import type { WebSocket } from '@fastify/websocket';
import { logMessage, maxLogMessageBytes } from '@sweepline/contract/robot';
import { liveLogs } from '../../entities/remote/live-log-table.ts';
import {
  liveLogChannel,
  liveLogEnded,
  liveLogSigns,
} from '../../features/remote/diagnosis/live-log-channel-service.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { StreamAttempt, StreamKind, StreamKindDeps } from './stream-kind.ts';
import { redeemIn } from './stream-token.ts';

/** Also a robot that writes nothing sends an empty message this often; twice without one, and the connection is dead. */
const silentMs = 30_000;
const policyViolation = 1008;

/** Logs as robots write them (docs/protocol/files.md#live-log). */
export function logStreams({ bus }: Pick<StreamKindDeps, 'bus'>): StreamKind {
  const sockets = new Map<string, WebSocket>();
  const stop = bus.subscribe(liveLogEnded, ({ content }) => sockets.get(content.sessionId)?.close());
  return {
    redeem: (tx, attempt) => redeemIn(tx, liveLogs, attempt),
    serve: (socket, attempt) => {
      sockets.set(attempt.sessionId, socket);
      forwardLines(bus, socket, attempt);
      socket.on('close', () => sockets.delete(attempt.sessionId));
    },
    stop,
  };
}

function forwardLines(bus: Bus, socket: WebSocket, { sessionId, device }: StreamAttempt): void {
  const channel = liveLogChannel(device.deviceId);
  const sign = (kind: 'OPENED' | 'LINES' | 'CLOSED') => bus.publish(liveLogSigns, { sessionId, sign: kind });
  let heardMs = performance.now();
  const watchdog = setInterval(() => {
    if (performance.now() - heardMs > silentMs) socket.terminate();
  }, silentMs).unref();
  socket.on('message', (data: Buffer) => {
    const message = data.byteLength <= maxLogMessageBytes ? readMessage(data) : undefined;
    if (!message) return socket.close(policyViolation, 'no lines of a log');
    heardMs = performance.now();
    sign('LINES');
    if (message.lines.length > 0 || message.skipped > 0)
      bus.publish(channel, { state: 'RUNNING', ...message });
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearInterval(watchdog);
    sign('CLOSED');
  });
  sign('OPENED');
}

function readMessage(data: Buffer) {
  try {
    return logMessage.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}
