import { modes, type DeviceMode, type RunPhase, type ZoneSetV3 } from '@sweepline/contract/robot';
import type { Pose } from '@sweepline/map-core';
import { Drive } from '../motion/drive.ts';
import { LightDrive } from '../motion/light-drive.ts';
import type { Mover } from '../motion/mover.ts';
import { randomFrom, seedFor, type Random } from '../random.ts';
import type { HeldMap, MapPoint, World } from '../world/world.ts';
import { act } from './activity-step.ts';
import { Activity, wait, type Behaviour } from './activity.ts';
import { cruiseFactor } from './body/algorithms.ts';
import { Alarms, type ActiveAlarm } from './body/alarms.ts';
import { lookAhead } from './world/areas-ahead.ts';
import { Power } from './body/power.ts';
import { Faults, untilRepaired } from './body/faults.ts';
import { standsOn } from './drive/localization.ts';
import type { Ground } from './world/ground.ts';
import { groundNow } from './world/ground-now.ts';
import { OrderProgress } from './drive/order-progress.ts';
import type { Ride } from './drive/ride.ts';
import { Pause } from './drive/pause.ts';
import { CoveragePicture } from './picture.ts';
import { emptyLists, type RunRecord, type RunState } from './run.ts';
import { firstSettings, type Settings } from './body/settings.ts';
import { Relapses } from './body/relapses.ts';
import { unpacked, type Progress, type Unfinished } from './body/memory.ts';
import type { RobotEvents, RobotSetup } from './setup.ts';
import type { RobotSpec } from './spec.ts';
import { Sounds } from './body/sounds.ts';
import { StepTimers } from './body/step-timers.ts';
import { Tanks } from './body/tanks.ts';
import { Teleop } from './drive/teleop.ts';
import { Tools } from './body/tools.ts';
import { Traffic } from './drive/traffic.ts';
import { cleaningFlag, Trail } from './world/trail.ts';
import { recordUsage, checkUpkeep } from './body/upkeep.ts';
import { Usage } from './body/usage.ts';
import { simCardOf, vitalsOf } from './body/vitals.ts';
import { Wear } from './body/wear.ts';

/**
 * One robot: body, battery, tanks, and its current activity. Time passes only through `advance`, so that the same seed and
 * the same steps always give the same result.
 */
export class Robot {
  readonly sn: string;
  readonly spec: RobotSpec;
  /** The floor of the robot's current map. */
  world: World;
  /** The other maps of the robot; the map storage of its computer supplies them. */
  maps: () => readonly HeldMap[] = () => [];
  readonly random: Random;
  /** Noise of reported poses. A separate stream, so that the number of reports does not change other draws. */
  readonly noise: Random;
  readonly light: boolean;
  readonly events: RobotEvents;
  readonly timestamp: () => string;
  readonly drive: Mover;
  readonly power: Power;
  readonly tanks: Tanks;
  readonly wear: Wear;
  readonly alarms: Alarms;
  readonly faults: Faults;
  readonly relapses: Relapses;
  readonly activity = new Activity();
  readonly orders: OrderProgress;
  dock: MapPoint | undefined;
  ground: Ground;
  /** Counts the accepted zone sets; an older plan must be renewed. */
  groundVersion = 0;
  readonly traffic: Traffic;
  settings: Settings;
  mode: DeviceMode = 'INITIALIZING';
  readonly pause = new Pause(this);
  readonly teleop = new Teleop(this);
  readonly sounds = new Sounds(this);
  frozen: boolean;
  relocating = false;
  unconfirmedPose: (Pose & { mapId: string }) | undefined;
  readonly tools = new Tools();
  ride: Ride | undefined;
  run: RunRecord | undefined;
  trail = new Trail();
  picture: CoveragePicture | undefined;
  progress: Progress | undefined;
  unfinished: Unfinished | undefined;
  readonly usage: Usage;
  localizationScore = 0.95;
  readonly timers = new StepTimers();

  constructor(setup: RobotSetup, events: RobotEvents) {
    const { spec, memory } = setup;
    this.sn = setup.sn;
    this.spec = spec;
    this.world = setup.world;
    this.light = setup.light;
    this.events = events;
    this.timestamp = () => new Date(setup.now()).toISOString();
    this.random = randomFrom(seedFor(setup.sn, setup.seed));
    this.noise = randomFrom(seedFor(`${setup.sn} noise`, setup.seed));
    const pose = memory?.pose ?? setup.start;
    this.drive = setup.light ? new LightDrive(pose) : new Drive(pose);
    this.tanks = new Tanks(spec, this.random, memory?.tanks);
    this.wear = new Wear(spec, this.random, setup.wear, memory?.consumables);
    this.alarms = new Alarms((event, alarm) => this.#alarmed(event, alarm), memory?.alarms);
    this.faults = new Faults(this.random, setup.mtbfH, setup);
    for (const { code } of memory?.alarms ?? [])
      this.faults.restore(code, memory?.lastingFaults?.includes(code) ? untilRepaired : undefined);
    this.relapses = new Relapses(setup, memory?.relapses);
    this.orders = new OrderProgress(() => this.events.changed(), memory?.book);
    this.dock = setup.dock;
    this.settings = { ...firstSettings(spec), ...memory?.settings };
    this.traffic = new Traffic(memory?.zoneSets ?? []);
    this.power = new Power(spec, {
      socPct: memory?.socPct ?? setup.socPct,
      health: memory?.health,
      docked: memory?.docked ?? (setup.dock !== undefined && standsOn(pose, setup.dock)),
      limitPct: this.settings.chargeLimit,
    });
    this.usage = new Usage(this.random, memory);
    // A record of an earlier version lacks newer fields.
    this.run = memory?.run && { ...emptyLists(), ...memory.run };
    if (this.run) this.trail = new Trail(this.run.trail);
    this.progress = memory?.progress;
    this.unfinished = memory?.unfinished;
    if (memory?.picture) this.picture = new CoveragePicture(setup.world.grid, unpacked(memory.picture));
    this.frozen = memory?.frozen ?? false;
    this.ground = groundNow(this);
    this.activity.start(this.#boot());
  }

  *#boot(): Behaviour {
    yield* wait(2);
    this.rest();
  }

  applyZones(set: ZoneSetV3['zoneSet']) {
    this.traffic.accept(set);
    this.refreshGround();
  }

  refreshGround() {
    this.ground = groundNow(this);
    this.groundVersion++;
    if (this.run) lookAhead(this);
    this.events.changed();
  }

  beginTrail() {
    this.trail = new Trail(this.run?.trail ?? []);
    this.trail.keep(0, this.drive.pose, 0);
  }

  /** Lowers or lifts the tool. Its place is a point of the path, with the tool down. */
  setToolDown(down: boolean) {
    const was = this.tools.down;
    this.tools.setDown(down);
    if (this.run && this.tools.down !== was)
      this.trail.keep(this.run.seconds * 1000, this.drive.pose, cleaningFlag);
  }

  setMode(mode: DeviceMode) {
    if (this.mode === mode) return;
    this.mode = mode;
    this.events.mode();
    this.events.changed();
  }

  /** The reported mode: ERROR while an alarm of level 4 or 5 stops the robot. */
  get reportedMode(): DeviceMode {
    const disabled = this.isHeld && this.alarms.active.some(({ level }) => level >= 4);
    return disabled && !this.teleop.open ? 'ERROR' : this.mode;
  }

  /** MANUAL for a moment after a stop at the robot (docs/protocol/orders.md#pause-resume-stop). */
  get operatingMode() {
    if (this.timers.manual) return 'MANUAL';
    // A run stays active during remote driving; MANUAL would clear its order.
    return this.teleop.open && this.orders.active ? 'INTERVENED' : modes[this.mode].operatingMode;
  }
  vitals = () => vitalsOf(this.sn, this.usage.upS, !this.activity.idle, this.alarms.has('50101'));
  simCard = () => simCardOf(this.sn);

  setPhase(phase: RunPhase | '') {
    if (!this.run || this.run.phase === phase) return;
    this.run.phase = phase;
    if (phase !== '') this.run.phases.push({ phase, seconds: 0 });
    this.events.run(this.run);
    this.events.changed();
  }

  setRunState(state: RunState, code = '') {
    if (!this.run || this.run.state === state) return;
    this.run.state = state;
    this.run.code = code;
    this.events.run(this.run);
  }

  /** Without an activity the robot charges in its charger and stands by elsewhere. */
  rest() {
    if (this.teleop.open) return;
    this.setToolDown(false);
    this.tools.putAway();
    this.traffic.setDriving(false);
    this.power.rest();
    this.setMode(this.power.charging ? 'CHARGING' : 'STANDBY');
    this.events.changed();
  }

  /** Target speed in metres per second. */
  get cruiseMps() {
    return Math.min(this.settings.maxSpeed, this.spec.maxSpeedMps) * cruiseFactor(this.settings);
  }

  #alarmed(event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) {
    if (event === 'RAISED') this.run?.alarms.push(alarm.alarmId);
    this.events.alarm(event, alarm);
    this.events.changed();
  }

  advance(seconds: number) {
    this.timers.pass(seconds);
    const stepS = this.activity.idle && this.drive.v === 0 && !this.teleop.open ? 1 : this.drive.stepS;
    while (this.timers.takeStep(stepS)) this.#step(stepS);
  }

  #step(seconds: number) {
    this.usage.on(seconds);
    recordUsage(this, seconds, act(this, seconds));
    const passedS = this.timers.takeSecond(seconds);
    if (passedS === 0) return;
    this.pause.advance(passedS);
    checkUpkeep(this, passedS);
  }

  /** Whether a fault holds the robot: one that forbids cleaning holds it while it cleans. */
  get isHeld() {
    return this.faults.stops || (this.faults.stopsCleaning && this.tools.current !== undefined);
  }

  /** Whether the robot must stand still, whatever its activity is. */
  get immobile() {
    return this.pause.by !== undefined || this.isHeld || this.frozen || this.relocating || this.teleop.open;
  }

  /** Ends a run that cannot continue. Replaced by the order execution; see `order-work.ts`. */
  giveUp: (code: string) => void = () => this.rest();

  /** Whether the robot needs service. Set by `cleaning.ts`. */
  serviceDue: () => boolean = () => false;
}
