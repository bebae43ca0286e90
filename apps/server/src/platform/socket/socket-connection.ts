import type { Lang } from '@sweepline/contract';
import type { WebSocket } from '@fastify/websocket';
import type { Account } from '../calls/ctx.ts';
import type { Audience } from './bus.ts';
import type { TopicRule } from './topic-rule.ts';
import type { Caller } from './socket-caller.ts';
import { userOf, type AccountUsage } from './socket-usage.ts';

/** Beyond this nothing is added to what is waiting; coalesced topics go on merging meanwhile. */
const slowBytes = 256 * 1024;

const rightsOf = ({ superAdmin, held, scope }: Account) =>
  `${superAdmin} ${[...held].sort().join()} ${scope === '*' ? scope : [...scope].sort().join()}`;

/** One open socket: who is at the other end, what they asked for, and what waits to be sent. */
export class SocketConnection {
  readonly socket: WebSocket;
  readonly token: string;
  readonly lang: Lang;
  /** Whose limits this socket counts towards, and what that person's sockets use together. */
  readonly user: string;
  readonly usage: AccountUsage;
  readonly topics = new Map<string, TopicRule>();
  /** Of these topics only what is about these records. */
  readonly followed = new Map<string, ReadonlySet<string>>();
  account: Account;
  #companies: ReadonlySet<string> | '*';
  #waiting = new Map<string, unknown>();
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

  /** The account as it is now; rights that went are gone for what is sent next. Answers whether it may do or see anything else. */
  renew(account: Account): boolean {
    const before = this.account;
    if (before === account) return false;
    this.account = account;
    this.#companies = account.scope === '*' ? '*' : new Set(account.scope);
    return rightsOf(before) !== rightsOf(account);
  }

  mayHear(audience: Audience | undefined): boolean {
    if (!audience) return true;
    if (audience.accountId !== undefined) return audience.accountId === this.account.id;
    return this.#companies === '*' || this.#companies.has(audience.companyId);
  }

  unsubscribe(topic: string): boolean {
    this.followed.delete(topic);
    clearTimeout(this.#timers.get(topic));
    this.#timers.delete(topic);
    this.#waiting.delete(topic);
    return this.topics.delete(topic);
  }

  /** Sends now, or merges into what waits for the topic's next turn. */
  push(topic: string, content: unknown, frame: () => string): void {
    const rule = this.topics.get(topic);
    if (!rule) return;
    if (rule.everyMs === undefined) return this.send(frame());
    const { merge = (_older: unknown, newer: unknown) => newer } = rule;
    const waiting = this.#waiting.get(topic);
    this.#waiting.set(topic, waiting === undefined ? content : merge(waiting, content));
    if (!this.#timers.has(topic)) this.#release(topic, rule.everyMs);
  }

  /** The first message leaves at once; what follows waits for its turn. */
  #release(topic: string, everyMs: number): void {
    const content = this.#waiting.get(topic);
    if (content === undefined) return void this.#timers.delete(topic);
    if (this.socket.bufferedAmount < slowBytes) {
      this.#waiting.delete(topic);
      this.#say(topic, content);
    }
    this.#timers.set(
      topic,
      setTimeout(() => this.#release(topic, everyMs), everyMs),
    );
  }

  /** A frame that differs from person to person is made for whom this is now; who left meanwhile is not told. */
  #say(topic: string, content: unknown): void {
    const personal = this.topics.get(topic)?.personal;
    if (!personal) return this.send(JSON.stringify({ topic, content }));
    void personal(this.account, this.lang, content).then((frames) => {
      for (const frame of frames) if (this.topics.has(topic)) this.send(JSON.stringify({ topic, ...frame }));
    });
  }

  send(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    // A page that does not read would not read a close frame either. It comes back and starts afresh.
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
