import { createHash } from 'node:crypto';
import type { Point, Pose } from '@sweepline/map-core';
import { randomFrom, seedFor } from '../../random.ts';
import { LocalOperator } from '../../robot/body/local-operator.ts';
import { specOf, type SimModel } from '../../robot/spec.ts';
import type { MapPoint, World } from '../../world/world.ts';
import { Computer } from './computer.ts';
import { mounted, type Disk } from './disk.ts';
import type { Identity } from '../messages/envelope.ts';
import { Link } from './link.ts';
import type { ClientTls } from './http.ts';
import type { NetProfile } from './net-profile.ts';
import type { Upload } from '../messages/reports.ts';
import { DeviceApi } from './uploads.ts';

export interface RobotProcessSetup {
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
  /** By how much its clock is ahead of the true time. */
  clockSkewMs?: number;
  url: string;
  http: string | undefined;
  user: string;
  password: string | undefined;
  /** Its certificate, and who vouches for the server. */
  tls?: ClientTls | undefined;
  disk: Disk;
  log: (text: string) => void;
  runEnded: () => void;
  /** Bytes that went over its mobile line. */
  carried?: (kind: 'MESSAGES' | 'FILES', bytes: number) => void;
}

/** Where a light robot and the others differ in cost: how often they are looked at. */
const tickMs = { usual: 50, light: 1000 } as const;
const rebootS = 3;
const bindingFile = 'binding.json';
/** A process that was stopped for a while does not race to make it up. */
const maxGapMs = 2000;

/** A whole robot: its computer, the person at its screen, and its connection. */
export class RobotProcess {
  readonly #setup: RobotProcessSetup;
  readonly #link: Link;
  readonly #api: DeviceApi | undefined;
  computer: Computer;
  #habit: LocalOperator | undefined;
  #tickedMs = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #mounted: ReturnType<typeof mounted> | undefined;
  /** Nobody's: it connects to nothing until it is activated. */
  atActivation = false;

  constructor(setup: RobotProcessSetup) {
    const { identity, http, user, password, tls } = setup;
    this.#setup = setup;
    if (http !== undefined && (password ?? tls?.cert) !== undefined)
      this.#api = new DeviceApi(http, { user, password, tls });
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
      received: (topic, payload) => {
        this.#carried('MESSAGES', payload.byteLength);
        this.#watched(() => this.computer.receive(topic, payload));
      },
      status: this.#api?.status,
      unbound: () => this.#unbound(),
    });
  }

  #boot(): Computer {
    this.#mounted = mounted(this.#setup.disk);
    const { identity, model, seed, speedup, faults, runEnded, log } = this.#setup;
    const disk = this.#mounted;
    const computer = new Computer({
      robot: { ...this.#setup, sn: identity.serialNumber, spec: specOf(model), plannedFaults: faults },
      identity,
      disk,
      now: this.#now,
      monotonicMs: () => performance.now(),
      speedup,
      plain: model === 'PLAIN',
      upload: this.#api && this.#upload,
      inlineBytes: this.#setup.net.inlineBytes,
      fetchMap: this.#api?.download,
      uploadMap: this.#api?.uploadMap,
      fetchSection: this.#api?.section ?? (() => Promise.reject(new Error('no server to ask'))),
      send: (message) => {
        if (this.#link.send(message)) this.#carried('MESSAGES', Buffer.byteLength(message.payload));
      },
      reboot: () => this.#reboot(),
      unbound: () => this.#unbound(),
      told: (what) => {
        log(what);
        if (what.startsWith('run ended')) runEnded();
      },
    });
    const order: ConstructorParameters<typeof LocalOperator>[0]['order'] = (wanted, by) =>
      computer.hmiOrder(wanted, by);
    const hmi = { robot: computer.robot, order, stop: () => computer.hmiStop() };
    this.#habit = this.#setup.habit ? new LocalOperator(hmi, seed) : undefined;
    return computer;
  }

  /** What its own clock shows. */
  readonly #now = () => Date.now() + (this.#setup.clockSkewMs ?? 0);

  #reboot() {
    this.computer.goodbye();
    void this.#link.restart(rebootS);
    this.computer = this.#boot();
  }

  /** Wiped, without a credential, and at the screen that asks for an activation code. Also when it is started again. */
  #unbound() {
    if (this.atActivation) return;
    this.atActivation = true;
    const { disk, log } = this.#setup;
    // An upload of the former owner's last report may still be under way.
    this.#mounted?.detach();
    disk.wipe();
    disk.write(bindingFile, { gone: this.#credentialMark() });
    this.computer = this.#boot();
    log('unbound: everything is wiped, the screen asks for an activation code');
    void this.#link.close();
  }

  /** Which credential it had, without keeping it: with another one it may connect again. */
  #credentialMark = () =>
    createHash('sha256')
      .update(this.#setup.password ?? this.#setup.tls?.cert ?? '')
      .digest('hex');

  #wasUnbound(): boolean {
    // Written by `#unbound` only.
    const binding = this.#setup.disk.read(bindingFile) as { gone: string } | null | undefined;
    return binding?.gone === this.#credentialMark();
  }

  start() {
    if (this.#wasUnbound()) {
      this.atActivation = true;
      this.#setup.log('unbound: the screen asks for an activation code');
    } else this.#link.open();
    const every = this.#setup.light ? tickMs.light : tickMs.usual;
    this.#tickedMs = Date.now();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), every);
  }

  #tick() {
    // It stands there with its screen on; nothing of what it does goes anywhere.
    if (this.atActivation) return;
    const nowMs = Date.now();
    const gapMs = Math.min(maxGapMs, nowMs - this.#tickedMs);
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
      this.computer.memory.forget();
      void this.#link.restart(rebootS);
      this.computer = this.#boot();
    }
  }

  /** Somebody changes settings at its screen. */
  edit(values: Record<string, unknown>) {
    const fault = this.computer.sections.edit(values, this.#now());
    this.#setup.log(fault === undefined ? 'settings edited here' : `no such setting: ${fault}`);
  }

  /** Somebody draws a wall on its map, at its screen. */
  drawWall(points: Point[]) {
    this.computer.drawWall(points);
    this.#setup.log('map edited here');
  }

  get iccid() {
    return this.computer.robot.simCard().iccid;
  }

  get #mobile() {
    return this.computer.robot.vitals().networkMode !== 'WIFI';
  }

  #carried(kind: 'MESSAGES' | 'FILES', bytes: number) {
    if (this.#mobile) this.#setup.carried?.(kind, bytes);
  }

  readonly #upload: Upload = async (kind, name, bytes, refId) => {
    const fileId = await this.#api!.upload(kind, name, bytes, refId);
    this.#carried('FILES', bytes.byteLength);
    return fileId;
  };

  /** The operator takes its card off the network, or puts it back. A robot on a local network does not notice. */
  offAir(off: boolean) {
    if (!this.#mobile) return;
    this.#setup.log(off ? 'the SIM card is off the network' : 'the SIM card is on the network again');
    this.#link.bar(off);
  }

  /** A call to its card wakes it. */
  wake() {
    this.computer.wake();
  }

  /** Loses the network for so many seconds. */
  cut(seconds: number) {
    this.#link.cut(seconds);
  }

  /** Says goodbye and leaves the broker in an orderly fashion. */
  async stop() {
    clearInterval(this.#timer);
    this.computer.goodbye();
    await this.#link.close();
  }
}
