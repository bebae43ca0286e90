import {
  formatModuleTopic,
  moduleCommand,
  moduleDoorCommand,
  moduleStateS,
  type ModuleAddress,
  type ModuleCommand,
  type ModuleDoorCommand,
  type ModuleReply,
} from '@sweepline/contract/robot';
import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { z } from 'zod';
import { Car, type CarSetup } from './car.ts';
import { Door } from './door.ts';

export interface ModuleSetup extends ModuleAddress {
  url: string;
  password: string | undefined;
  cars: readonly CarSetup[];
  /** The numbers of its doors. */
  doors: readonly string[];
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
  readonly doors: readonly Door[];
  readonly #setup: ModuleSetup;
  readonly #bootId = randomUUID();
  readonly #sent = new Map<Car | Door, { content: string; atMs: number }>();
  readonly #replies = new Map<string, ModuleReply>();
  #seq = 0;
  #client: MqttClient | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(setup: ModuleSetup) {
    this.#setup = setup;
    this.cars = setup.cars.map((car) => new Car(car));
    this.doors = setup.doors.map((doorId) => new Door(doorId));
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
      const { lease, ...state } = car.state();
      const everyMs = car.isLeased ? leasedMs : moduleStateS * 1000;
      this.#tell(car, { ...state, lease }, JSON.stringify([state, lease?.rideId]), everyMs);
    }
    for (const door of this.doors) {
      door.step(seconds * this.#setup.speedup);
      const state = door.state();
      this.#tell(door, state, JSON.stringify(state), moduleStateS * 1000);
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

  /** Sends a state that changed, or that is due again. */
  #tell(of: Car | Door, state: object, content: string, everyMs: number): void {
    if (!this.#client?.connected) return;
    const last = this.#sent.get(of);
    const nowMs = performance.now();
    if (last?.content === content && nowMs - last.atMs < everyMs) return;
    this.#sent.set(of, { content, atMs: nowMs });
    const message = { bootId: this.#bootId, seq: this.#seq++, ...state };
    this.#client.publish(this.#topic('state'), JSON.stringify(message), { qos: 0 });
  }

  #onCommand(payload: Buffer): void {
    let value: unknown;
    try {
      value = JSON.parse(payload.toString());
    } catch {
      return;
    }
    const parsed = z.union([moduleCommand, moduleDoorCommand]).safeParse(value);
    if (!parsed.success) return;
    const command = parsed.data;
    const earlier = this.#replies.get(command.commandId);
    const reply = earlier ?? this.#carryOut(command);
    this.#replies.set(command.commandId, reply);
    const [oldest] = this.#replies.keys();
    if (this.#replies.size > remembered && oldest !== undefined) this.#replies.delete(oldest);
    this.#client?.publish(this.#topic('reply'), JSON.stringify(reply), { qos: 1 });
  }

  #carryOut(command: ModuleCommand | ModuleDoorCommand): ModuleReply {
    const { commandId } = command;
    if ('doorId' in command) {
      const door = this.doors.find(({ doorId }) => doorId === command.doorId);
      door?.take(command);
      return door
        ? { commandId, result: 'ACCEPTED' }
        : { commandId, result: 'REJECTED', code: 'UNKNOWN_DOOR' };
    }
    const { elevatorId, carId } = command;
    const car = this.cars.find(({ setup }) => setup.elevatorId === elevatorId && setup.carId === carId);
    const code = car ? car.take(command) : 'UNKNOWN_CAR';
    return code === undefined ? { commandId, result: 'ACCEPTED' } : { commandId, result: 'REJECTED', code };
  }
}

const connection = (connectionState: 'ONLINE' | 'OFFLINE' | 'CONNECTIONBROKEN') =>
  JSON.stringify({ connectionState, softwareVersion: 'sim 1.0.0' });
