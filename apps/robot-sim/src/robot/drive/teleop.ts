import type { AlarmCode, DeviceMode } from '@sweepline/contract/robot';
import type { Pose } from '@sweepline/map-core';
import { acceleration } from '../../motion/drive.ts';
import { GaveUp, type Behaviour } from '../activity.ts';
import { goTo } from './driving.ts';
import { breakOff } from './order-work.ts';
import type { Robot } from '../robot.ts';

/** What a session was opened with (2.8). */
export interface TeleopTerms {
  sessionId: string;
  maxV: number;
  maxW: number;
  deadmanMs: number;
  maxSeconds: number;
}

interface Frame {
  sessionId: string;
  seq: number;
  ageMs: number;
  deadman: boolean;
  v: number;
  w: number;
}

type Limit = 'NONE' | 'OBSTACLE' | 'CLIFF' | 'ESTOP' | 'BATTERY';

interface Session extends TeleopTerms {
  from: DeviceMode;
  /** Where the run in hand was left; it goes on from there. */
  left: Pose;
  lastSeq: number;
  heardMs: number;
  wanted: { v: number; w: number };
  held: boolean;
  /** Seconds since somebody last held the stick, since it was opened, and since the broker was lost. */
  idleS: number;
  openS: number;
  lostS: number;
  limited: Limit;
  halted: boolean;
  closing: ((closed: void) => void) | undefined;
  resume: boolean;
}

/** Metres a second each second: firmer than the 0.8 that is asked for, so that a step of time more does no harm. */
const stopping = 1;
/** What the robot counts with when it looks at the floor ahead; gentler than it can. */
const planned = 0.6;
const turning = 2;
const maxAgeMs = 300;
const haltedS = 3;
const endsS = 30;
const lostEndsS = 2;
const lookM = 0.05;
/** Metres a second out of a charger, where it stands nearer to the wall than it may drive. */
const leavingMps = 0.2;
/** Nearer than this to where it left off, it simply goes on. */
const nearM = 0.05;
const modesBefore: readonly DeviceMode[] = ['STANDBY', 'MANUAL_RUN'];
const pausedBefore: readonly DeviceMode[] = ['AUTO_RUN', 'SCHEDULED_CLEANING', 'EDGE', 'NAVIGATION'];
const blocks: readonly [AlarmCode, Limit][] = [
  ['10104', 'ESTOP'],
  ['10105', 'ESTOP'],
  ['30102', 'BATTERY'],
  ['10103', 'CLIFF'],
];

/** A person drives the robot from afar: it moves while they hold on, and stops by itself when they fall silent (2.8). */
export class Teleop {
  readonly #robot: Robot;
  #session: Session | undefined;

  constructor(robot: Robot) {
    this.#robot = robot;
  }

  get open() {
    return this.#session !== undefined;
  }

  /** Why it may not be driven now; undefined when it may. */
  get refusal(): 'FROZEN' | 'RELOCATING' | 'MODE_FORBIDS' | undefined {
    const { frozen, relocating, shownMode, mode, pause } = this.#robot;
    if (frozen) return 'FROZEN';
    if (relocating) return 'RELOCATING';
    const stands = pause.by !== undefined && pausedBefore.includes(mode);
    return stands || shownMode === 'ERROR' || modesBefore.includes(mode) ? undefined : 'MODE_FORBIDS';
  }

  /** Another session in place of the one before: who may drive is the server's to decide. */
  begin(terms: TeleopTerms) {
    const robot = this.#robot;
    const before = this.#session;
    this.#session = {
      ...terms,
      from: before?.from ?? robot.mode,
      left: before?.left ?? { ...robot.drive.pose },
      ...{ lastSeq: -1, heardMs: 0, wanted: { v: 0, w: 0 }, held: false },
      ...{ idleS: 0, openS: 0, lostS: 0, limited: 'NONE', halted: false, closing: undefined, resume: false },
    };
    before?.closing?.();
    if (robot.book.active && robot.pause.by === undefined) robot.pause.begin('teleop');
    robot.setMode('MANUAL_RUN');
  }

  /** A wish of the driver. What is of another session, older than one before, or too old is as if never said. */
  take({ sessionId, seq, ageMs, deadman, v, w }: Frame, nowMs: number) {
    const session = this.#session;
    if (session?.sessionId !== sessionId || session.closing) return;
    if (seq <= session.lastSeq || ageMs > maxAgeMs) return;
    session.lastSeq = seq;
    session.heardMs = nowMs;
    session.held = deadman;
    session.wanted = { v: clamp(v, session.maxV), w: clamp(w, session.maxW) };
    if (!deadman) return;
    session.idleS = 0;
    session.halted = false;
  }

  /** Ends the session once the robot stands; `closed` is told then. Another session's end is none of its business. */
  close(sessionId: string | undefined, resume: boolean, closed: () => void) {
    const session = this.#session;
    if (!session || (sessionId !== undefined && session.sessionId !== sessionId)) return closed();
    session.closing = closed;
    session.resume = resume;
  }

  line(there: boolean) {
    if (this.#session) this.#session.lostS = there ? 0 : Number.MIN_VALUE;
  }

  ack(nowMs: number) {
    const session = this.#session;
    if (!session || session.lastSeq < 0) return undefined;
    const { sessionId, lastSeq, heardMs, limited, halted } = session;
    const { v, w } = this.#robot.drive;
    return { sessionId, lastSeq, rxGapMs: Math.max(0, nowMs - heardMs), v, w, limited, halted };
  }

  /** One step of time. Returns the metres driven. */
  step(seconds: number): number {
    const { drive } = this.#robot;
    const session = this.#session;
    if (!session) return 0;
    session.idleS += seconds;
    session.openS += seconds;
    if (session.lostS > 0) session.lostS += seconds;
    const alive = session.held && !session.closing && session.idleS * 1000 < session.deadmanMs;
    const goal = this.#limit(session, alive ? session.wanted : { v: 0, w: 0 });
    const v = towards(drive.v, goal.v, seconds);
    const w = approach(drive.w, goal.w, turning * seconds);
    const drivenM = drive.steer(v, w, this.#mayBe);
    if (drivenM > 0) this.#left();
    session.halted = session.idleS >= haltedS;
    const over = session.idleS >= endsS || session.lostS > lostEndsS || session.openS >= session.maxSeconds;
    if (over) session.closing ??= () => undefined;
    if (session.closing && drive.v === 0) this.#end(session);
    return drivenM;
  }

  /** Out of the charger, it is in it no more. */
  #left() {
    const robot = this.#robot;
    if (!robot.docked) return;
    robot.docked = false;
    robot.battery.charging = false;
    robot.news.changed();
  }

  /** Where it may be, or where it comes from: a robot in its charger stands nearer to the wall than it may drive. */
  readonly #mayBe = (x: number, y: number) => {
    const { ground, drive } = this.#robot;
    return ground.mayStray(x, y) || (drive.v <= 0 && !ground.mayStray(drive.pose.x, drive.pose.y));
  };

  #limit(session: Session, wanted: { v: number; w: number }) {
    const { alarms, drive, ground, faults } = this.#robot;
    const [, block] = blocks.find(([code]) => faults.stops && alarms.has(code)) ?? [];
    session.limited = block ?? 'NONE';
    if (block && !(block === 'CLIFF' && wanted.v <= 0)) return { v: 0, w: 0 };
    const inCharger = !ground.mayStray(drive.pose.x, drive.pose.y);
    const most = inCharger ? (wanted.v < 0 ? leavingMps : 0) : this.#freeSpeed(Math.sign(wanted.v), wanted.v);
    if (Math.abs(wanted.v) <= most) return wanted;
    session.limited = 'OBSTACLE';
    return { v: Math.sign(wanted.v) * most, w: wanted.w };
  }

  /** How fast it may go so that it can stop before what stands in its way. */
  #freeSpeed(direction: number, v: number) {
    const { drive, ground } = this.#robot;
    const { x, y, theta } = drive.pose;
    const farM = (v * v) / (2 * planned) + lookM;
    for (let away = 0.02; away <= farM; away += 0.02) {
      const [px, py] = [x + direction * away * Math.cos(theta), y + direction * away * Math.sin(theta)];
      if (!ground.mayStray(px, py)) return Math.sqrt(2 * planned * Math.max(0, away - lookM));
    }
    return Infinity;
  }

  #end({ from, left, resume, closing }: Session) {
    const robot = this.#robot;
    this.#session = undefined;
    robot.drive.halt();
    if (robot.book.active) this.#giveBack(from, left, resume);
    else robot.rest();
    closing?.();
    robot.news.mode();
    robot.news.changed();
  }

  /** The run goes on where it was left, now or when somebody says so; it ends when there is no way back to there. */
  #giveBack(from: DeviceMode, left: Pose, resume: boolean) {
    const robot = this.#robot;
    robot.setMode(from);
    const { x, y } = robot.drive.pose;
    const moved = Math.hypot(x - left.x, y - left.y) > nearM;
    if (moved && !robot.ground.route({ x, y }, left)) {
      robot.manualForS = 2;
      return breakOff(robot, 'OPERATOR_MOVED');
    }
    if (resume) robot.pause.end();
    robot.activity.first(wayBack(robot, left, moved));
  }
}

function* wayBack(robot: Robot, left: Pose, moved: boolean): Behaviour {
  const putBack = robot.drive.setAside();
  const { toolDown, driving } = robot;
  try {
    if (moved && !(yield* goTo(robot, left))) throw new GaveUp('OPERATOR_MOVED', 'no way back');
    yield { do: 'turn', theta: left.theta };
  } finally {
    putBack();
    [robot.toolDown, robot.driving] = [toolDown, driving];
  }
}

const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));
const approach = (from: number, to: number, most: number) => from + clamp(to - from, most);

/** Speeds up gently, slows down firmly; through standstill when the direction changes. */
function towards(v: number, goal: number, seconds: number) {
  if (v * goal < 0) return approach(v, 0, stopping * seconds);
  const slower = Math.abs(goal) < Math.abs(v);
  return approach(v, goal, (slower ? stopping : acceleration) * seconds);
}
