import { createHash } from 'node:crypto';
import {
  robotDueTimes,
  scheduleSection,
  taskSection,
  type RobotSchedule,
  type RobotTask,
} from '@sweepline/contract/robot';
import { ownOrder } from '../../robot/drive/own-order.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Disk } from '../connection/disk.ts';
import type { OrderIntake } from './order-intake.ts';

/** The server has so long to send the order of a schedule before the robot begins by itself (2.22). */
const waitMs = 60_000;
const lookEveryMs = 1_000;
/** It sleeps no longer than until so long before the next start (2.10). */
const awakeBeforeMs = 300_000;
const rememberedRuns = 400;
/** Below the least charge an order works down to, and some to get there. */
const minSocPct = 20;
const file = 'self-starts.json';

interface Kept {
  tasks: Record<string, RobotTask>;
  schedules: RobotSchedule[];
  /** Runs of schedules that were begun, by whomever, or given up: each happens once. */
  settled: string[];
  /** Since when it has each rule; what was due before that is none of its business. */
  since: Record<string, number>;
}

/** The run of a schedule that is due at a moment: a UUIDv5 of both, to the minute, so that the server comes to the same (2.22). */
export function scheduledRunId(scheduleId: string, dueMs: number): string {
  const space = Buffer.from(scheduleId.replaceAll('-', ''), 'hex');
  const name = `${new Date(dueMs).toISOString().slice(0, 16)}Z`;
  const hash = createHash('sha1').update(space).update(name).digest('hex');
  const variant = ((Number.parseInt(hash[16]!, 16) & 0x3) | 0x8).toString(16);
  const at = (from: number, to: number) => hash.slice(from, to);
  return [at(0, 8), at(8, 12), `5${at(13, 16)}`, variant + at(17, 20), at(20, 32)].join('-');
}

/** Tells one rule from another: a plan that is changed begins anew, one that only rests on another day does not. */
const ruleKey = ({ scheduleId, rule, timezone }: RobotSchedule) =>
  [scheduleId, rule.type, rule.date, rule.time, rule.weekdays?.join(''), timezone].join(' ');

/** Keeps the tasks and schedules it was given, and begins what is due when nobody sends the order. */
export class SelfStarts {
  readonly #disk: Disk;
  readonly #robot: Robot;
  readonly #desk: OrderIntake;
  /** A start that cannot happen any more is told. */
  readonly #missed: (runId: string, taskId: string) => void;
  #kept: Kept;
  #lookedMs = 0;

  constructor(disk: Disk, robot: Robot, desk: OrderIntake, missed: (runId: string, taskId: string) => void) {
    this.#disk = disk;
    this.#robot = robot;
    this.#desk = desk;
    this.#missed = missed;
    // Written by this class only.
    this.#kept = (disk.read(file) as Kept | undefined) ?? {
      tasks: {},
      schedules: [],
      settled: [],
      since: {},
    };
  }

  /** A section of the configuration; false when it makes no sense. */
  take(name: 'tasks' | 'schedules', document: unknown, nowMs: number): boolean {
    if (name === 'tasks') {
      const read = taskSection.safeParse(document);
      if (read.success) this.#kept.tasks = read.data.tasks;
      this.#save();
      return read.success;
    }
    const read = scheduleSection.safeParse(document);
    if (!read.success) return false;
    this.#kept.schedules = read.data.schedules;
    const { since } = this.#kept;
    this.#kept.since = Object.fromEntries(
      read.data.schedules.map((it) => [ruleKey(it), since[ruleKey(it)] ?? nowMs]),
    );
    this.#save();
    return true;
  }

  /** Whether this run of a schedule is over and done with: an order for it that comes late is not driven again. */
  isSettled = (runId: string) => this.#kept.settled.includes(runId);

  /** It is under way, whoever began it. */
  settle(runId: string) {
    if (this.isSettled(runId)) return;
    this.#kept.settled = [...this.#kept.settled.slice(1 - rememberedRuns), runId];
    this.#save();
  }

  tick(nowMs: number) {
    if (nowMs - this.#lookedMs < lookEveryMs) return;
    this.#lookedMs = nowMs;
    if (this.#desk.asleep && this.#isDueSoon(nowMs)) this.#desk.wake();
    for (const schedule of this.#kept.schedules) {
      const latestMs = Math.max(waitMs, schedule.startLatestMin * 60_000);
      const fromMs = Math.max(this.#kept.since[ruleKey(schedule)] ?? nowMs, nowMs - latestMs - waitMs);
      for (const dueMs of robotDueTimes(schedule, fromMs, nowMs - waitMs)) {
        const runId = scheduledRunId(schedule.scheduleId, dueMs);
        if (!this.isSettled(runId)) this.#begin(runId, schedule, nowMs > dueMs + latestMs);
      }
    }
  }

  #isDueSoon = (nowMs: number) =>
    this.#kept.schedules.some((it) =>
      robotDueTimes(it, nowMs, nowMs + awakeBeforeMs).some(
        (dueMs) => !this.isSettled(scheduledRunId(it.scheduleId, dueMs)),
      ),
    );

  #begin(runId: string, { taskId }: RobotSchedule, isOver: boolean) {
    const task = this.#kept.tasks[taskId];
    if (isOver) {
      this.settle(runId);
      this.#missed(runId, taskId);
    } else if (task && this.#isReady(task)) {
      const areas = task.areas.map(({ polygon, ...area }) => ({
        ...area,
        points: polygon.map(([x, y]) => ({ x, y })),
      }));
      const order = ownOrder(this.#robot, runId, task.name, {
        areas,
        pattern: task.pattern,
        home: task.finish === 'CHARGE',
      });
      this.#desk.own(order, taskId);
    }
  }

  #isReady({ mapId, areas }: RobotTask): boolean {
    const robot = this.#robot;
    const rests = ['STANDBY', 'CHARGING'].includes(robot.shownMode) && !robot.book.active && !robot.held;
    const isHere = robot.world.mapId === mapId && areas.length > 0;
    return rests && isHere && robot.battery.socPct >= minSocPct;
  }

  #save() {
    this.#disk.write(file, this.#kept);
  }
}
