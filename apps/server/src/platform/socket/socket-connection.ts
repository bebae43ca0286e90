import type { Lang } from '@sweepline/contract';
import type { WebSocket } from '@fastify/websocket';
import type { Account } from '../calls/ctx.ts';
import type { Audience } from './bus.ts';
import type { TopicRule } from './topic-rule.ts';
import type { Caller } from './socket-caller.ts';
import { userOf, type AccountUsage } from './socket-usage.ts';

/** Above this many buffered bytes coalesced topics are not sent; their messages are merged meanwhile. */
const slowBytes = 256 * 1024;

const rightsOf = ({ superAdmin, permissionCodes, scope }: Account) =>
  `${superAdmin} ${[...permissionCodes].sort().join()} ${scope === '*' ? scope : [...scope].sort().join()}`;

/** One open socket: its account, its subscriptions and its unsent messages. */
export class SocketConnection {
  readonly socket: WebSocket;
  readonly token: string;
  readonly lang: Lang;
  /** The account whose limits this socket counts towards, and the usage of all sockets of that account. */
  readonly user: string;
  readonly usage: AccountUsage;
  readonly topics = new Map<string, TopicRule>();
  /** Topics of which the page wants only these records. */
  readonly followed = new Map<string, ReadonlySet<string>>();
  account: Account;
  #companies: ReadonlySet<string> | '*';
  #unsent = new Map<string, unknown>();
  #timers = new Map<string, NodeJS.Timeout>();

  constructor(socket: WebSocket, { account, token, lang }: Caller, usage: AccountUsage) {
    this.socket = socket;
    this.token = token;
    this.lang = lang;
    this.account = account;
    this.user = userOf(account);
    this.usage = usage;
    this.#companies = account.scope === '*' ? '*' : new Set(account.scope);
  }

  /** Replaces the account by its current state, which applies to the next message. Returns whether its rights or scope changed. */
  renew(account: Account): boolean {
    const previous = this.account;
    if (previous === account) return false;
    this.account = account;
    this.#companies = account.scope === '*' ? '*' : new Set(account.scope);
    return rightsOf(previous) !== rightsOf(account);
  }

  isInAudience(audience: Audience | undefined): boolean {
    if (!audience) return true;
    if (audience.accountId !== undefined) return audience.accountId === this.account.id;
    return this.#companies === '*' || this.#companies.has(audience.companyId);
  }

  unsubscribe(topic: string): boolean {
    this.followed.delete(topic);
    clearTimeout(this.#timers.get(topic));
    this.#timers.delete(topic);
    this.#unsent.delete(topic);
    return this.topics.delete(topic);
  }

  /** Sends a message now, or merges it into the unsent message of a coalesced topic. */
  push(topic: string, content: unknown, frame: () => string): void {
    const rule = this.topics.get(topic);
    if (!rule) return;
    if (rule.everyMs === undefined) return this.send(frame());
    const { merge = (_older: unknown, newer: unknown) => newer } = rule;
    const unsent = this.#unsent.get(topic);
    this.#unsent.set(topic, unsent === undefined ? content : merge(unsent, content));
    if (!this.#timers.has(topic)) this.#release(topic, rule.everyMs);
  }

  /** Sends the first message at once; later ones wait for the interval of the topic. */
  #release(topic: string, everyMs: number): void {
    const content = this.#unsent.get(topic);
    if (content === undefined) return void this.#timers.delete(topic);
    if (this.socket.bufferedAmount < slowBytes) {
      this.#unsent.delete(topic);
      this.#sendContent(topic, content);
    }
    this.#timers.set(
      topic,
      setTimeout(() => this.#release(topic, everyMs), everyMs),
    );
  }

  /** A personal frame is built for the account's current state and is dropped if the topic was left meanwhile. */
  #sendContent(topic: string, content: unknown): void {
    const personal = this.topics.get(topic)?.personal;
    if (!personal) return this.send(JSON.stringify({ topic, content }));
    void personal(this.account, this.lang, content).then((frames) => {
      for (const frame of frames) if (this.topics.has(topic)) this.send(JSON.stringify({ topic, ...frame }));
    });
  }

  send(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    // A page that does not read would not read a close frame either. It reconnects and subscribes again.
    const { bufferedAmount } = this.socket;
    if (bufferedAmount > slowBytes && !this.usage.mayBuffer(bufferedAmount)) return this.socket.terminate();
    this.socket.send(text);
  }

  stop(): string[] {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    const topics = [...this.topics.keys()];
    this.topics.clear();
    this.followed.clear();
    return topics;
  }
}
