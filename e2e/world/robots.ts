import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceCalls, type Device } from '@sweepline/contract';
import { expect, type APIRequestContext } from '@playwright/test';
import type { HttpCalls } from '../http-calls.ts';
import { simulate } from './simulator.ts';

export interface RobotOptions {
  model?: 'J20' | 'J30' | 'J40';
  /** The built-in floor where the robot stands, and the server's id of its map. */
  floor?: { name: string; mapId: string };
  /** Metres and degrees where the robot stands at first; its charger if left out. */
  start?: [x: number, y: number, angle: number];
  /** Simulated seconds per second. */
  speedup?: number;
}

/** A registered robot of the simulator. */
export class OwnRobot {
  readonly device: Device;
  readonly #args: string[];
  #stop: (() => Promise<void>) | undefined;
  constructor(device: Device, args: string[]) {
    this.device = device;
    this.#args = args;
  }

  /** Connects the robot. It continues from its last state. */
  start(...more: string[]) {
    this.#stop = simulate(['run', ...this.#args, ...more]);
  }

  async stop() {
    const stop = this.#stop;
    this.#stop = undefined;
    await stop?.();
  }
}

/** The robots of one journey. */
export class OwnRobots {
  readonly #request: APIRequestContext;
  readonly #operator: HttpCalls;
  readonly #url: string;
  readonly #robots: OwnRobot[] = [];
  #folder: string | undefined;
  /** Robots that are registered side by side have different serial numbers. */
  #serial = 0;

  /** `url` is the address of the server for robots. */
  constructor(request: APIRequestContext, operator: HttpCalls, url: string) {
    this.#request = request;
    this.#operator = operator;
    this.#url = url;
  }

  /** Registers a robot of the company. It is not started. */
  async register(
    companyId: string,
    { model = 'J30', floor, start, speedup = 16 }: RobotOptions,
  ): Promise<OwnRobot> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'journey-'));
    const serial = this.#serial++;
    const sn = `${model}J${Date.now().toString(36)}${process.pid.toString(36)}${serial}`.toUpperCase();
    const nickname = `Robot ${sn.slice(-6)}`;
    const { device, password } = await this.#operator.send(deviceCalls.register, {
      sn,
      manufacturer: 'JBOT',
      model,
      nickname,
      companyId,
    });
    const world = floor && { world: floor.name, mapId: floor.mapId };
    const entry = { sn, model, password, ...world, ...(start && { start }), soc: 90 };
    const fleet = join(this.#folder, `${sn}.json`);
    await writeFile(fleet, JSON.stringify([entry]), { mode: 0o600 });
    const addresses = ['--url', await this.#brokerOf(sn, password), '--http', this.#url];
    const state = ['--state', this.#folder, '--speedup', `${speedup}`, '--log', 'none'];
    const robot = new OwnRobot(device, ['--fleet', fleet, ...addresses, ...state]);
    this.#robots.push(robot);
    return robot;
  }

  /** Waits until the robot is on its map, without a run and able to start one. */
  async ready({ device: { sn } }: OwnRobot): Promise<Device> {
    let found: Device | undefined;
    await expect
      .poll(async () => {
        found = (await this.#operator.send(deviceCalls.list, { keyword: sn })).list[0];
        const { mode, mapId } = found?.live ?? {};
        return (mode === 'STANDBY' || mode === 'CHARGING') && mapId !== null;
      })
      .toBe(true);
    return found!;
  }

  async stop() {
    await Promise.all(this.#robots.map((robot) => robot.stop()));
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }

  /** The broker's address for this robot, as the server tells it. */
  async #brokerOf(sn: string, password: string): Promise<string> {
    const authorization = `Basic ${Buffer.from(`${sn}:${password}`).toString('base64')}`;
    const config = await this.#request.get('/device/v1/config', { headers: { authorization } });
    const { mqtt } = (await config.json()) as { mqtt: { host: string; port: number } };
    return `mqtt://${mqtt.host}:${mqtt.port}`;
  }
}
