import type { Readable } from 'node:stream';

/** A longer line is divided: a file without line ends would fill the memory. */
const maxLineLength = 16 * 1024;

interface Head {
  /** Minus infinity before the first line with a time. */
  atMs: number;
  at: string;
  level: string;
  module: string;
  text: string;
}

/** The lines of one file in their order. */
export interface FileLines {
  name: string;
  /** The present line; undefined at the end. */
  head: Head | undefined;
  /** Goes to the next line; false if it must be read first with `fill`. */
  advance(): boolean;
  fill(): Promise<void>;
  close(): void;
}

const form =
  /^(\d{4}-\d{2}-\d{2}T[0-9:.]+(?:Z|[+-]\d{2}:?\d{2}))\s+([A-Za-z]{1,12})\s+(\S{1,64})(?:\s(.*))?$/s;
const nothingYet: Head = { atMs: Number.NEGATIVE_INFINITY, at: '', level: '', module: '', text: '' };

/** Reads `ISO LEVEL module text`. A line in another form, such as the next one of a stack, belongs to the line before. */
export function parseLine(line: string, before: Head = nothingYet): Head {
  const [, time = '', level = '', module = '', text = ''] = form.exec(line) ?? [];
  const atMs = Date.parse(time);
  if (Number.isNaN(atMs)) return { ...before, text: line };
  return { atMs, at: new Date(atMs).toISOString(), level: level.toUpperCase(), module, text };
}

/** Reads the lines of a text in pieces. Only one chunk is in memory. */
export function readFileLines(name: string, content: Readable): FileLines {
  const chunks = content.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>;
  let [lines, next, rest, hasEnded] = [[] as string[], 0, '', false];
  let before: Head | undefined;

  const take = (chunk: string) => {
    lines = (rest + chunk).split('\n');
    next = 0;
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) {
      lines.push(rest);
      rest = '';
    }
  };
  const file: FileLines = {
    name,
    head: undefined,
    advance: () => {
      const line = lines[next];
      if (line === undefined) return false;
      next += 1;
      before = parseLine(line.endsWith('\r') ? line.slice(0, -1) : line, before);
      file.head = before;
      return true;
    },
    fill: async () => {
      while (!file.advance()) {
        if (hasEnded) return void (file.head = undefined);
        const { value, done } = await chunks.next();
        hasEnded = done === true;
        take(hasEnded ? '\n' : value);
        if (hasEnded && lines.at(-1) === '') lines.pop();
      }
    },
    close: () => void content.destroy(),
  };
  return file;
}
