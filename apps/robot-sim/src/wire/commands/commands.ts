import { type Lane, type XCommand, type XResponse } from '@sweepline/contract/robot';
import type { Disk } from '../connection/disk.ts';
import type { Entry } from '../connection/journal.ts';
import type { ServerClock } from '../connection/server-clock.ts';

type ReplyStatus = 'ACCEPTED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'REJECTED' | 'CANCELED';

/** The result of a command. */
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

/** The effect of a command type. It returns its result, or calls `end` later. */
export type Effect = (
  command: XCommand,
  end: (ending: Ending) => void,
  running: (progressPct: number) => void,
) => Ending | undefined;

interface CommandRecord {
  commandId: string;
  lane: Lane;
  laneSeq: number;
  type: string;
  /** The last reply, and its journal ids if it was durable. */
  reply: Record<string, unknown>;
  sent?: Pick<Entry, 'msgId' | 'bootId' | 'seq' | 'occurredAt'>;
  at: number;
}

export interface ReplySender {
  /** Sends a reply; a terminal one through the journal, whose ids it returns. */
  reply: (body: Record<string, unknown>, terminal: boolean) => CommandRecord['sent'] | undefined;
  /** Sends an earlier reply again, with its original ids. */
  again: (body: Record<string, unknown>, sent: CommandRecord['sent']) => void;
}

interface QueuedCommand {
  command: XCommand;
  receivedMs: number;
}

const terminal = new Set<unknown>(['SUCCEEDED', 'FAILED', 'REJECTED', 'CANCELED']);
const maxRecords = 2000;
const maxQueued = 16;
/** Maximum time a command waits for the server's time: two repetitions of the time request. */
const clockWaitMs = 15_000;
const file = 'commands.jsonl';

/** Executes commands by the rules of docs/protocol/commands.md#resend. */
export class Commands {
  readonly #disk: Disk;
  readonly #replies: ReplySender;
  readonly #effects: Record<string, Effect | undefined>;
  readonly #now: () => number;
  readonly #clock: ServerClock;
  readonly #records = new Map<string, CommandRecord>();
  readonly #lastSeq = new Map<Lane, number>();
  readonly #queues = new Map<Lane, QueuedCommand[]>();
  readonly #running = new Map<Lane, { command: XCommand; untilMs: number }>();

  constructor(
    disk: Disk,
    replies: ReplySender,
    effects: Record<string, Effect | undefined>,
    now: () => number,
    clock: ServerClock,
  ) {
    this.#now = now;
    this.#clock = clock;
    this.#disk = disk;
    this.#replies = replies;
    this.#effects = effects;
    // `#save` has written the lines.
    for (const record of disk.readLog(file) as CommandRecord[]) this.#store(record);
    disk.rewrite(file, [...this.#records.values()]);
  }

  /** Fails commands that a power cut interrupted. A requested reboot has succeeded. */
  afterBoot(nowMs: number) {
    for (const record of this.#records.values()) {
      if (terminal.has(record.reply['status'])) continue;
      const ending = record.type === 'device.reboot' ? succeeded() : failed('INTERRUPTED');
      this.#answer(record, ending, nowMs);
    }
  }

  receive(command: XCommand, nowMs: number) {
    const { commandId, lane, laneSeq, type } = command;
    const record = this.#records.get(commandId);
    if (record) return this.#replies.again(record.reply, record.sent);
    const queue = this.#queues.get(lane) ?? [];
    this.#queues.set(lane, queue);
    // A repetition of a queued command is answered when the command runs.
    if (queue.some((queued) => queued.command.commandId === commandId)) return;
    const created: CommandRecord = { commandId, lane, laneSeq, type, reply: {}, at: nowMs };
    if (laneSeq <= (this.#lastSeq.get(lane) ?? 0))
      return this.#answer(created, rejected('STALE_SEQUENCE'), nowMs);
    this.#lastSeq.set(lane, laneSeq);
    if (!this.#effects[type]) return this.#answer(created, rejected('UNSUPPORTED', type), nowMs);
    if (queue.length >= maxQueued) return this.#answer(created, rejected('BUSY'), nowMs);
    queue.push({ command, receivedMs: this.#clock.monotonicMs });
    this.#next(lane, nowMs);
  }

  connected() {
    this.#clock.connected();
  }

  /** Whether this was the answer with the server's time; then waiting commands continue. */
  answered(response: XResponse, nowMs: number): boolean {
    const isTime = this.#clock.answered(response);
    if (isTime) this.tick(nowMs);
    return isTime;
  }

  /** Ends commands that timed out, and starts or refuses queued ones. */
  tick(nowMs: number) {
    this.#clock.tick();
    const { monotonicMs } = this.#clock;
    for (const [lane, { command, untilMs }] of this.#running) {
      if (monotonicMs > untilMs) this.#end(lane, command, failed('TIMED_OUT'), nowMs);
    }
    for (const lane of this.#queues.keys()) this.#next(lane, nowMs);
  }

  /** Cancels a queued command; a running one is not affected. */
  cancel(commandId: string, nowMs: number) {
    for (const queue of this.#queues.values()) {
      const index = queue.findIndex(({ command }) => command.commandId === commandId);
      if (index < 0) continue;
      const [queued] = queue.splice(index, 1);
      this.#answer(this.#recordOf(queued!.command, nowMs), { status: 'CANCELED', code: 'CANCELED' }, nowMs);
      return true;
    }
    return false;
  }

  #next(lane: Lane, nowMs: number) {
    const queue = this.#queues.get(lane) ?? [];
    while (!this.#running.has(lane)) {
      const [first] = queue;
      if (!first) return;
      const mayStart = this.#mayStart(first);
      if (mayStart === undefined) return;
      queue.shift();
      if (mayStart) this.#start(lane, first.command, nowMs);
      else this.#answer(this.#recordOf(first.command, nowMs), rejected('EXPIRED'), nowMs);
    }
  }

  /**
   * Whether a command is still in time; undefined while it waits for the server's time. If the robot cannot verify it,
   * it refuses the command: repeating a reboot costs less than an unexpected one.
   */
  #mayStart({ command, receivedMs }: QueuedCommand): boolean | undefined {
    const waitedMs = this.#clock.monotonicMs - receivedMs;
    const latestMs = this.#clock.latestMs();
    if (latestMs === undefined) return waitedMs < clockWaitMs ? undefined : false;
    return waitedMs < command.ttlMs && latestMs < Date.parse(command.expiresAt);
  }

  #start(lane: Lane, command: XCommand, nowMs: number) {
    this.#running.set(lane, { command, untilMs: this.#clock.monotonicMs + command.timeoutMs });
    // The record is on disk before the effect, so that a power cut cannot cause it twice.
    const record = this.#recordOf(command, nowMs);
    record.reply = { commandId: command.commandId, status: 'ACCEPTED', code: '' };
    this.#save(record);
    const ending = this.#effects[command.type]?.(
      command,
      (late) => this.#end(lane, command, late, this.#now()),
      (progressPct) => this.#reportProgress(lane, command, record, progressPct),
    );
    if (ending) this.#end(lane, command, ending, nowMs);
    else if (this.#running.get(lane)?.command === command) this.#replies.reply(record.reply, false);
  }

  /** Progress is not saved, because it is never repeated. */
  #reportProgress(lane: Lane, command: XCommand, record: CommandRecord, progressPct: number) {
    if (this.#running.get(lane)?.command !== command) return;
    record.reply = { commandId: command.commandId, status: 'RUNNING', code: '', progressPct };
    this.#replies.reply(record.reply, false);
  }

  #end(lane: Lane, command: XCommand, ending: Ending, nowMs: number) {
    if (this.#running.get(lane)?.command !== command) return;
    this.#running.delete(lane);
    this.#answer(this.#recordOf(command, nowMs), ending, nowMs);
    this.#next(lane, nowMs);
  }

  #recordOf = ({ commandId, lane, laneSeq, type }: XCommand, at: number): CommandRecord =>
    this.#records.get(commandId) ?? { commandId, lane, laneSeq, type, reply: {}, at };

  #answer(record: CommandRecord, { status, code = '', message = '', result }: Ending, nowMs: number) {
    const short = message.slice(0, 256);
    record.reply = {
      commandId: record.commandId,
      status,
      code,
      message: short,
      ...(result ? { result } : {}),
    };
    record.at = nowMs;
    const sent = this.#replies.reply(record.reply, true);
    if (sent) record.sent = sent;
    this.#save(record);
  }

  #save(record: CommandRecord) {
    this.#store(record);
    this.#disk.append(file, record);
  }

  #store(record: CommandRecord) {
    this.#records.delete(record.commandId);
    this.#records.set(record.commandId, record);
    if (record.reply['code'] !== 'STALE_SEQUENCE') {
      this.#lastSeq.set(record.lane, Math.max(this.#lastSeq.get(record.lane) ?? 0, record.laneSeq));
    }
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= maxRecords) break;
      this.#records.delete(oldest);
    }
  }
}
