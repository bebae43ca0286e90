import {
  formatModuleTopic,
  moduleCommand,
  moduleStateS,
  type ModuleAddress,
  type ModuleReply,
} from '@sweepline/contract/robot';
import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { Car, type CarSetup } from './car.ts';

export interface ModuleSetup extends ModuleAddress {
  url: string;
  password: string | undefined;
  cars: readonly CarSetup[];
  /** Simulated seconds to a real one. */
  speedup: number;
}

const stepMs = 100;
/** Under a lease the state is sent this often. */
const leasedMs = 1_000;
/** The latest commands, so that a repeated one is answered and not carried out again. */
const remembered = 100;

/** Plays a controller: a module with its credential, and the cars of its elevators. */
export class ElevatorModule {
  readonly cars: readonly Car[];
  readonly #setup: ModuleSetup;
  readonly #bootId = randomUUID();
  readonly #sent = new Map<Car, { content: string; atMs: number }>();
  readonly #replies = new Map<string, ModuleReply>();
  #seq = 0;
  #client: MqttClient | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(setup: ModuleSetup) {
    this.#setup = setup;
    this.cars = setup.cars.map((car) => new Car(car));
  }

  start(): void {
    const { url, serial, password } = this.#setup;
    const client = mqtt.connect(url, {
      clientId: serial,
      ...(password !== undefined && { username: serial, password }),
      clean: true,
      keepalive: 30,
      reconnectPeriod: 2_000,
      will: {
        topic: this.#topic('connection'),
        payload: connection('CONNECTIONBROKEN'),
        qos: 1,
        retain: true,
      },
    });
    this.#client = client;
    // The client connects again by itself.
    client.on('error', () => {});
    client.on('connect', () => {
      client.subscribe(this.#topic('command'), { qos: 1 });
      client.publish(this.#topic('connection'), connection('ONLINE'), { qos: 1, retain: true });
      this.#sent.clear();
    });
    client.on('message', (_topic, payload) => this.#onCommand(payload));
    this.#timer = setInterval(() => this.step(stepMs / 1000), stepMs);
  }

  /** Lets time pass and sends what changed. */
  step(seconds: number): void {
    for (const car of this.cars) {
      car.step(seconds * this.#setup.speedup, seconds);
      this.#tell(car);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const client = this.#client;
    if (!client) return;
    if (client.connected)
      await client.publishAsync(this.#topic('connection'), connection('OFFLINE'), { qos: 1, retain: true });
    await client.endAsync(!client.connected);
  }

  #topic(name: Parameters<typeof formatModuleTopic>[1]): string {
    return formatModuleTopic(this.#setup, name);
  }

  #tell(car: Car): void {
    if (!this.#client?.connected) return;
    const { lease, ...state } = car.state();
    const content = JSON.stringify([state, lease?.rideId]);
    const last = this.#sent.get(car);
    const nowMs = performance.now();
    const everyMs = car.isLeased ? leasedMs : moduleStateS * 1000;
    if (last?.content === content && nowMs - last.atMs < everyMs) return;
    this.#sent.set(car, { content, atMs: nowMs });
    const message = { bootId: this.#bootId, seq: this.#seq++, ...state, lease };
    this.#client.publish(this.#topic('state'), JSON.stringify(message), { qos: 0 });
  }

  #onCommand(payload: Buffer): void {
    let value: unknown;
    try {
      value = JSON.parse(payload.toString());
    } catch {
      return;
    }
    const parsed = moduleCommand.safeParse(value);
    if (!parsed.success) return;
    const command = parsed.data;
    const earlier = this.#replies.get(command.commandId);
    const reply = earlier ?? this.#carryOut(command);
    this.#replies.set(command.commandId, reply);
    const [oldest] = this.#replies.keys();
    if (this.#replies.size > remembered && oldest !== undefined) this.#replies.delete(oldest);
    this.#client?.publish(this.#topic('reply'), JSON.stringify(reply), { qos: 1 });
  }

  #carryOut(command: ReturnType<typeof moduleCommand.parse>): ModuleReply {
    const { commandId, elevatorId, carId } = command;
    const car = this.cars.find(({ setup }) => setup.elevatorId === elevatorId && setup.carId === carId);
    const code = car ? car.take(command) : 'UNKNOWN_CAR';
    return code === undefined ? { commandId, result: 'ACCEPTED' } : { commandId, result: 'REJECTED', code };
  }
}

const connection = (connectionState: 'ONLINE' | 'OFFLINE' | 'CONNECTIONBROKEN') =>
  JSON.stringify({ connectionState, softwareVersion: 'sim 1.0.0' });
