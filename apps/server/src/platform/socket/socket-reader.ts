import type { DriveFrame, SocketCloseCause } from '@sweepline/contract';
import type { SubscriptionRequest } from './subscriptions.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { SocketInbox } from './socket-inbox.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { SocketMetrics } from './socket-metrics.ts';
import { RateWindow } from '../limits/rate-window.ts';
import { requestIn } from './socket-request.ts';

/** The rest of the program runs after so many units of all sockets: half a millisecond of parsing. */
const maxUnitsPerTurn = 64;

export interface ReaderDeps {
  limits: SocketLimits;
  /** Of messages, by account. */
  rate: Pick<RateLimit, 'take'>;
  metrics: Pick<SocketMetrics, 'reached'>;
  /** False where a socket has no room for another topic. */
  apply: (line: SocketConnection, requests: readonly SubscriptionRequest[]) => Promise<boolean>;
  drive: (line: SocketConnection, frame: DriveFrame) => void;
  exceeded: (line: SocketConnection, cause: SocketCloseCause) => void;
  fault: (error: unknown) => void;
}

/** Reads what pages send: one message of each socket in turn, a few in each turn of the event loop, and no faster than they are applied. */
export class SocketReader {
  readonly #deps: ReaderDeps;
  readonly #inboxes = new Map<SocketConnection, SocketInbox>();
  /** Sockets with unread messages, the one to be read next first. */
  readonly #ready = new Set<SocketConnection>();
  #isScheduled = false;
  readonly #window: RateWindow;

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
    this.#window = new RateWindow(deps.limits.maxMessagesPerSecondPerProcess);
  }

  add(line: SocketConnection): void {
    this.#inboxes.set(line, { unread: [], requests: [], isApplying: false });
  }

  remove(line: SocketConnection): void {
    this.#inboxes.delete(line);
    this.#ready.delete(line);
  }

  receive(line: SocketConnection, data: Buffer): void {
    const inbox = this.#inboxes.get(line);
    if (!inbox) return;
    const { rate, exceeded } = this.#deps;
    if (!rate.take(line.user, this.#unitsOf(data))) return exceeded(line, 'tooManyMessages');
    inbox.unread.push(data);
    this.#ready.add(line);
    this.#pace(line, inbox);
    this.#schedule();
  }

  #unitsOf = (data: Buffer) => 1 + Math.floor(data.byteLength / this.#deps.limits.bytesPerMessageUnit);

  #schedule(): void {
    if (this.#isScheduled || this.#ready.size === 0) return;
    this.#isScheduled = true;
    const waitMs = this.#window.waitMs();
    if (waitMs === 0) return void setImmediate(() => this.#turn());
    this.#deps.metrics.reached('messages_process');
    setTimeout(() => this.#turn(), waitMs);
  }

  #turn(): void {
    this.#isScheduled = false;
    for (let units = 0; units < maxUnitsPerTurn;) {
      const [line] = this.#ready;
      const inbox = line && this.#inboxes.get(line);
      if (!line || !inbox) break;
      this.#ready.delete(line);
      const data = inbox.unread.shift();
      if (inbox.unread.length > 0) this.#ready.add(line);
      if (!data) continue;
      units += this.#unitsOf(data);
      this.#window.count();
      this.#read(line, inbox, data);
    }
    this.#schedule();
  }

  #read(line: SocketConnection, inbox: SocketInbox, data: Buffer): void {
    const request = requestIn(data);
    if (request && 'drive' in request) this.#deps.drive(line, request.drive);
    else if (request) inbox.requests.push(request);
    if (inbox.requests.length > 0 && !inbox.isApplying) void this.#apply(line, inbox);
    this.#pace(line, inbox);
  }

  async #apply(line: SocketConnection, inbox: SocketInbox): Promise<void> {
    const { apply, exceeded, fault } = this.#deps;
    inbox.isApplying = true;
    try {
      while (inbox.requests.length > 0) {
        if (!(await apply(line, inbox.requests.splice(0)))) return exceeded(line, 'tooManySubscriptions');
      }
    } catch (error) {
      fault(error);
    } finally {
      inbox.isApplying = false;
      this.#pace(line, inbox);
    }
  }

  /** A socket that sends faster than its messages are applied is not read meanwhile: TCP makes the sender wait. */
  #pace({ socket }: SocketConnection, { unread, requests }: SocketInbox): void {
    if (socket.readyState !== socket.OPEN) return;
    const { maxQueuedPerSocket } = this.#deps.limits;
    const queued = unread.length + requests.length;
    if (queued > maxQueuedPerSocket) socket.pause();
    else if (socket.isPaused && queued <= maxQueuedPerSocket / 2) socket.resume();
  }
}
