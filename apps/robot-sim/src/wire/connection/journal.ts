import type { UpTopic } from '@sweepline/contract/robot';
import { newId } from '../../robot/ids.ts';
import type { Disk } from './disk.ts';

/** A message that is kept until the server has said that it is stored (2.1.3). */
export interface Entry {
  msgId: string;
  bootId: string;
  seq: number;
  occurredAt: string;
  topic: UpTopic;
  body: Record<string, unknown>;
  /** Given up first when the journal is full. */
  progress: boolean;
}

interface Flight {
  entry: Entry;
  sentAt: number;
  tries: number;
}

const limits = { entries: 10_000, bytes: 32 * 1024 * 1024, ageMs: 30 * 86_400_000, inFlight: 20 } as const;
const dayMs = 86_400_000;
/** Waiting times before an unacknowledged message is sent again; the last one for good. */
const againMs = [30_000, 60_000, 120_000, 600_000] as const;
const file = 'journal.jsonl';

/** How willingly an entry is given up; the lowest goes first. Reports go last. */
function worth(entry: Entry, nowMs: number) {
  if (entry.topic === 'xTask' && entry.progress) return 0;
  if (entry.topic === 'xJob') return 1;
  if (entry.topic === 'xAlarm' && nowMs - Date.parse(entry.occurredAt) > 7 * dayMs) return 2;
  return entry.topic === 'xReport' ? 4 : 3;
}

/** The robot's append-only journal: what must arrive, in order, and what of it is on its way. */
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
    const kept = new Map<string, Entry>();
    // The lines are this class's own, written by `add` and `acknowledge`.
    for (const line of disk.readLog(file) as ({ add: Entry } | { ack: string } | { seq: number })[]) {
      if ('add' in line) kept.set(line.add.msgId, line.add);
      else if ('ack' in line) kept.delete(line.ack);
      if ('seq' in line) this.#seq = Math.max(this.#seq, line.seq);
      if ('add' in line) this.#seq = Math.max(this.#seq, line.add.seq);
    }
    this.#waiting = [...kept.values()];
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
    const known = new Set(msgIds);
    const gone = (entry: Entry) => {
      if (!known.has(entry.msgId)) return false;
      this.#forget(entry);
      return true;
    };
    this.#flights = this.#flights.filter(({ entry }) => !gone(entry));
    this.#waiting = this.#waiting.filter((entry) => !gone(entry));
    if (this.#lines > 1000 + 4 * this.size) this.#compact();
  }

  /** The connection is new: whatever was on its way is to be sent again. */
  reconnected() {
    this.#waiting = [...this.#flights.map(({ entry }) => entry), ...this.#waiting];
    this.#flights = [];
  }

  /** What is to be sent now, in order: what was not answered in time, and new ones up to twenty on their way. */
  due(nowMs: number): Entry[] {
    const late = this.#flights.filter(
      ({ sentAt, tries }) => nowMs - sentAt >= againMs[Math.min(tries, againMs.length) - 1]!,
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
      let least = 0;
      for (let i = 1; i < this.#waiting.length && worth(this.#waiting[least]!, nowMs) > 0; i++) {
        if (worth(this.#waiting[i]!, nowMs) < worth(this.#waiting[least]!, nowMs)) least = i;
      }
      this.#drop(least);
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

  /** Writes the journal anew without what is acknowledged; the last number given stays known. */
  #compact() {
    const entries = [...this.#flights.map(({ entry }) => entry), ...this.#waiting];
    this.#lines = entries.length + 1;
    this.#disk.rewrite(file, [{ seq: this.#seq }, ...entries.map((add) => ({ add }))]);
  }
}

const sizeOf = (entry: Entry) => JSON.stringify(entry.body).length + 200;
