import type { Pose } from '@sweepline/map-core';
import { randomFrom, seedFor } from '../random.ts';
import { Habit } from '../robot/habit.ts';
import { specOf, type SimModel } from '../robot/spec.ts';
import type { MapPoint, World } from '../world/world.ts';
import { Computer } from './computer.ts';
import type { Disk } from './disk.ts';
import type { Identity } from './envelope.ts';
import { Link } from './link.ts';
import type { NetProfile } from './net-profile.ts';
import { DeviceApi } from './uploads.ts';

export interface UnitSetup {
  identity: Identity;
  model: SimModel;
  world: World;
  start: Pose;
  dock: MapPoint | undefined;
  socPct: number;
  seed: number;
  light: boolean;
  habit: boolean;
  speedup: number;
  mtbfH: number | undefined;
  faults: readonly { code: string; atS: number }[];
  net: NetProfile;
  url: string;
  http: string | undefined;
  user: string;
  password: string | undefined;
  disk: Disk;
  log: (text: string) => void;
  runEnded: () => void;
}

/** Where a light robot and the others differ in cost: how often they are looked at. */
const tickMs = { usual: 50, light: 1000 } as const;
const rebootS = 3;
/** A process that was stopped for a while does not race to make it up. */
const longestGapMs = 2000;

/** A whole robot: its computer, the person at its screen, and its connection. */
export class Unit {
  readonly #setup: UnitSetup;
  readonly #link: Link;
  readonly #api: DeviceApi | undefined;
  computer: Computer;
  #habit: Habit | undefined;
  #tickedMs = Date.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(setup: UnitSetup) {
    const { identity, http, user, password } = setup;
    this.#setup = setup;
    if (http !== undefined && password !== undefined) this.#api = new DeviceApi(http, user, password);
    this.computer = this.#boot();
    this.#link = new Link({
      ...setup,
      address: this.computer.address,
      plain: setup.model === 'PLAIN',
      random: randomFrom(seedFor(`${identity.serialNumber} net`, setup.seed)),
      will: () => this.computer.will(),
      connected: () => {
        setup.log('online');
        this.computer.connected();
      },
      disconnected: () => this.computer.disconnected(),
      received: (topic, payload) => this.#watched(() => this.computer.receive(topic, payload)),
      status: this.#api?.status,
    });
  }

  #boot(): Computer {
    const { identity, model, seed, speedup, disk, faults, runEnded, log } = this.#setup;
    const computer = new Computer({
      robot: { ...this.#setup, sn: identity.serialNumber, spec: specOf(model), plannedFaults: faults },
      identity,
      disk,
      now: Date.now,
      speedup,
      plain: model === 'PLAIN',
      upload: this.#api?.upload,
      fetchSection: this.#api?.section ?? (() => Promise.reject(new Error('no server to ask'))),
      send: (message) => this.#link.send(message),
      reboot: () => this.#reboot(),
      told: (what) => {
        log(what);
        if (what.startsWith('run ended')) runEnded();
      },
    });
    const order: ConstructorParameters<typeof Habit>[0]['order'] = (wanted, by) =>
      computer.hmiOrder(wanted, by);
    const hmi = { robot: computer.robot, order, stop: () => computer.hmiStop() };
    this.#habit = this.#setup.habit ? new Habit(hmi, seed) : undefined;
    return computer;
  }

  #reboot() {
    this.computer.goodbye();
    void this.#link.restart(rebootS);
    this.computer = this.#boot();
  }

  start() {
    this.#link.open();
    const every = this.#setup.light ? tickMs.light : tickMs.usual;
    this.#tickedMs = Date.now();
    this.#timer = setInterval(() => this.#tick(), every);
  }

  #tick() {
    const nowMs = Date.now();
    const gapMs = Math.min(longestGapMs, nowMs - this.#tickedMs);
    this.#tickedMs = nowMs;
    const seconds = (gapMs / 1000) * this.#setup.speedup;
    this.#watched(() => {
      this.computer.tick(seconds);
      this.#habit?.advance(seconds);
    });
  }

  /** The watchdog: a computer that crashes starts anew without what it was doing, and the other robots go on. */
  #watched(act: () => void) {
    try {
      act();
    } catch (error) {
      this.#setup.log(`crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      this.computer.forget();
      void this.#link.restart(rebootS);
      this.computer = this.#boot();
    }
  }

  /** Says goodbye and leaves the broker in an orderly fashion. */
  async stop() {
    clearInterval(this.#timer);
    this.computer.goodbye();
    await this.#link.close();
  }
}
