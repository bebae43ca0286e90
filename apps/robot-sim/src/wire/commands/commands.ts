import { type Lane, type XCommand, type XResponse } from '@sweepline/contract/robot';
import type { Disk } from '../connection/disk.ts';
import type { Entry } from '../connection/journal.ts';
import type { ServerClock } from '../connection/server-clock.ts';

type ReplyStatus = 'ACCEPTED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'REJECTED' | 'CANCELED';

/** How a command ends. */
export interface Ending {
  status: Exclude<ReplyStatus, 'ACCEPTED' | 'RUNNING'>;
  code?: string;
  message?: string;
  result?: Record<string, unknown>;
}

export const succeeded = (result?: Record<string, unknown>): Ending => ({
  status: 'SUCCEEDED',
  ...(result ? { result } : {}),
});
export const failed = (code: string, message = ''): Ending => ({ status: 'FAILED', code, message });
export const rejected = (code: string, message = ''): Ending => ({ status: 'REJECTED', code, message });

/** What a type of command does. It ends at once, or later through the function it is given. */
export type Effect = (
  command: XCommand,
  end: (ending: Ending) => void,
  running: (progressPct: number) => void,
) => Ending | undefined;

interface Known {
  commandId: string;
  lane: Lane;
  laneSeq: number;
  type: string;
  /** The last reply, and how it went out if it was a durable one. */
  reply: Record<string, unknown>;
  sent?: Pick<Entry, 'msgId' | 'bootId' | 'seq' | 'occurredAt'>;
  at: number;
}

export interface Answers {
  /** Sends a reply; a terminal one through the journal, which says under which ids. */
  reply: (body: Record<string, unknown>, terminal: boolean) => Known['sent'] | undefined;
  /** Sends a reply that was sent before, under its old ids. */
  again: (body: Record<string, unknown>, sent: Known['sent']) => void;
}

interface Waiting {
  command: XCommand;
  receivedMs: number;
}

const terminal = new Set<unknown>(['SUCCEEDED', 'FAILED', 'REJECTED', 'CANCELED']);
const remembered = 2000;
const laneRoom = 16;
/** How long a command waits for the robot to learn the server's time: two repetitions of the question. */
const clockWaitMs = 15_000;
const file = 'commands.jsonl';

/** Takes commands by the robot's rules 1–7 (2.1.2). */
export class Commands {
  readonly #disk: Disk;
  readonly #answers: Answers;
  readonly #effects: Record<string, Effect | undefined>;
  readonly #now: () => number;
  readonly #clock: ServerClock;
  readonly #known = new Map<string, Known>();
  readonly #lastSeq = new Map<Lane, number>();
  readonly #lanes = new Map<Lane, Waiting[]>();
  readonly #running = new Map<Lane, { command: XCommand; untilMs: number }>();

  constructor(
    disk: Disk,
    answers: Answers,
    effects: Record<string, Effect | undefined>,
    now: () => number,
    clock: ServerClock,
  ) {
    this.#now = now;
    this.#clock = clock;
    this.#disk = disk;
    this.#answers = answers;
    this.#effects = effects;
    // The lines are this class's own, written by `#remember`.
    for (const known of disk.readLog(file) as Known[]) this.#keep(known);
    disk.rewrite(file, [...this.#known.values()]);
  }

  /** Rule 7: what a power cut interrupted has failed, but a reboot that was asked for has just succeeded. */
  afterBoot(nowMs: number) {
    for (const known of this.#known.values()) {
      if (terminal.has(known.reply['status'])) continue;
      const ending = known.type === 'device.reboot' ? succeeded() : failed('INTERRUPTED');
      this.#answer(known, ending, nowMs);
    }
  }

  receive(command: XCommand, nowMs: number) {
    const { commandId, lane, laneSeq, type } = command;
    const before = this.#known.get(commandId);
    if (before) return this.#answers.again(before.reply, before.sent);
    const queue = this.#lanes.get(lane) ?? [];
    this.#lanes.set(lane, queue);
    // Sent again while it waits: it is answered when its turn comes.
    if (queue.some((waiting) => waiting.command.commandId === commandId)) return;
    const known: Known = { commandId, lane, laneSeq, type, reply: {}, at: nowMs };
    if (laneSeq <= (this.#lastSeq.get(lane) ?? 0))
      return this.#answer(known, rejected('STALE_SEQUENCE'), nowMs);
    this.#lastSeq.set(lane, laneSeq);
    if (!this.#effects[type]) return this.#answer(known, rejected('UNSUPPORTED', type), nowMs);
    if (queue.length >= laneRoom) return this.#answer(known, rejected('BUSY'), nowMs);
    queue.push({ command, receivedMs: this.#clock.monotonicMs });
    this.#next(lane, nowMs);
  }

  connected() {
    this.#clock.connected();
  }

  /** Whether this was the answer that tells the time; then what waited for it goes on. */
  answered(response: XResponse, nowMs: number): boolean {
    const isTime = this.#clock.answered(response);
    if (isTime) this.tick(nowMs);
    return isTime;
  }

  /** Ends what has run out of time, and starts or refuses what waits. */
  tick(nowMs: number) {
    this.#clock.tick();
    const { monotonicMs } = this.#clock;
    for (const [lane, { command, untilMs }] of this.#running) {
      if (monotonicMs > untilMs) this.#end(lane, command, failed('TIMED_OUT'), nowMs);
    }
    for (const lane of this.#lanes.keys()) this.#next(lane, nowMs);
  }

  /** A command taken back: one that waits is not done any more; one that runs is let run. */
  cancel(commandId: string, nowMs: number) {
    for (const queue of this.#lanes.values()) {
      const index = queue.findIndex(({ command }) => command.commandId === commandId);
      if (index < 0) continue;
      const [waiting] = queue.splice(index, 1);
      this.#answer(this.#knownOf(waiting!.command, nowMs), { status: 'CANCELED', code: 'CANCELED' }, nowMs);
      return true;
    }
    return false;
  }

  #next(lane: Lane, nowMs: number) {
    const queue = this.#lanes.get(lane) ?? [];
    while (!this.#running.has(lane)) {
      const [waiting] = queue;
      if (!waiting) return;
      const mayStart = this.#mayStart(waiting);
      if (mayStart === undefined) return;
      queue.shift();
      if (mayStart) this.#start(lane, waiting.command, nowMs);
      else this.#answer(this.#knownOf(waiting.command, nowMs), rejected('EXPIRED'), nowMs);
    }
  }

  /**
   * Whether a command is still in time; undefined while it waits for the server's time. What the robot cannot tell to be in
   * time is refused: a reboot that is pressed again costs less than one that comes unexpected.
   */
  #mayStart({ command, receivedMs }: Waiting): boolean | undefined {
    const waitedMs = this.#clock.monotonicMs - receivedMs;
    const latestMs = this.#clock.latestMs();
    if (latestMs === undefined) return waitedMs < clockWaitMs ? undefined : false;
    return waitedMs < command.ttlMs && latestMs < Date.parse(command.expiresAt);
  }

  #start(lane: Lane, command: XCommand, nowMs: number) {
    this.#running.set(lane, { command, untilMs: this.#clock.monotonicMs + command.timeoutMs });
    // Rule 1: on disk before anything happens, so that a power cut cannot make it happen twice.
    const known = this.#knownOf(command, nowMs);
    known.reply = { commandId: command.commandId, status: 'ACCEPTED', code: '' };
    this.#remember(known);
    const ending = this.#effects[command.type]?.(
      command,
      (late) => this.#end(lane, command, late, this.#now()),
      (progressPct) => this.#goesOn(lane, command, known, progressPct),
    );
    if (ending) this.#end(lane, command, ending, nowMs);
    else if (this.#running.get(lane)?.command === command) this.#answers.reply(known.reply, false);
  }

  /** How far it is; nobody repeats that, so it is not kept. */
  #goesOn(lane: Lane, command: XCommand, known: Known, progressPct: number) {
    if (this.#running.get(lane)?.command !== command) return;
    known.reply = { commandId: command.commandId, status: 'RUNNING', code: '', progressPct };
    this.#answers.reply(known.reply, false);
  }

  #end(lane: Lane, command: XCommand, ending: Ending, nowMs: number) {
    if (this.#running.get(lane)?.command !== command) return;
    this.#running.delete(lane);
    this.#answer(this.#knownOf(command, nowMs), ending, nowMs);
    this.#next(lane, nowMs);
  }

  #knownOf = ({ commandId, lane, laneSeq, type }: XCommand, at: number): Known =>
    this.#known.get(commandId) ?? { commandId, lane, laneSeq, type, reply: {}, at };

  #answer(known: Known, { status, code = '', message = '', result }: Ending, nowMs: number) {
    const short = message.slice(0, 256);
    known.reply = { commandId: known.commandId, status, code, message: short, ...(result ? { result } : {}) };
    known.at = nowMs;
    const sent = this.#answers.reply(known.reply, true);
    if (sent) known.sent = sent;
    this.#remember(known);
  }

  #remember(known: Known) {
    this.#keep(known);
    this.#disk.append(file, known);
  }

  #keep(known: Known) {
    this.#known.delete(known.commandId);
    this.#known.set(known.commandId, known);
    if (known.reply['code'] !== 'STALE_SEQUENCE') {
      this.#lastSeq.set(known.lane, Math.max(this.#lastSeq.get(known.lane) ?? 0, known.laneSeq));
    }
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= remembered) break;
      this.#known.delete(oldest);
    }
  }
}
