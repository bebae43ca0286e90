import { downTopicNames, formatTopic, type DeviceAddress } from '@sweepline/contract/robot';
import mqtt, { type MqttClient } from 'mqtt';
import { exponential, type Random } from '../../random.ts';
import type { Outgoing } from '../messages/envelope.ts';
import type { ClientTls } from './http.ts';
import type { NetProfile } from './net-profile.ts';

export interface LinkSetup {
  url: string;
  user: string;
  password: string | undefined;
  /** TLS options of an encrypted connection. */
  tls?: ClientTls | undefined;
  address: DeviceAddress;
  /** A plain vehicle subscribes to the VDA topics only. */
  plain: boolean;
  net: NetProfile;
  random: Random;
  /** The last will, created for each connection. */
  will: () => Outgoing;
  connected: () => void;
  disconnected: () => void;
  received: (name: string, payload: Uint8Array, topic: string) => void;
  /** Requests the robot's status from the server, after the broker refused the credential. */
  status: (() => Promise<string>) | undefined;
  /** The server reports that this robot is unbound. */
  unbound: () => void;
  log: (text: string) => void;
}

const keepAliveS = 30;
const maxWaitS = 120;
/** Waits after "not authorised": five and fifteen minutes, then hourly (docs/protocol/connecting.md#reconnecting). */
const refusedWaitS = [300, 900, 3600] as const;
const vdaDown = new Set(['order', 'instantActions']);

/** A robot's connection to the broker: clean sessions, a last will, and back-off (docs/protocol/connecting.md). */
export class Link {
  readonly #setup: LinkSetup;
  #client: MqttClient | undefined;
  #attempts = 0;
  #refusals = 0;
  #timer: NodeJS.Timeout | undefined;
  #cut: NodeJS.Timeout | undefined;
  #closed = false;
  #ready = false;
  #busyUntilMs = 0;
  #blocked = false;
  #lostUntilMs = 0;

  constructor(setup: LinkSetup) {
    this.#setup = setup;
  }

  open() {
    if (this.#blocked) return;
    // A restart does not bring the network back.
    const lostMs = this.#lostUntilMs - performance.now();
    if (lostMs > 0) return this.#reopen(lostMs / 1000);
    const { url, user, password, address, tls } = this.#setup;
    const will = this.#setup.will();
    const client = mqtt.connect(url, {
      ...tls,
      clientId: address.serialNumber,
      // A development listener accepts only clients without a name.
      ...(password !== undefined && { username: user, password }),
      protocolVersion: 4,
      clean: true,
      keepalive: keepAliveS,
      reconnectPeriod: 0,
      connectTimeout: 10_000,
      queueQoSZero: false,
      resubscribe: false,
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: will.qos, retain: will.retain },
    });
    this.#client = client;
    client.on('connect', () => this.#subscribe(client));
    client.on('message', (topic, payload) =>
      this.#setup.received(topic.split('/').at(-1) ?? '', payload, topic),
    );
    client.on('error', (error) => this.#failed(error));
    client.on('close', () => this.#lost(client));
  }

  #subscribe(client: MqttClient) {
    const names = downTopicNames.filter((name) => !this.#setup.plain || vdaDown.has(name));
    const topics = names.map((name) => formatTopic(this.#setup.address, name));
    client.subscribe(topics, { qos: 1 }, (error) => {
      if (error || client !== this.#client) return;
      this.#attempts = 0;
      this.#refusals = 0;
      this.#ready = true;
      this.#setup.connected();
      this.#planCut();
    });
  }

  #failed(error: Error) {
    // A refused connection to a host with two addresses is an AggregateError without a message.
    this.#setup.log(error.message || ('code' in error ? String(error.code) : error.name));
    // CONNACK 4 and 5: bad user name or password, not authorised.
    if ('code' in error && (error.code === 4 || error.code === 5)) this.#refusals++;
  }

  #lost(client: MqttClient) {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#ready = false;
    clearTimeout(this.#cut);
    this.#setup.disconnected();
    if (this.#closed) return;
    if (this.#refusals > 0) void this.#waitForServer();
    else this.#reopen(this.#setup.random() * Math.min(maxWaitS, 2 ** this.#attempts++));
  }

  /** After a refused credential. Status OK means that the broker does not know it yet, so the robot retries soon. */
  async #waitForServer() {
    const status = await this.#setup.status?.().catch(() => 'UNKNOWN');
    if (status === 'UNBOUND') return this.#setup.unbound();
    const backoffS = refusedWaitS[Math.min(this.#refusals, refusedWaitS.length) - 1]!;
    const waitS = status === 'OK' ? 5 + this.#setup.random() * 10 : backoffS;
    this.#setup.log(`refused by the broker (${status ?? 'no answer'}), again in ${Math.round(waitS)} s`);
    if (!this.#closed) this.#reopen(waitS);
  }

  #reopen(seconds: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), seconds * 1000);
  }

  /** Schedules a connection loss without DISCONNECT, so that the broker publishes the will. */
  #planCut() {
    const { net, random, log } = this.#setup;
    if (!net.drop) return;
    const { lastsS } = net.drop;
    this.#cut = setTimeout(
      () => {
        log('network lost');
        this.cut(exponential(random, lastsS));
      },
      exponential(random, net.drop.everyS) * 1000,
    );
  }

  /** Disconnects cleanly and reconnects after a while, as for a reboot. */
  async restart(seconds: number) {
    const client = this.#client;
    this.#client = undefined;
    this.#ready = false;
    clearTimeout(this.#cut);
    await disconnect(client);
    if (!this.#closed) this.#reopen(seconds);
  }

  /** Blocks the connection until it is unblocked; starts and restarts in between do not connect. */
  setBlocked(blocked: boolean) {
    const wasBlocked = this.#blocked;
    this.#blocked = blocked;
    if (blocked && this.#client) this.cut(0);
    if (wasBlocked && !blocked && !this.#closed) this.#reopen(0);
  }

  /** Loses the network for a while. */
  cut(seconds: number) {
    this.#lostUntilMs = Math.max(this.#lostUntilMs, performance.now() + seconds * 1000);
    const client = this.#client;
    this.#client = undefined;
    this.#ready = false;
    clearTimeout(this.#cut);
    client?.stream.destroy();
    client?.end(true);
    this.#setup.disconnected();
    this.#reopen(seconds);
  }

  /** Returns whether the message was sent. */
  send({ topic, payload, qos, retain }: Outgoing): boolean {
    const { net, random } = this.#setup;
    if (!this.#ready || (qos === 0 && net.loss > 0 && random() < net.loss)) return false;
    const publish = () => this.#client?.publish(topic, payload, { qos, retain });
    if (net.latencyMs === 0 && net.jitterMs === 0) {
      publish();
      return true;
    }
    // A delayed message never overtakes an earlier one, as in one TCP stream.
    const nowMs = performance.now();
    this.#busyUntilMs = Math.max(this.#busyUntilMs, nowMs + net.latencyMs + net.jitterMs * random());
    setTimeout(publish, this.#busyUntilMs - nowMs);
    return true;
  }

  /** Ends the connection once all messages are sent. */
  async close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#cut);
    await disconnect(this.#client);
  }
}

/** Ends a connection once all messages are sent, or after two seconds. */
const disconnect = (client: MqttClient | undefined) =>
  Promise.race([client?.endAsync(), new Promise((done) => setTimeout(done, 2000))]);
