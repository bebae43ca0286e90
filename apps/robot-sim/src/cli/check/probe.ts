import { randomUUID } from 'node:crypto';
import { downTopicNames, formatTopic, upTopics, type UpTopic } from '@sweepline/contract/robot';
import mqtt, { type MqttClient } from 'mqtt';
import { newId } from '../../robot/ids.ts';
import { Envelopes, type Identity } from '../../wire/messages/envelope.ts';

const connectMs = 10_000;
/** SUBACK: the broker refuses the subscription. */
const refusedCode = 128;

export interface ProbeSetup {
  url: string;
  identity: Identity;
  user: string;
  /** Undefined on a development listener. */
  password: string | undefined;
  ca: string | undefined;
  /** Longest wait for an answer. */
  waitMs: number;
}

export interface Received {
  topic: string;
  name: string;
  retain: boolean;
  body: Record<string, unknown>;
}

/** A connection of a test robot: it says what a rule needs, and keeps what arrives. */
export class Probe {
  readonly received: Received[] = [];
  readonly #setup: ProbeSetup;
  readonly #envelopes: Envelopes;
  readonly #bootId = randomUUID();
  readonly #waiters = new Set<() => void>();
  readonly #ended = Promise.withResolvers<undefined>();
  #client: MqttClient | undefined;
  #seq = 0;
  /** Whether the first messages are sent. */
  isIntroduced = false;
  /** Whether the broker ended the connection. */
  closed = false;

  constructor(setup: ProbeSetup) {
    this.#setup = setup;
    this.#envelopes = new Envelopes(setup.identity);
  }

  /** Connects. False when the broker refuses the credential or does not answer. */
  connect(password = this.#setup.password): Promise<boolean> {
    const { url, user, ca, identity } = this.#setup;
    const will = this.#envelopes.wrap('connection', { connectionState: 'CONNECTION_BROKEN' }, Date.now());
    const client = mqtt.connect(url, {
      ...(ca !== undefined && { ca }),
      ...(password !== undefined && { username: user, password }),
      clientId: identity.serialNumber,
      protocolVersion: 4,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: connectMs,
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
    });
    this.#client = client;
    client.on('message', (topic, payload, { retain }) => this.#take(topic, payload, retain));
    return new Promise((done) => {
      client.on('connect', () => done(true));
      // A refusal is an error; the rule sees it as the connection that is not there.
      client.on('error', () => done(false));
      client.on('close', () => {
        this.closed = true;
        this.#ended.resolve(undefined);
        done(false);
        for (const wake of this.#waiters) wake();
      });
    });
  }

  /** Subscribes to the down topics and says that the robot is there. */
  async introduce(): Promise<void> {
    const { address } = this.#envelopes;
    for (const name of downTopicNames) await this.maySubscribe(formatTopic(address, name));
    await this.say('connection', { connectionState: 'ONLINE' });
    this.isIntroduced = true;
  }

  /** Whether the broker accepts a subscription. */
  async maySubscribe(filter: string): Promise<boolean> {
    const answer = this.#client?.subscribeAsync(filter, { qos: 1 }).catch(() => undefined);
    // A closed connection answers nothing.
    const grants = await Promise.race([answer, this.#ended.promise]);
    return grants?.some(({ qos }) => qos < refusedCode) ?? false;
  }

  async say(name: UpTopic, body: object): Promise<void> {
    const { topic, payload } = this.#envelopes.wrap(name, body, Date.now());
    await this.raw(topic, payload, upTopics[name].retain);
  }

  /** The fields of a durable message. */
  durable = () => ({
    msgId: newId(),
    bootId: this.#bootId,
    seq: ++this.#seq,
    occurredAt: new Date().toISOString(),
  });

  async raw(topic: string, payload: string, retain = false): Promise<void> {
    const sent = this.#client?.publishAsync(topic, payload, { qos: 1, retain }).catch(() => undefined);
    await Promise.race([sent, this.#ended.promise]);
  }

  topicOf = (name: UpTopic) => formatTopic(this.#envelopes.address, name);

  /** The first message, from `since` on, that matches; undefined when none comes in time. */
  async waitFor(holds: (message: Received) => boolean, since = 0): Promise<Received | undefined> {
    const endMs = Date.now() + this.#setup.waitMs;
    for (;;) {
      const found = this.received.slice(since).find(holds);
      const leftMs = endMs - Date.now();
      if (found || leftMs <= 0 || this.closed) return found;
      await this.#change(leftMs);
    }
  }

  /** Whether the broker ends the connection in time. */
  async waitForEnd(): Promise<boolean> {
    if (!this.closed) await this.waitFor(() => false);
    return this.closed;
  }

  #change(timeoutMs: number): Promise<void> {
    return new Promise((done) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiters.delete(wake);
        done();
      };
      const timer = setTimeout(wake, timeoutMs);
      this.#waiters.add(wake);
    });
  }

  #take(topic: string, payload: Buffer, retain: boolean): void {
    this.received.push({ topic, name: topic.split('/').at(-1) ?? '', retain, body: bodyOf(payload) });
    for (const wake of this.#waiters) wake();
  }

  async leave(): Promise<void> {
    if (!this.closed) await this.say('connection', { connectionState: 'OFFLINE' });
    this.#client?.end(true);
  }
}

function bodyOf(payload: Buffer): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(payload.toString('utf8'));
    // A message is a JSON object.
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
