import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from '../option-values.ts';

/** A message of a recording, up or down. */
export interface RecordedMessage {
  /** Milliseconds since the start of the recording. */
  ms: number;
  topic: string;
  qos: 0 | 1;
  retain: boolean;
  /** The JSON text, or any other payload as text. */
  payload: string;
}

export interface Recording {
  startedAt: string;
  messages: RecordedMessage[];
}

const format = 'robotsim-1';
const headerLine = z.object({ format: z.literal(format), startedAt: z.iso.datetime() });
const messageLine = z.object({
  ms: z.number().min(0),
  topic: z.string(),
  qos: z.union([z.literal(0), z.literal(1)]),
  retain: z.boolean(),
  payload: z.string(),
});

/** Writes a recording: a line with its start, and one line for each message. A killed process loses no line. */
export class Recorder {
  readonly #file: number;
  readonly #startMs = Date.now();
  #count = 0;

  constructor(path: string) {
    try {
      this.#file = openSync(path, 'w');
    } catch (error) {
      throw new UsageError(`${path}: ${error instanceof Error ? error.message : 'cannot be written'}`);
    }
    this.#write({ format, startedAt: new Date(this.#startMs).toISOString() });
  }

  get count() {
    return this.#count;
  }

  add({ topic, qos, retain, payload }: Omit<RecordedMessage, 'ms'>): void {
    this.#count++;
    this.#write({ ms: Date.now() - this.#startMs, topic, qos, retain, payload });
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(line: object): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

/** Reads a recording. The last line may be cut off. Throws a UsageError that names a wrong line. */
export function readRecording(path: string): Recording {
  let lines: string[];
  try {
    lines = readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
  // The part after the last line break is empty, or a line that was being written.
  lines.pop();
  const [first = '', ...rest] = lines;
  const { startedAt } = parseLine(headerLine, first, path, 1);
  return { startedAt, messages: rest.map((line, i) => parseLine(messageLine, line, path, i + 2)) };
}

function parseLine<T>(schema: z.ZodType<T>, line: string, path: string, number: number): T {
  const parsed = schema.safeParse(jsonOf(line));
  if (!parsed.success) throw new UsageError(`${path}, line ${number}: not a recording of robotsim`);
  return parsed.data;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
