import type { UpTopic } from '@sweepline/contract/robot';
import { newId } from '../../robot/ids.ts';
import type { Disk } from './disk.ts';

/** A message that is stored until the server acknowledges it (docs/protocol/journal.md#journal). */
export interface Entry {
  msgId: string;
  bootId: string;
  seq: number;
  occurredAt: string;
  topic: UpTopic;
  body: Record<string, unknown>;
  /** Dropped first when the journal is full. */
  progress: boolean;
}

interface Flight {
  entry: Entry;
  sentAt: number;
  tries: number;
}

const limits = { entries: 10_000, bytes: 32 * 1024 * 1024, ageMs: 30 * 86_400_000, inFlight: 20 } as const;
const dayMs = 86_400_000;
/** Waiting times before an unacknowledged message is resent; the last one repeats. */
const resendMs = [30_000, 60_000, 120_000, 600_000] as const;
const file = 'journal.jsonl';

/** The priority of an entry in a full journal; the lowest is dropped first. */
function priorityOf(entry: Entry, nowMs: number) {
  if (entry.topic === 'xTask' && entry.progress) return 0;
  if (entry.topic === 'xJob') return 1;
  if (entry.topic === 'xAlarm' && nowMs - Date.parse(entry.occurredAt) > 7 * dayMs) return 2;
  return entry.topic === 'xReport' ? 4 : 3;
}

/** The robot's append-only journal: durable messages in order, and those in flight. */
export class Journal {
  readonly #disk: Disk;
  readonly #bootId: string;
  #waiting: Entry[] = [];
  #flights: Flight[] = [];
  #seq = 0;
  #bytes = 0;
  #lines = 0;
  dropped = 0;

  constructor(disk: Disk, bootId: string) {
    this.#disk = disk;
    this.#bootId = bootId;
    const entries = new Map<string, Entry>();
    // `add` and `acknowledge` have written the lines.
    for (const line of disk.readLog(file) as ({ add: Entry } | { ack: string } | { seq: number })[]) {
      if ('add' in line) entries.set(line.add.msgId, line.add);
      else if ('ack' in line) entries.delete(line.ack);
      if ('seq' in line) this.#seq = Math.max(this.#seq, line.seq);
      if ('add' in line) this.#seq = Math.max(this.#seq, line.add.seq);
    }
    this.#waiting = [...entries.values()];
    this.#bytes = this.#waiting.reduce((sum, entry) => sum + sizeOf(entry), 0);
    this.#compact();
  }

  /** Entries not acknowledged yet. */
  get size() {
    return this.#waiting.length + this.#flights.length;
  }

  add(topic: UpTopic, body: Record<string, unknown>, nowMs: number, progress = false): Entry {
    const occurredAt = new Date(nowMs).toISOString();
    const entry = {
      msgId: newId(nowMs),
      bootId: this.#bootId,
      seq: ++this.#seq,
      occurredAt,
      topic,
      body,
      progress,
    };
    this.#waiting.push(entry);
    this.#bytes += sizeOf(entry);
    this.#write({ add: entry });
    this.#makeRoom(nowMs);
    return entry;
  }

  acknowledge(msgIds: readonly string[]) {
    const acknowledged = new Set(msgIds);
    const remove = (entry: Entry) => {
      if (!acknowledged.has(entry.msgId)) return false;
      this.#forget(entry);
      return true;
    };
    this.#flights = this.#flights.filter(({ entry }) => !remove(entry));
    this.#waiting = this.#waiting.filter((entry) => !remove(entry));
    if (this.#lines > 1000 + 4 * this.size) this.#compact();
  }

  /** After a reconnect all entries in flight are sent again. */
  reconnected() {
    this.#waiting = [...this.#flights.map(({ entry }) => entry), ...this.#waiting];
    this.#flights = [];
  }

  /** The entries to send now, in order: overdue ones, and new ones up to twenty in flight. */
  due(nowMs: number): Entry[] {
    const late = this.#flights.filter(
      ({ sentAt, tries }) => nowMs - sentAt >= resendMs[Math.min(tries, resendMs.length) - 1]!,
    );
    for (const flight of late) {
      flight.sentAt = nowMs;
      flight.tries++;
    }
    const room = Math.max(0, limits.inFlight - this.#flights.length);
    const fresh = this.#waiting.splice(0, room);
    this.#flights.push(...fresh.map((entry) => ({ entry, sentAt: nowMs, tries: 1 })));
    return [...late.map(({ entry }) => entry), ...fresh];
  }

  #makeRoom(nowMs: number) {
    const oldest = this.#waiting[0];
    if (oldest && nowMs - Date.parse(oldest.occurredAt) > limits.ageMs) this.#drop(0);
    while (this.#waiting.length > 1 && (this.size > limits.entries || this.#bytes > limits.bytes)) {
      let lowest = 0;
      for (let i = 1; i < this.#waiting.length && priorityOf(this.#waiting[lowest]!, nowMs) > 0; i++) {
        if (priorityOf(this.#waiting[i]!, nowMs) < priorityOf(this.#waiting[lowest]!, nowMs)) lowest = i;
      }
      this.#drop(lowest);
    }
  }

  #drop(index: number) {
    const [entry] = this.#waiting.splice(index, 1);
    this.dropped++;
    if (entry) this.#forget(entry);
  }

  #forget(entry: Entry) {
    this.#bytes -= sizeOf(entry);
    this.#write({ ack: entry.msgId });
  }

  #write(line: { add: Entry } | { ack: string }) {
    this.#lines++;
    this.#disk.append(file, line);
  }

  /** Rewrites the journal without acknowledged entries; the last sequence number is preserved. */
  #compact() {
    const entries = [...this.#flights.map(({ entry }) => entry), ...this.#waiting];
    this.#lines = entries.length + 1;
    this.#disk.rewrite(file, [{ seq: this.#seq }, ...entries.map((add) => ({ add }))]);
  }
}

const sizeOf = (entry: Entry) => JSON.stringify(entry.body).length + 200;
