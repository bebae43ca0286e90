import type { WebSocket } from '@fastify/websocket';
import { socketCloseCodes, type SocketLimitCause } from '@sweepline/contract';
import type { Admissions } from '../limits/admissions.ts';
import type { BusMessage } from './bus.ts';
import { createSubscriptions } from './subscriptions.ts';
import { fixedWindow } from '../limits/rates/fixed-window.ts';
import { createKeyedLimit } from '../limits/rates/keyed-limit.ts';
import { tokenBucket } from '../limits/rates/token-bucket.ts';
import { monotonicClock } from '../runtime/clock.ts';
import type { Caller } from './socket-caller.ts';
import type { SocketLimits } from './socket-limits.ts';
import { SocketConnection } from './socket-connection.ts';
import type { LimitName } from './socket-metrics.ts';
import { SocketReader } from './socket-reader.ts';
import type { SocketUsage } from './socket-usage.ts';
import type { SocketDeps } from './socket.ts';

/** A page answers a close frame at once. A connection that continues to send is terminated after this time. */
const closeGraceMs = 1_000;

interface ConnectionsDeps extends SocketDeps {
  usage: SocketUsage;
  admissions: Admissions;
  fault: (error: unknown) => void;
}

const limitOf: Record<SocketLimitCause, LimitName> = {
  tooManySockets: 'sockets_account',
  tooManySubscriptions: 'subscriptions',
  tooManyMessages: 'messages_account',
  messageTooLong: 'message_bytes',
};

/** The reason in the close frame, for engineers; at most 123 bytes. The console has its own texts for users. */
const reasonOf: Record<SocketLimitCause, (limits: SocketLimits) => string> = {
  tooManySockets: (limits) =>
    `more than ${limits.maxSocketsPerAccount} sockets of one account: the oldest is closed`,
  tooManySubscriptions: (limits) =>
    `more than ${limits.maxSubscriptionsPerSocket} topics, or ${limits.maxSubscriptionsPerAccount} of one account`,
  tooManyMessages: ({ messages }) =>
    `more than ${messages.burst} messages at once or ${messages.perSecond} a second from one account`,
  messageTooLong: (limits) => `a message of more than ${limits.maxMessageBytes} bytes`,
};

/** All open sockets: it reads them, forwards published messages to them, and closes those above a limit. */
export class SocketConnections {
  readonly open = new Set<SocketConnection>();
  readonly #deps: ConnectionsDeps;
  readonly #subscriptions: ReturnType<typeof createSubscriptions>;
  readonly #reader: SocketReader;

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
    const max = deps.limits.maxMessagesPerSecondPerProcess;
    this.#subscriptions = createSubscriptions({ ...deps, hear: deps.bus.hear });
    this.#reader = new SocketReader({
      ...deps,
      rate: createKeyedLimit(deps.now, tokenBucket(deps.limits.messages)),
      pace: createKeyedLimit(monotonicClock, fixedWindow({ max, spanMs: 1_000 })),
      apply: this.#subscriptions.apply,
      drive: ({ account }, frame) => deps.frames.received(account, frame),
      type: ({ account }, input) => deps.frames.typed(account, input),
      exceeded: (connection, cause) => this.#exceeded(connection, cause),
    });
  }

  forward = (message: BusMessage): void => this.#subscriptions.forward(message);

  add(socket: WebSocket, caller: Caller): void {
    const { usage, limits } = this.#deps;
    const connection = new SocketConnection(socket, caller, usage.of(caller.account));
    const [oldest] = connection.usage.connections;
    if (oldest && connection.usage.connections.size >= limits.maxSocketsPerAccount)
      this.#exceeded(oldest, 'tooManySockets');
    this.open.add(connection);
    usage.add(connection);
    this.#reader.add(connection);
    socket.on('message', (data) => {
      // `ws` joins fragments, so text and binary frames both arrive as one buffer.
      const message = data as Buffer;
      if (message.byteLength > limits.maxMessageBytes) this.#exceeded(connection, 'messageTooLong');
      else this.#reader.receive(connection, message);
    });
    socket.on('close', () => this.#remove(connection));
    socket.on('error', (error) => {
      // `ws` has already sent the close frame with 1009; any other error ends the connection without one.
      if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
        return this.#exceeded(connection, 'messageTooLong');
      socket.terminate();
    });
  }

  #remove(connection: SocketConnection): void {
    if (!this.open.delete(connection)) return;
    this.#reader.remove(connection);
    this.#subscriptions.leaveAll(connection);
    this.#deps.usage.remove(connection);
    this.#deps.frames.closed(connection.account);
  }

  #exceeded(connection: SocketConnection, cause: SocketLimitCause): void {
    if (!this.open.has(connection)) return;
    const { metrics, limits } = this.#deps;
    metrics.reached(limitOf[cause]);
    const { socket } = connection;
    socket.close(socketCloseCodes[cause], reasonOf[cause](limits));
    this.#remove(connection);
    // Data after the close frame is not read; a flood would otherwise still cost as much.
    socket.pause();
    setTimeout(() => socket.terminate(), closeGraceMs).unref();
  }
}
