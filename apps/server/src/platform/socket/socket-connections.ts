import type { WebSocket } from '@fastify/websocket';
import { socketCloseCodes, type SocketCloseCause } from '@sweepline/contract';
import type { Admissions } from '../limits/admissions.ts';
import type { BusMessage } from './bus.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { Caller } from './socket-caller.ts';
import type { SocketLimits } from './socket-limits.ts';
import { SocketConnection } from './socket-connection.ts';
import type { LimitName } from './socket-metrics.ts';
import { SocketReader } from './socket-reader.ts';
import type { SocketUsage } from './socket-usage.ts';
import type { SocketDeps } from './socket.ts';

/** A page answers a close frame at once. One that goes on sending instead is cut off. */
const closeGraceMs = 1_000;

interface LinesDeps extends SocketDeps {
  usage: SocketUsage;
  admissions: Admissions;
  fault: (error: unknown) => void;
}

type Exceeded = Exclude<SocketCloseCause, 'ended'>;
const limitOf: Record<Exceeded, LimitName> = {
  tooManySockets: 'sockets_account',
  tooManySubscriptions: 'subscriptions',
  tooManyMessages: 'messages_account',
  messageTooLong: 'message_bytes',
};

/** In the close frame, for engineers; at most 123 bytes. The console has words of its own for people. */
const reasonOf: Record<Exceeded, (limits: SocketLimits) => string> = {
  tooManySockets: (limits) =>
    `more than ${limits.maxSocketsPerAccount} sockets of one account: the oldest is closed`,
  tooManySubscriptions: (limits) =>
    `more than ${limits.maxSubscriptionsPerSocket} topics, or ${limits.maxSubscriptionsPerAccount} of one account`,
  tooManyMessages: ({ messages }) =>
    `more than ${messages.burst} messages at once or ${messages.perSecond} a second from one account`,
  messageTooLong: (limits) => `a message of more than ${limits.maxMessageBytes} bytes`,
};

/** All open sockets: each is read, told what is published, and closed when it goes above a limit. */
export class SocketLines {
  readonly open = new Set<SocketConnection>();
  readonly #deps: LinesDeps;
  readonly #listeners: ReturnType<typeof createSubscriptions>;
  readonly #reader: SocketReader;

  constructor(deps: LinesDeps) {
    this.#deps = deps;
    this.#listeners = createSubscriptions(deps);
    this.#reader = new SocketReader({
      ...deps,
      rate: createRateLimit(deps.now, deps.limits.messages),
      apply: this.#listeners.apply,
      drive: ({ account }, frame) => deps.frames.heard(account, frame),
      exceeded: (line, cause) => this.#exceeded(line, cause),
    });
  }

  forward = (message: BusMessage): void => this.#listeners.forward(message);

  add(socket: WebSocket, caller: Caller): void {
    const { usage, limits } = this.#deps;
    const line = new SocketConnection(socket, caller, usage.of(caller.account));
    const [oldest] = line.usage.lines;
    if (oldest && line.usage.lines.size >= limits.maxSocketsPerAccount)
      this.#exceeded(oldest, 'tooManySockets');
    this.open.add(line);
    usage.add(line);
    this.#reader.add(line);
    // Text and binary frames both come as one buffer: `ws` joins the fragments.
    socket.on('message', (data) => this.#reader.receive(line, data as Buffer));
    socket.on('close', () => this.#remove(line));
    socket.on('error', (error) => {
      // `ws` has sent the close frame with 1009 already; after any other fault there is nothing to say.
      if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
        return this.#exceeded(line, 'messageTooLong');
      socket.terminate();
    });
  }

  terminateAll(): void {
    for (const { socket } of this.open) socket.terminate();
  }

  #remove(line: SocketConnection): void {
    if (!this.open.delete(line)) return;
    this.#reader.remove(line);
    this.#listeners.leaveAll(line);
    this.#deps.usage.remove(line);
    this.#deps.frames.lost(line.account);
  }

  #exceeded(line: SocketConnection, cause: SocketCloseCause): void {
    if (cause === 'ended' || !this.open.has(line)) return;
    const { metrics, limits } = this.#deps;
    metrics.reached(limitOf[cause]);
    const { socket } = line;
    socket.close(socketCloseCodes[cause], reasonOf[cause](limits));
    this.#remove(line);
    // What comes after the close frame is not read, or a flood would cost as much as before.
    socket.pause();
    setTimeout(() => socket.terminate(), closeGraceMs).unref();
  }
}
