import type { DriveFrame, ShellInput, SocketLimitCause } from '@sweepline/contract';
import type { SocketInbox } from './socket-inbox.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { SocketMetrics } from './socket-metrics.ts';
import type { KeyedLimit } from '../limits/rates/keyed-limit.ts';
import { requestIn, type SubscriptionRequest } from './socket-request.ts';

/** After this many units of all sockets the reader yields to the event loop: half a millisecond of parsing. */
const maxUnitsPerTurn = 64;
const wholeProcess = 'process';

export interface ReaderDeps {
  limits: SocketLimits;
  /** The message rate limit, by account. */
  rate: Pick<KeyedLimit, 'take'>;
  /** The pace of the whole process. */
  pace: Pick<KeyedLimit, 'use' | 'waitMs'>;
  metrics: Pick<SocketMetrics, 'reached'>;
  /** Resolves to false if a socket exceeds its limit of subscriptions. */
  apply: (connection: SocketConnection, requests: readonly SubscriptionRequest[]) => Promise<boolean>;
  drive: (connection: SocketConnection, frame: DriveFrame) => void;
  type: (connection: SocketConnection, input: ShellInput) => void;
  exceeded: (connection: SocketConnection, cause: SocketLimitCause) => void;
  fault: (error: unknown) => void;
}

/** Reads the messages of pages: one of each socket in turn, a few per event-loop turn, and no faster than they are applied. */
export class SocketReader {
  readonly #deps: ReaderDeps;
  readonly #inboxes = new Map<SocketConnection, SocketInbox>();
  /** Sockets with unread messages; the first is read next. */
  readonly #ready = new Set<SocketConnection>();
  #isScheduled = false;

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
  }

  add(connection: SocketConnection): void {
    this.#inboxes.set(connection, { unread: [], requests: [], isApplying: false });
  }

  remove(connection: SocketConnection): void {
    this.#inboxes.delete(connection);
    this.#ready.delete(connection);
  }

  receive(connection: SocketConnection, data: Buffer): void {
    const inbox = this.#inboxes.get(connection);
    if (!inbox) return;
    const { rate, exceeded } = this.#deps;
    if (!rate.take(connection.user, this.#unitsOf(data))) return exceeded(connection, 'tooManyMessages');
    inbox.unread.push(data);
    this.#ready.add(connection);
    this.#pace(connection, inbox);
    this.#schedule();
  }

  #unitsOf = (data: Buffer) => 1 + Math.floor(data.byteLength / this.#deps.limits.bytesPerMessageUnit);

  #schedule(): void {
    if (this.#isScheduled || this.#ready.size === 0) return;
    this.#isScheduled = true;
    const waitMs = this.#deps.pace.waitMs(wholeProcess);
    if (waitMs === 0) return void setImmediate(() => this.#turn());
    this.#deps.metrics.reached('messages_process');
    setTimeout(() => this.#turn(), waitMs);
  }

  #turn(): void {
    this.#isScheduled = false;
    for (let units = 0; units < maxUnitsPerTurn;) {
      const [connection] = this.#ready;
      const inbox = connection && this.#inboxes.get(connection);
      if (!connection || !inbox) break;
      this.#ready.delete(connection);
      const data = inbox.unread.shift();
      if (inbox.unread.length > 0) this.#ready.add(connection);
      if (!data) continue;
      units += this.#unitsOf(data);
      this.#deps.pace.use(wholeProcess);
      this.#read(connection, inbox, data);
    }
    this.#schedule();
  }

  #read(connection: SocketConnection, inbox: SocketInbox, data: Buffer): void {
    const request = requestIn(data);
    if (request && 'drive' in request) this.#deps.drive(connection, request.drive);
    else if (request && 'shell' in request) this.#deps.type(connection, request.shell);
    else if (request) inbox.requests.push(request);
    if (inbox.requests.length > 0 && !inbox.isApplying) void this.#apply(connection, inbox);
    this.#pace(connection, inbox);
  }

  async #apply(connection: SocketConnection, inbox: SocketInbox): Promise<void> {
    const { apply, exceeded, fault } = this.#deps;
    inbox.isApplying = true;
    try {
      while (inbox.requests.length > 0)
        if (!(await apply(connection, inbox.requests.splice(0))))
          return exceeded(connection, 'tooManySubscriptions');
    } catch (error) {
      fault(error);
    } finally {
      inbox.isApplying = false;
      this.#pace(connection, inbox);
    }
  }

  /** Pauses a socket that sends faster than its messages are applied; TCP then makes the sender wait. */
  #pace({ socket }: SocketConnection, { unread, requests }: SocketInbox): void {
    if (socket.readyState !== socket.OPEN) return;
    const { maxQueuedPerSocket } = this.#deps.limits;
    const queued = unread.length + requests.length;
    if (queued > maxQueuedPerSocket) socket.pause();
    else if (socket.isPaused && queued <= maxQueuedPerSocket / 2) socket.resume();
  }
}
