import { logLevels, type LogLevel } from '@sweepline/contract';

/** One line, or the place where the server left lines out. */
export interface LogEntry {
  /** Counts up from the first line, and never changes. */
  n: number;
  /** ISO, as the robot wrote it; empty for a line without a time, which belongs to the line before. */
  at: string;
  level: LogLevel | '';
  module: string;
  text: string;
  /** Lines that were left out here; then there is no text. */
  skipped: number;
}

/** Older lines leave the memory of the page. */
export const maxEntries = 5_000;

export interface LogBuffer {
  entries: readonly LogEntry[];
  /** Entries that were received; the next one has this number. */
  count: number;
}

export const emptyBuffer: LogBuffer = { entries: [], count: 0 };

const isLevel = (word: string): word is LogLevel => (logLevels as readonly string[]).includes(word);
const form = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\s+([A-Z]+)\s+(\S+)\s?(.*)$/s;

function entryOf(line: string, n: number): LogEntry {
  const [, at = '', level = '', module = '', text = ''] = form.exec(line) ?? [];
  if (!isLevel(level)) return { n, at: '', level: '', module: '', text: line, skipped: 0 };
  return { n, at, level, module, text, skipped: 0 };
}

/** Appends a piece of the live log. Lines that the server left out come before its lines. */
export function withPiece(
  { entries, count }: LogBuffer,
  lines: readonly string[],
  skipped: number,
): LogBuffer {
  let n = count;
  const added: LogEntry[] = [];
  if (skipped > 0) added.push({ n: n++, at: '', level: '', module: '', text: '', skipped });
  for (const line of lines) added.push(entryOf(line, n++));
  return { entries: [...entries, ...added].slice(-maxEntries), count: n };
}

export interface LogFilter {
  /** This level and the more severe ones; null for all. */
  from: LogLevel | null;
  text: string;
}

/** The entries that match. A line without a level belongs to the one before it, and the places of lost lines always match. */
export function matching(entries: readonly LogEntry[], { from, text }: LogFilter): readonly LogEntry[] {
  const needle = text.toLowerCase();
  if (from === null && needle === '') return entries;
  const lowest = from === null ? 0 : logLevels.indexOf(from);
  let level = 0;
  return entries.filter((entry) => {
    if (entry.skipped > 0) return true;
    if (entry.level !== '') level = logLevels.indexOf(entry.level);
    return level >= lowest && (needle === '' || lineOf(entry).toLowerCase().includes(needle));
  });
}

/** The line as the robot wrote it. */
export const lineOf = ({ at, level, module, text }: LogEntry) =>
  level === '' ? text : `${at} ${level} ${module} ${text}`;
