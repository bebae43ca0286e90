import type { AlarmCode, DeviceMode } from '@sweepline/contract/robot';
import { approach, approachSpeed, clamp } from '../../motion/speed-change.ts';
import { driveBack, type Interrupted } from './drive-back.ts';
import { abortOrder } from './order-work.ts';
import type { Robot } from '../robot.ts';

/** The parameters of a session (docs/protocol/drive.md#session). */
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

interface Session extends TeleopTerms, Interrupted {
  lastSeq: number;
  receivedMs: number;
  setpoint: { v: number; w: number };
  deadman: boolean;
  /** Seconds since the dead-man switch was last held, since the session opened, and since the broker was lost. */
  idleS: number;
  openS: number;
  lostS: number;
  limited: Limit;
  halted: boolean;
  onClosed: ((closed: void) => void) | undefined;
  resume: boolean;
}

/** m/s²: the braking assumed for obstacles ahead, gentler than the maximum. */
const plannedBraking = 0.6;
const turnAcceleration = 2;
const maxAgeMs = 300;
const haltedS = 3;
const endsS = 30;
const lostEndsS = 2;
const marginM = 0.05;
/** Metres per second out of a charger, where the robot is closer to the wall than the edge distance allows. */
const undockingMps = 0.2;
/** Nearer than this to the interrupted pose, the robot does not drive back. */
const nearM = 0.05;
const modesBefore: readonly DeviceMode[] = ['STANDBY', 'MANUAL_RUN'];
const pausedBefore: readonly DeviceMode[] = ['AUTO_RUN', 'SCHEDULED_CLEANING', 'EDGE', 'NAVIGATION'];
const blocks: readonly [AlarmCode, Limit][] = [
  ['10104', 'ESTOP'],
  ['10105', 'ESTOP'],
  ['30102', 'BATTERY'],
  ['10103', 'CLIFF'],
];

/** Remote driving: the robot moves while the dead-man switch is held (docs/protocol/drive.md#watchdog). */
export class Teleop {
  readonly #robot: Robot;
  #session: Session | undefined;

  constructor(robot: Robot) {
    this.#robot = robot;
  }

  get open() {
    return this.#session !== undefined;
  }

  /** Why remote driving is refused now; undefined when it is allowed. */
  get refusal(): 'FROZEN' | 'RELOCATING' | 'MODE_FORBIDS' | undefined {
    const { frozen, relocating, reportedMode, mode, pause } = this.#robot;
    if (frozen) return 'FROZEN';
    if (relocating) return 'RELOCATING';
    const paused = pause.by !== undefined && pausedBefore.includes(mode);
    return paused || reportedMode === 'ERROR' || modesBefore.includes(mode) ? undefined : 'MODE_FORBIDS';
  }

  /** Opens a session and replaces the previous one; the server decides who may drive. */
  begin(terms: TeleopTerms) {
    const robot = this.#robot;
    const previous = this.#session;
    this.#session = {
      ...terms,
      from: previous?.from ?? robot.mode,
      left: previous?.left ?? { ...robot.drive.pose },
      toolDown: previous?.toolDown ?? robot.tools.down,
      lastSeq: -1,
      receivedMs: 0,
      setpoint: { v: 0, w: 0 },
      deadman: false,
      idleS: 0,
      openS: 0,
      lostS: 0,
      limited: 'NONE',
      halted: false,
      onClosed: undefined,
      resume: false,
    };
    previous?.onClosed?.();
    robot.setToolDown(false);
    if (robot.orders.active && robot.pause.by === undefined) robot.pause.begin('teleop');
    robot.setMode('MANUAL_RUN');
  }

  /** Takes a setpoint. Frames of another session, out of order, or too old are ignored. */
  onFrame({ sessionId, seq, ageMs, deadman, v, w }: Frame, nowMs: number) {
    const session = this.#session;
    if (session?.sessionId !== sessionId || session.onClosed) return;
    if (seq <= session.lastSeq || ageMs > maxAgeMs) return;
    session.lastSeq = seq;
    session.receivedMs = nowMs;
    session.deadman = deadman;
    session.setpoint = { v: clamp(v, session.maxV), w: clamp(w, session.maxW) };
    if (!deadman) return;
    session.idleS = 0;
    session.halted = false;
  }

  /** Ends the session once the robot stands, then calls `closed`. Requests for another session are ignored. */
  close(sessionId: string | undefined, resume: boolean, closed: () => void) {
    const session = this.#session;
    if (!session || (sessionId !== undefined && session.sessionId !== sessionId)) return closed();
    session.onClosed = closed;
    session.resume = resume;
  }

  connectionChanged(connected: boolean) {
    if (this.#session) this.#session.lostS = connected ? 0 : Number.MIN_VALUE;
  }

  ack(nowMs: number) {
    const session = this.#session;
    if (!session || session.lastSeq < 0) return undefined;
    const { sessionId, lastSeq, receivedMs: heardMs, limited, halted } = session;
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
    const alive = session.deadman && !session.onClosed && session.idleS * 1000 < session.deadmanMs;
    const goal = this.#limit(session, alive ? session.setpoint : { v: 0, w: 0 });
    const v = approachSpeed(drive.v, goal.v, seconds);
    const w = approach(drive.w, goal.w, turnAcceleration * seconds);
    const drivenM = drive.steer(v, w, this.#isAllowed);
    if (drivenM > 0) this.#leaveCharger();
    session.halted = session.idleS >= haltedS;
    const over = session.idleS >= endsS || session.lostS > lostEndsS || session.openS >= session.maxSeconds;
    if (over) session.onClosed ??= () => undefined;
    if (session.onClosed && drive.v === 0) this.#end(session);
    return drivenM;
  }

  /** Ends docking once the robot has left the charger. */
  #leaveCharger() {
    const robot = this.#robot;
    if (!robot.power.docked) return;
    robot.power.undock();
    robot.events.changed();
  }

  /** Allows clear places, and backing out of a charger, which is closer to the wall than the edge distance allows. */
  readonly #isAllowed = (x: number, y: number) => {
    const { ground, drive } = this.#robot;
    return ground.mayStray(x, y) || (drive.v <= 0 && !ground.mayStray(drive.pose.x, drive.pose.y));
  };

  #limit(session: Session, { v, w }: { v: number; w: number }) {
    const { alarms, drive, ground, faults } = this.#robot;
    const [, block] = blocks.find(([code]) => faults.stops && alarms.has(code)) ?? [];
    session.limited = block ?? 'NONE';
    if (block && !(block === 'CLIFF' && v <= 0)) return { v: 0, w: 0 };
    const inCharger = !ground.mayStray(drive.pose.x, drive.pose.y);
    const maxMps = inCharger ? (v < 0 ? undockingMps : 0) : this.#freeSpeed(Math.sign(v), v);
    if (Math.abs(v) <= maxMps) return { v, w };
    session.limited = 'OBSTACLE';
    return { v: Math.sign(v) * maxMps, w };
  }

  /** The maximum speed from which the robot can stop before the next obstacle. */
  #freeSpeed(direction: number, v: number) {
    const { drive, ground } = this.#robot;
    const { x, y, theta } = drive.pose;
    const rangeM = (v * v) / (2 * plannedBraking) + marginM;
    for (let away = 0.02; away <= rangeM; away += 0.02) {
      const [px, py] = [x + direction * away * Math.cos(theta), y + direction * away * Math.sin(theta)];
      if (!ground.mayStray(px, py)) return Math.sqrt(2 * plannedBraking * Math.max(0, away - marginM));
    }
    return Infinity;
  }

  #end(session: Session) {
    const robot = this.#robot;
    this.#session = undefined;
    robot.drive.halt();
    if (robot.orders.active) this.#returnToRun(session, session.resume);
    else robot.rest();
    session.onClosed?.();
    robot.events.mode();
    robot.events.changed();
  }

  /** Continues the run at its interrupted pose, now or after a resume. The run ends when there is no route back. */
  #returnToRun(before: Interrupted, resume: boolean) {
    const robot = this.#robot;
    const { left } = before;
    robot.setMode(before.from);
    const { x, y } = robot.drive.pose;
    const moved = Math.hypot(x - left.x, y - left.y) > nearM;
    if (moved && !robot.ground.route({ x, y }, left)) {
      robot.timers.beManual(2);
      return abortOrder(robot, 'OPERATOR_MOVED');
    }
    if (resume) robot.pause.end();
    robot.activity.interrupt(driveBack(robot, before, moved));
  }
}
