export type LogLevel = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';

/** A line of a log (docs/protocol/files.md#log-lines). */
export interface LogLine {
  atMs: number;
  level: LogLevel;
  /** One word; it names the file. */
  module: string;
  text: string;
}

const timeLength = new Date(0).toISOString().length;

export const lineOf = ({ atMs, level, module, text }: LogLine): string =>
  `${new Date(atMs).toISOString()} ${level} ${module} ${text.replaceAll(/\s+/g, ' ').trim()}\n`;

/** The time of a written line in milliseconds. */
export const timeOf = (line: string): number => Date.parse(line.slice(0, timeLength));

export const logRoot = '/var/log/robot';

/** The file of a line: one per day and module. */
export const logPathOf = ({ atMs, module }: Pick<LogLine, 'atMs' | 'module'>): string =>
  `${logRoot}/${dayOf(atMs)}/${module}.log`;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
