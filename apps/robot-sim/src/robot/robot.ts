import {
  modes,
  type AlarmCode,
  type DeviceMode,
  type RunPhase,
  type ZoneSetV3,
} from '@sweepline/contract/robot';
import type { Point, Pose } from '@sweepline/map-core';
import { Drive } from '../motion/drive.ts';
import { LightDrive } from '../motion/light-drive.ts';
import type { Mover } from '../motion/mover.ts';
import { randomFrom, seedFor, type Random } from '../random.ts';
import type { MapPoint, World } from '../world/world.ts';
import { Activity, GaveUp, wait, type Behaviour, type Doing } from './activity.ts';
import { Alarms, type ActiveAlarm } from './alarms.ts';
import { Battery } from './battery.ts';
import { dockingFault, Faults, type FaultKind } from './faults.ts';
import { gridGround, type Ground, type Work } from './ground.ts';
import { openGround } from './open-ground.ts';
import { OrderBook } from './order-book.ts';
import type { RunRecord, RunState } from './run.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { unpacked, type Progress, type RobotMemory } from './memory.ts';
import type { RobotSpec } from './spec.ts';
import { Tanks } from './tanks.ts';
import { Trail } from './trail.ts';
import { account, lookAfter } from './upkeep.ts';
import { simCardOf, vitalsOf } from './vitals.ts';
import { Wear } from './wear.ts';
import { CoveragePicture } from './picture.ts';

export interface RobotSetup {
  sn: string;
  spec: RobotSpec;
  world: World;
  seed: number;
  light: boolean;
  /** Real milliseconds, for what is told with a time. */
  now: () => number;
  start: Pose;
  /** Its own charger; a plain vehicle may have none. */
  dock: MapPoint | undefined;
  socPct: number;
  mtbfH?: number | undefined;
  plannedFaults?: readonly { code: string; atS: number }[] | undefined;
  /** What it was before it was switched off. */
  memory?: RobotMemory | undefined;
}

/** Told whenever something happens that somebody outside may want to know. */
export interface RobotNews {
  /** Anything `state` shows. */
  changed: () => void;
  /** Anything of the run: state or phase. */
  run: (run: RunRecord) => void;
  ended: (run: RunRecord, picture: CoveragePicture | undefined) => void;
  alarm: (event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) => void;
  mode: () => void;
}

/** Parts in use while cleaning. */
export interface Tool {
  cleaningMode: string;
  strength: string;
  work: Work | undefined;
}

/**
 * One robot: body, battery, tanks, and what it is doing. Time passes only through `advance`, so that the same seed and the
 * same steps always give the same life.
 */
export class Robot {
  readonly sn: string;
  readonly spec: RobotSpec;
  readonly world: World;
  readonly random: Random;
  /** What blurs the poses it tells; a stream of its own, so that how often it is asked changes nothing else. */
  readonly noise: Random;
  readonly light: boolean;
  readonly news: RobotNews;
  readonly timestamp: () => string;
  readonly drive: Mover;
  readonly battery: Battery;
  readonly tanks: Tanks;
  readonly wear: Wear;
  readonly alarms: Alarms;
  readonly faults: Faults;
  readonly activity = new Activity();
  readonly book: OrderBook;
  readonly dock: MapPoint | undefined;
  ground: Ground;
  /** Counts the zone sets taken over; a plan made before the last one must be made again. */
  groundVersion = 0;
  zoneSets: ZoneSetV3['zoneSet'][];
  settings: Settings;
  mode: DeviceMode = 'INITIALIZING';
  pausedBy: string | undefined;
  #pausedS = 0;
  #partsUp = false;
  frozen: boolean;
  relocating = false;
  docked: boolean;
  driving = false;
  tool: Tool | undefined;
  toolDown = false;
  run: RunRecord | undefined;
  trail = new Trail();
  picture: CoveragePicture | undefined;
  progress: Progress | undefined;
  odometerM: number;
  runtimeS: number;
  localizationScore = 0.95;
  /** Simulated seconds since the robot was switched on. */
  upS = 0;
  idleS = 0;
  sinceMopWashM2 = 0;
  zoneLimitMps = Infinity;
  manualForS = 0;
  #owedS = 0;
  #secondS = 0;

  constructor(setup: RobotSetup, news: RobotNews) {
    const { spec, memory } = setup;
    this.sn = setup.sn;
    this.spec = spec;
    this.world = setup.world;
    this.light = setup.light;
    this.news = news;
    this.timestamp = () => new Date(setup.now()).toISOString();
    this.random = randomFrom(seedFor(setup.sn, setup.seed));
    this.noise = randomFrom(seedFor(`${setup.sn} noise`, setup.seed));
    const pose = memory?.pose ?? setup.start;
    this.drive = setup.light ? new LightDrive(pose) : new Drive(pose);
    this.battery = new Battery(spec, memory?.socPct ?? setup.socPct, memory?.health);
    this.tanks = new Tanks(spec, this.random, memory?.tanks);
    this.wear = new Wear(spec, this.random, memory?.consumables);
    this.alarms = new Alarms((event, alarm) => this.#alarmed(event, alarm), memory?.alarms);
    this.faults = new Faults(this.random, setup.mtbfH, setup.plannedFaults);
    this.book = new OrderBook(() => this.news.changed(), memory?.book);
    this.dock = setup.dock;
    this.settings = memory?.settings ?? defaultSettings(spec);
    this.zoneSets = memory?.zoneSets ?? [];
    this.docked = memory?.docked ?? (setup.dock !== undefined && near(pose, setup.dock));
    this.odometerM = memory?.odometerM ?? Math.round(2000 + this.random() * 80_000);
    this.runtimeS = memory?.runtimeS ?? this.odometerM * 2.2;
    this.run = memory?.run;
    if (this.run) this.trail = new Trail(this.run.trail);
    this.progress = memory?.progress;
    if (memory?.picture) this.picture = new CoveragePicture(setup.world.grid, unpacked(memory.picture));
    this.frozen = memory?.frozen ?? false;
    this.ground = this.#groundNow();
    this.battery.limitPct = this.settings.chargeLimit;
    this.activity.start(this.#boot());
  }

  *#boot(): Behaviour {
    yield* wait(2);
    this.rest();
  }

  /** Where this robot must not go: the zones of its map as it was told them, else as the map has them. */
  get zones(): ZoneSetV3['zoneSet'] | undefined {
    return this.zoneSets.find((set) => set.mapId === this.world.mapId);
  }

  #groundNow(): Ground {
    if (this.light) return openGround(this.spec);
    const told = this.zones?.zones.filter((zone) => zone.zoneType === 'BLOCKED').map((zone) => zone.vertices);
    const own = this.world.elements.polygons
      .filter(({ type }) => type === 'NO_GO')
      .map(({ points }) => points);
    return gridGround(this.world, told ?? own, this.spec);
  }

  takeZones(set: ZoneSetV3['zoneSet']) {
    this.zoneSets = [...this.zoneSets.filter(({ mapId }) => mapId !== set.mapId), set];
    this.refreshGround();
  }

  refreshGround() {
    this.ground = this.#groundNow();
    this.groundVersion++;
    this.news.changed();
  }

  /** A new run leaves a new trail, written into its record. */
  beginTrail() {
    this.trail = new Trail(this.run?.trail ?? []);
    this.trail.keep(0, this.drive.pose, 0);
  }

  setMode(mode: DeviceMode) {
    if (this.mode === mode) return;
    this.mode = mode;
    this.news.mode();
    this.news.changed();
  }

  /** What the console is to show: ERROR while an alarm of level 4 or 5 keeps the robot from moving. */
  get shownMode(): DeviceMode {
    const hurt = this.faults.stops && this.alarms.active.some(({ level }) => level >= 4);
    return hurt ? 'ERROR' : this.mode;
  }

  /** MANUAL for the moment after somebody pressed stop at the robot (2.6). */
  get operatingMode() {
    return this.manualForS > 0 ? 'MANUAL' : modes[this.mode].operatingMode;
  }

  vitals = () => vitalsOf(this.sn, this.upS, !this.activity.idle, this.alarms.has('50101'));
  simCard = () => simCardOf(this.sn);

  setPhase(phase: RunPhase | '') {
    if (!this.run || this.run.phase === phase) return;
    this.run.phase = phase;
    if (phase !== '') this.run.phases.push({ phase, seconds: 0 });
    this.news.run(this.run);
    this.news.changed();
  }

  setRunState(state: RunState, code = '') {
    if (!this.run || this.run.state === state) return;
    this.run.state = state;
    this.run.code = code;
    this.news.run(this.run);
  }

  /** Nothing to do: on the charger it charges, elsewhere it stands by. */
  rest() {
    this.tool = undefined;
    this.toolDown = false;
    this.driving = false;
    this.battery.charging = this.docked && !this.battery.full;
    this.setMode(this.battery.charging ? 'CHARGING' : 'STANDBY');
    this.news.changed();
  }

  pause(by: string) {
    if (this.pausedBy !== undefined) return;
    this.pausedBy = by;
    this.#pausedS = 0;
    this.run?.pauses.push({ at: this.timestamp(), seconds: 0, by });
    this.setRunState('PAUSED');
    this.news.changed();
  }

  resume() {
    if (this.pausedBy === undefined) return;
    this.pausedBy = undefined;
    if (this.#partsUp) this.activity.first(this.#partsDown());
    this.setRunState('IN_PROGRESS');
    this.news.changed();
  }

  *#partsDown(): Behaviour {
    this.setPhase('STARTING_PARTS');
    yield* wait(3);
    this.#partsUp = false;
    this.setPhase('CLEANING');
  }

  /** Metres a second the robot means to drive. */
  get cruiseMps() {
    return Math.min(this.settings.maxSpeed, this.spec.maxSpeedMps);
  }

  fault(kind: FaultKind) {
    if (this.faults.begin(kind)) this.hit(kind);
  }

  dockingFailed() {
    this.fault(dockingFault);
  }

  hit({ code, part }: FaultKind) {
    this.alarms.raise(code, this.#refs(part));
    this.news.mode();
  }

  /** Somebody puts a fault right before it ends by itself. */
  resolve(code: AlarmCode) {
    const kind = this.faults.resolve(code);
    if (kind) this.over(kind);
  }

  over({ code, part }: FaultKind) {
    this.alarms.clear(code, part);
    this.news.mode();
    this.news.changed();
  }

  #refs(part?: string) {
    const { x, y } = this.drive.pose;
    const run = this.run ? { runId: this.run.runId } : {};
    return { ...run, mapId: this.world.mapId, x: round(x), y: round(y), ...(part ? { part } : {}) };
  }

  warn(code: AlarmCode, condition: boolean, part?: string) {
    if (condition !== this.alarms.has(code))
      this.alarms.hold(code, condition, condition ? this.#refs(part) : { part });
  }

  #alarmed(event: 'RAISED' | 'CLEARED', alarm: ActiveAlarm) {
    if (event === 'RAISED') this.run?.alarms.push(alarm.alarmId);
    this.news.alarm(event, alarm);
    this.news.changed();
  }

  /** Lets simulated time pass. */
  advance(seconds: number) {
    this.#owedS += seconds;
    const stepS = this.activity.idle && this.drive.v === 0 ? 1 : this.drive.stepS;
    while (this.#owedS >= stepS - 1e-9) {
      this.#owedS -= stepS;
      this.#step(stepS);
    }
  }

  #step(seconds: number) {
    this.upS += seconds;
    const drivenM = this.#act(seconds);
    account(this, seconds, drivenM);
    this.#secondS += seconds;
    if (this.#secondS < 1 - 1e-9) return;
    this.#hold(this.#secondS);
    lookAfter(this, this.#secondS);
    this.#secondS = 0;
  }

  /** A pause of more than ten seconds lifts the parts off the floor (2.6). */
  #hold(seconds: number) {
    if (this.pausedBy === undefined) return;
    this.#pausedS += seconds;
    const pause = this.run?.pauses.at(-1);
    if (pause) pause.seconds += seconds;
    if (this.#pausedS <= 10 || this.#partsUp || this.run?.phase !== 'CLEANING') return;
    this.#partsUp = true;
    this.setPhase('STOPPING_PARTS');
  }

  /** Stands still whatever it was doing. */
  get held() {
    return this.pausedBy !== undefined || this.faults.stops || this.frozen;
  }

  #act(seconds: number): number {
    if (this.held) {
      this.drive.brake();
      return 0;
    }
    try {
      const doing = this.activity.now((begun) => this.#begin(begun));
      return doing ? this.#go(doing, seconds) : 0;
    } catch (thrown) {
      if (!(thrown instanceof GaveUp)) throw thrown;
      this.giveUp(thrown.code);
      return 0;
    }
  }

  /** Ends the run that cannot go on. Set by what takes orders; see `order-work.ts`. */
  giveUp: (code: string) => void = () => this.rest();

  #begin(doing: Doing) {
    this.driving = doing.do === 'drive' || doing.do === 'turn';
    if (doing.do !== 'drive') return;
    this.drive.follow(doing.path, doing.limit, doing.backwards);
    if (!doing.tool) this.tool?.work?.canvas.liftTo(this.drive.pose.x, this.drive.pose.y);
    this.toolDown = doing.tool ?? false;
  }

  #go(doing: Doing, seconds: number): number {
    if (doing.do === 'wait') {
      if (this.activity.waited(seconds)) this.activity.end('done');
      return 0;
    }
    if (doing.do === 'until') {
      if (doing.holds()) this.activity.end('done');
      return 0;
    }
    if (doing.do === 'turn') {
      if (this.drive.turnTo(doing.theta)) this.activity.end('done');
      return 0;
    }
    if (doing.untilService && this.serviceDue()) {
      if (this.drive.brake()) this.activity.end('service');
      return 0;
    }
    this.drive.limit = Math.min(doing.limit, this.#allowedMps());
    const drivenM = this.drive.step(doing.unguarded ? anywhere : this.ground.mayStray);
    const { x, y } = this.drive.pose;
    if (doing.tool) this.tool?.work?.canvas.paintTo(x, y);
    if (this.drive.arrived) this.activity.end('done');
    else if (this.drive.stuckS > 2) this.activity.end('stuck');
    return drivenM;
  }

  /** Whether the robot must look after itself. Set by `servicing.ts`. */
  serviceDue: () => boolean = () => false;

  /** Goes slower where a zone or a fault says so. */
  #allowedMps() {
    return this.faults.slows ? Math.min(0.25, this.zoneLimitMps) : this.zoneLimitMps;
  }
}

const anywhere = () => true;
const near = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < 0.3;
const round = (metres: number) => Math.round(metres * 1000) / 1000;
