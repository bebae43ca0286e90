import { createHash } from 'node:crypto';
import type { Point } from '@sweepline/map-core';
import { randomFrom, seedFor } from '../../random.ts';
import type { FaultPlan } from '../../robot/body/faults.ts';
import { LocalOperator } from '../../robot/body/local-operator.ts';
import { rideHabitOf, type RideHabit } from '../../robot/body/ride-habit.ts';
import { specOf } from '../../robot/spec.ts';
import { Computer } from './computer.ts';
import { mountDisk } from './disk.ts';
import { Link } from './link.ts';
import { overNetwork } from './network.ts';
import type { RobotProcessSetup } from './robot-process-setup.ts';
import { DeviceApi } from './uploads.ts';

/** Tick interval; a light robot ticks less often to save CPU time. */
const tickMs = { usual: 50, light: 1000 } as const;
const rebootS = 3;
const bindingFile = 'binding.json';
/** After a pause of the process the robot does not catch up more than this. */
const maxGapMs = 2000;

/** A whole robot: its computer, its local operator, and its connection. */
export class RobotProcess {
  readonly #setup: RobotProcessSetup;
  readonly #link: Link;
  readonly #api: DeviceApi | undefined;
  computer: Computer;
  #plan: FaultPlan;
  #localOperator: LocalOperator | undefined;
  #rideHabit: RideHabit | undefined;
  #tickedMs = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #disk: ReturnType<typeof mountDisk> | undefined;
  /** Unprovisioned: the robot does not connect until it is activated. */
  atActivation = false;

  constructor(setup: RobotProcessSetup) {
    const { identity, http, user, password, tls } = setup;
    this.#setup = setup;
    this.#plan = { plannedFaults: setup.faults, plannedRepairs: setup.repairs ?? [] };
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
      received: (name, payload, topic) => {
        this.#countTraffic('MESSAGES', payload.byteLength);
        setup.observe?.({ topic, payload: Buffer.from(payload).toString('utf8'), qos: 1, retain: false });
        this.#runGuarded(() => this.computer.receive(name, payload));
      },
      status: this.#api?.status,
      unbound: () => this.#unbound(),
    });
  }

  #boot(): Computer {
    const { identity, model, seed, speedup, runEnded, log } = this.#setup;
    const disk = (this.#disk = mountDisk(this.#setup.disk));
    const count = (bytes: number) => this.#countTraffic('FILES', bytes);
    const network = this.#api && overNetwork(this.#api, this.#setup.net, count);
    const computer = new Computer({
      robot: { ...this.#setup, sn: identity.serialNumber, spec: specOf(model), ...this.#plan },
      identity,
      disk,
      now: this.#now,
      monotonicMs: () => performance.now(),
      speedup,
      plain: model === 'PLAIN',
      upload: network?.upload,
      fetchRange: network?.fetchRange,
      partUploads: network?.partUploads,
      openStream: network?.openStream,
      whip: this.#api?.whip,
      inlineBytes: this.#setup.net.inlineBytes,
      fetchMap: this.#api?.download,
      trustedKeys: this.#api?.trustedKeys,
      shellAuthorities: this.#api?.shellAuthorities,
      otaFail: this.#setup.otaFail,
      powerCut: this.#setup.powerCut,
      uploadMap: this.#api?.uploadMap,
      fetchSection: this.#api?.section ?? (() => Promise.reject(new Error('no server to ask'))),
      send: (message) => {
        if (!this.#link.send(message)) return;
        this.#countTraffic('MESSAGES', Buffer.byteLength(message.payload));
        this.#setup.observe?.(message);
      },
      reboot: () => this.#reboot(),
      rotateCredential: this.#setup.rotateCredential,
      unbound: () => this.#unbound(),
      log: (text) => {
        log(text);
        if (text.startsWith('run ended')) runEnded();
      },
    });
    const order: ConstructorParameters<typeof LocalOperator>[0]['order'] = (request, by) =>
      computer.hmiOrder(request, by);
    const hmi = { robot: computer.robot, order, stop: () => computer.hmiStop() };
    this.#localOperator = this.#setup.habit ? new LocalOperator(hmi, seed) : undefined;
    this.#rideHabit = rideHabitOf(this.#setup, computer, this.#now);
    return computer;
  }

  /** The time of the robot's own clock. */
  readonly #now = () => Date.now() + (this.#setup.clockSkewMs ?? 0);

  /** Boots with the faults and repairs that are still to come. */
  #bootAgain() {
    this.#plan = this.computer.robot.faults.plan;
    this.computer = this.#boot();
  }

  #reboot() {
    this.computer.goodbye();
    void this.#link.restart(rebootS);
    this.#bootAgain();
  }

  /** Wipes the robot and shows the activation screen, also after a restart. */
  #unbound() {
    if (this.atActivation) return;
    this.atActivation = true;
    const { disk, log } = this.#setup;
    // An upload of the former owner's last report may still be running.
    this.#disk?.detach();
    disk.wipe();
    disk.write(bindingFile, { gone: this.#credentialMark() });
    this.#bootAgain();
    log('unbound: everything is wiped, the screen asks for an activation code');
    void this.#link.close();
  }

  /** A hash of the revoked credential: with another credential the robot may connect again. */
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
    // A robot at its activation screen does nothing.
    if (this.atActivation) return;
    const nowMs = Date.now();
    const gapMs = Math.min(maxGapMs, nowMs - this.#tickedMs);
    this.#tickedMs = nowMs;
    const seconds = (gapMs / 1000) * this.#setup.speedup;
    this.#runGuarded(() => {
      this.computer.tick(seconds);
      this.#localOperator?.advance(seconds);
      this.#rideHabit?.advance(seconds);
    });
  }

  /** Watchdog: a crashed computer restarts without its saved state, and the other robots continue. */
  #runGuarded(step: () => void) {
    try {
      step();
    } catch (error) {
      this.#setup.log(`crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      this.computer.memoryStore.clear();
      void this.#link.restart(rebootS);
      this.#bootAgain();
    }
  }

  /** Changes settings at the robot's screen. */
  edit(values: Record<string, unknown>) {
    const fault = this.computer.sections.edit(values, this.#now());
    this.#setup.log(fault === undefined ? 'settings edited here' : `no such setting: ${fault}`);
  }

  /** Draws a wall on the map, at the robot's screen. */
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

  #countTraffic(kind: 'MESSAGES' | 'FILES', bytes: number) {
    if (this.#mobile) this.#setup.countTraffic?.(kind, bytes);
  }

  /** Disconnects the robot's SIM card from the network, or reconnects it. No effect on a local network. */
  setOffline(offline: boolean) {
    if (!this.#mobile) return;
    this.#setup.log(offline ? 'the SIM card is off the network' : 'the SIM card is on the network again');
    this.#link.setBlocked(offline);
  }

  /** Wakes the robot over its SIM card. */
  wake() {
    this.computer.wake();
  }

  /** Cuts the connection for some seconds. */
  cut(seconds: number) {
    this.#link.cut(seconds);
  }

  /** Reports OFFLINE and disconnects cleanly. */
  async stop() {
    clearInterval(this.#timer);
    this.computer.goodbye();
    await this.#link.close();
  }
}
