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

/** Wait for the server's order before the robot starts a scheduled run (docs/protocol/orders.md#scheduled-runs). */
const waitMs = 60_000;
const checkEveryMs = 1_000;
/** The robot wakes this long before the next start (docs/protocol/connecting.md#sleep-and-wake-up). */
const awakeBeforeMs = 300_000;
const rememberedRuns = 400;
/** Minimum battery percent to start a run. */
const minSocPct = 20;
const file = 'self-starts.json';

interface SavedState {
  tasks: Record<string, RobotTask>;
  schedules: RobotSchedule[];
  /** Runs of schedules that were started or missed; each is started at most once. */
  settled: string[];
  /** The time at which each rule arrived; earlier due times are ignored. */
  since: Record<string, number>;
}

/** The run id of a schedule and a due minute: a UUIDv5 of both, so that server and robot derive the same id. */
export function scheduledRunId(scheduleId: string, dueMs: number): string {
  const space = Buffer.from(scheduleId.replaceAll('-', ''), 'hex');
  const name = `${new Date(dueMs).toISOString().slice(0, 16)}Z`;
  const hash = createHash('sha1').update(space).update(name).digest('hex');
  const variant = ((Number.parseInt(hash[16]!, 16) & 0x3) | 0x8).toString(16);
  const at = (from: number, to: number) => hash.slice(from, to);
  return [at(0, 8), at(8, 12), `5${at(13, 16)}`, variant + at(17, 20), at(20, 32)].join('-');
}

/** Identifies a rule. A changed rule counts from its arrival; a change of the skipped dates does not change it. */
const ruleKey = ({ scheduleId, rule, timezone }: RobotSchedule) =>
  [scheduleId, rule.type, rule.date, rule.time, rule.weekdays?.join(''), timezone].join(' ');

/** Stores the tasks and schedules, and starts a due run when the server does not send its order. */
export class SelfStarts {
  readonly #disk: Disk;
  readonly #robot: Robot;
  readonly #intake: OrderIntake;
  /** Reports a start that was missed. */
  readonly #missed: (runId: string, taskId: string) => void;
  #state: SavedState;
  #checkedMs = 0;

  constructor(
    disk: Disk,
    robot: Robot,
    intake: OrderIntake,
    missed: (runId: string, taskId: string) => void,
  ) {
    this.#disk = disk;
    this.#robot = robot;
    this.#intake = intake;
    this.#missed = missed;
    // Written by this class only.
    this.#state = (disk.read(file) as SavedState | undefined) ?? {
      tasks: {},
      schedules: [],
      settled: [],
      since: {},
    };
  }

  /** Applies a section of the configuration; false when it is invalid. */
  applySection(name: 'tasks' | 'schedules', document: unknown, nowMs: number): boolean {
    if (name === 'tasks') {
      const parsed = taskSection.safeParse(document);
      if (parsed.success) this.#state.tasks = parsed.data.tasks;
      this.#save();
      return parsed.success;
    }
    const parsed = scheduleSection.safeParse(document);
    if (!parsed.success) return false;
    this.#state.schedules = parsed.data.schedules;
    const { since } = this.#state;
    this.#state.since = Object.fromEntries(
      parsed.data.schedules.map((schedule) => [ruleKey(schedule), since[ruleKey(schedule)] ?? nowMs]),
    );
    this.#save();
    return true;
  }

  /** Whether this run was already started or missed; a late order for it is not executed. */
  isSettled = (runId: string) => this.#state.settled.includes(runId);

  /** Records that a run was started or missed. */
  settle(runId: string) {
    if (this.isSettled(runId)) return;
    this.#state.settled = [...this.#state.settled.slice(1 - rememberedRuns), runId];
    this.#save();
  }

  tick(nowMs: number) {
    if (nowMs - this.#checkedMs < checkEveryMs) return;
    this.#checkedMs = nowMs;
    if (this.#intake.asleep && this.#isDueSoon(nowMs)) this.#intake.wake();
    for (const schedule of this.#state.schedules) {
      const latestMs = Math.max(waitMs, schedule.startLatestMin * 60_000);
      const fromMs = Math.max(this.#state.since[ruleKey(schedule)] ?? nowMs, nowMs - latestMs - waitMs);
      for (const dueMs of robotDueTimes(schedule, fromMs, nowMs - waitMs)) {
        const runId = scheduledRunId(schedule.scheduleId, dueMs);
        if (!this.isSettled(runId)) this.#begin(runId, schedule, nowMs > dueMs + latestMs);
      }
    }
  }

  #isDueSoon = (nowMs: number) =>
    this.#state.schedules.some((schedule) =>
      robotDueTimes(schedule, nowMs, nowMs + awakeBeforeMs).some(
        (dueMs) => !this.isSettled(scheduledRunId(schedule.scheduleId, dueMs)),
      ),
    );

  #begin(runId: string, { taskId }: RobotSchedule, isOver: boolean) {
    const task = this.#state.tasks[taskId];
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
      this.#intake.startOwn(order, taskId);
    }
  }

  #isReady({ mapId, areas }: RobotTask): boolean {
    const robot = this.#robot;
    const idle =
      ['STANDBY', 'CHARGING'].includes(robot.reportedMode) && !robot.orders.active && !robot.immobile;
    const isHere = robot.world.mapId === mapId && areas.length > 0;
    return idle && isHere && robot.power.socPct >= minSocPct;
  }

  #save() {
    this.#disk.write(file, this.#state);
  }
}
