import { randomUUID } from 'node:crypto';
import {
  commandTypes,
  downTopics,
  isUpTopic,
  upMessages,
  type CommandType,
  type DownTopic,
  type Lane,
  type Vehicle,
} from '@sweepline/contract/robot';
import { codecV2 } from '../../apps/server/src/robots/protocol/codec-v2.ts';
import { codecV3 } from '../../apps/server/src/robots/protocol/codec-v3.ts';
import type { Abilities, RobotState } from '../../apps/server/src/robots/protocol/robot-state.ts';
import { eventTime } from '../../apps/server/src/robots/sessions/session.ts';
import type { RobotPort, UpLine } from './robot-port.ts';
import { vehicleOf } from './vehicle.ts';

export interface Received {
  name: string;
  body: Record<string, unknown>;
  text: string;
  atMs: number;
  /** Null behind an outside broker, which does not tell. */
  qos: number | null;
  retain: boolean | null;
  /** Of a `state` that can be read. */
  state: RobotState | undefined;
}

export interface CommandOptions {
  commandId?: string;
  laneSeq?: number;
  lane?: Lane;
  expiresMs?: number;
  attempt?: number;
}

const finalStatuses = new Set<unknown>(['SUCCEEDED', 'FAILED', 'REJECTED', 'CANCELED']);
export const isFinalReply = ({ body }: Received) => finalStatuses.has(body['status']);

const jsonOf = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

/** A robot under test: plays the server's side of single messages, and keeps what the robot sent. */
export class Robot {
  readonly port: RobotPort;
  /** The longest wait for one answer. */
  readonly waitMs: number;
  readonly goal: { x: number; y: number } | undefined;
  readonly received: Received[] = [];
  /** Texts that are no JSON object. */
  readonly unreadable: UpLine[] = [];
  readonly startedMs = Date.now();
  /** Whether durable messages are acknowledged, and requests for the time are answered. */
  acknowledges = true;
  answersTime = true;
  abilities: Abilities | undefined;
  /** Results that several rules share, by name. */
  readonly shared = new Map<string, Promise<unknown>>();
  readonly #headerIds = new Map<string, number>();
  readonly #laneSeq: Record<Lane, number>;
  readonly #waiters = new Set<() => void>();

  constructor(port: RobotPort, { waitMs, goal }: { waitMs: number; goal?: { x: number; y: number } }) {
    this.port = port;
    this.waitMs = waitMs;
    this.goal = goal;
    this.#laneSeq = { ...port.robot.firstLaneSeq };
    port.listen((message) => this.#receive(message));
  }

  get major() {
    return this.port.robot.address.major;
  }
  get codec() {
    return this.major === 'v2' ? codecV2 : codecV3;
  }
  /** Whether it uses the messages of our own. */
  get own() {
    return this.received.some(({ name }) => name.startsWith('x'));
  }
  /** What tells its capabilities. */
  get vehicle(): Vehicle {
    return vehicleOf(this);
  }
  /** The last readable state. */
  get state(): RobotState | undefined {
    return this.received.findLast(({ state }) => state !== undefined)?.state;
  }
  /** A place in the list of messages. */
  mark = () => this.received.length;
  since = (mark: number, name?: string) =>
    this.received.slice(mark).filter((message) => name === undefined || message.name === name);

  #receive({ name, payload, qos, retain }: UpLine) {
    const body = jsonOf(payload);
    // An empty text only deletes a retained message.
    if (payload === '') return;
    if (!body) this.unreadable.push({ name, payload, qos, retain });
    else {
      const schema = isUpTopic(name) ? upMessages[this.major][name] : undefined;
      const parsed = name === 'state' ? schema?.safeParse(body) : undefined;
      const state = parsed?.success ? this.codec.state(parsed.data, new Set()) : undefined;
      const message = { name, body, text: payload, atMs: Date.now(), qos, retain, state };
      this.received.push(message);
      this.#answer(message);
    }
    for (const wake of this.#waiters) wake();
  }

  /** Acknowledges durable messages of the test; older ones are left to the server. */
  #answer({ name, body, atMs }: Received) {
    const { msgId, occurredAt, requestId, type } = body;
    const serverTime = new Date().toISOString();
    if (typeof msgId === 'string' && this.acknowledges) {
      const occurred = eventTime(String(occurredAt), String(body['timestamp']), atMs).getTime();
      if (occurred >= this.startedMs - 1000) this.send('xAck', { acks: [msgId], serverTime });
    }
    if (name === 'xRequest' && type === 'time' && this.answersTime)
      this.send('xResponse', { requestId, status: 'OK', result: {}, serverTime });
  }

  /** Acknowledges and answers what the test has left open. */
  answerAll(mark: number) {
    for (const message of this.since(mark)) this.#answer(message);
  }

  /** Sends a message under the header of the server. */
  send(name: DownTopic, body: Record<string, unknown>) {
    const { address, version } = this.port.robot;
    const headerId = this.#headerIds.get(name) ?? 0;
    this.#headerIds.set(name, headerId + 1);
    const { manufacturer, serialNumber } = address;
    const header = { headerId, timestamp: new Date().toISOString(), version, manufacturer, serialNumber };
    this.port.send(name, JSON.stringify({ ...header, ...body }), downTopics[name].qos);
  }

  /** Waits until `find` finds something; undefined after the time. */
  async wait<T>(find: () => T | undefined | false, withinMs = this.waitMs): Promise<T | undefined> {
    const found = find();
    if (found !== undefined && found !== false) return found;
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    const check = () => {
      const value = find();
      if (value !== undefined && value !== false) resolve(value);
    };
    this.#waiters.add(check);
    const timer = setTimeout(() => resolve(undefined), withinMs);
    try {
      return await Promise.race([promise, this.port.ended]);
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(check);
    }
  }

  /** The first message of a topic after a mark that fits. */
  next = (mark: number, name: string, fits: (message: Received) => boolean = () => true, withinMs?: number) =>
    this.wait(() => this.since(mark, name).find(fits), withinMs);

  /** The first state after a mark that fits. The server asks for one each second. */
  async nextState(mark: number, fits: (state: RobotState) => boolean, withinMs = this.waitMs) {
    const ask = setInterval(() => this.act('stateRequest'), 1000);
    try {
      return await this.next(mark, 'state', ({ state }) => state !== undefined && fits(state), withinMs);
    } finally {
      clearInterval(ask);
    }
  }

  /** Asks for the factsheet each second, because some vehicles say their state before they have subscribed. */
  async askFactsheet(): Promise<Received | undefined> {
    const mark = this.mark();
    this.act('factsheetRequest');
    const ask = setInterval(() => this.act('factsheetRequest'), 1000);
    try {
      return await this.next(mark, 'factsheet');
    } finally {
      clearInterval(ask);
    }
  }

  pause = (ms: number) => this.wait<never>(() => undefined, ms);

  /** Sends an instant action. Returns its id. */
  act(actionType: string, parameters: Record<string, unknown> = {}, actionId: string = randomUUID()): string {
    const planned = { actionType, actionId, parameters, blockingType: 'NONE' as const };
    this.send('instantActions', this.codec.instantActions(planned));
    return actionId;
  }

  /** Sends a command. Returns its id. */
  command(type: CommandType | 'conform.unknown', params: object = {}, options: CommandOptions = {}): string {
    const known = type === 'conform.unknown' ? commandTypes.ping : commandTypes[type];
    const { commandId = randomUUID(), lane = known.lane, attempt = 1 } = options;
    const expiresMs = options.expiresMs ?? Date.now() + 60_000;
    this.send('xCommand', {
      commandId,
      type,
      lane,
      attempt,
      params,
      laneSeq: options.laneSeq ?? this.#laneSeq[lane]++,
      issuedAt: new Date().toISOString(),
      expiresAt: new Date(expiresMs).toISOString(),
      ttlMs: Math.max(1000, expiresMs - Date.now()),
      timeoutMs: known.timeoutMs,
      serverTime: new Date().toISOString(),
    });
    return commandId;
  }

  /** The last number used in a lane. */
  lastLaneSeq = (lane: Lane) => this.#laneSeq[lane] - 1;

  /** The reply that ends a command; undefined after the time. */
  ending = (commandId: string, withinMs?: number, mark = 0) =>
    this.next(mark, 'xReply', (it) => it.body['commandId'] === commandId && isFinalReply(it), withinMs);

  /** Sends a command and waits for the reply that ends it. */
  async ended(type: CommandType, params: object = {}, withinMs = this.waitMs): Promise<Received | undefined> {
    return await this.ending(this.command(type, params), withinMs);
  }

  /** Cuts the connection of the robot. Returns the mark before it. */
  cut(): number {
    const mark = this.mark();
    this.port.disconnect();
    return mark;
  }

  /** Runs `work` once for all rules that need its result. */
  async once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const earlier = this.shared.get(name);
    const result = earlier ?? work();
    this.shared.set(name, result);
    // The name belongs to one function.
    return (await result) as T;
  }
}
