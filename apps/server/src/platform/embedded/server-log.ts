import { chmodSync, readFileSync, statSync, truncateSync } from 'node:fs';

const maxLogBytes = 10_000_000;

/** Empties the server's log above 10 MB: it explains the last failed start and is no history. */
export function freshLog(file: string): string {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status) chmodSync(file, 0o600);
  if ((status?.size ?? 0) > maxLogBytes) truncateSync(file);
  return file;
}

/** The bytes of PostgreSQL's log; what a server says about its end comes after those at its start. */
export const logBytes = (logFile: string): number => statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;

/** The last fatal error in PostgreSQL's log after `fromByte`; undefined without one. Refused connections are none. */
export function lastError(logFile: string, fromByte: number): string | undefined {
  return linesOf(logFile, fromByte)
    .findLast((line) => /FATAL|PANIC|No space/.test(line) && !/database system is/.test(line))
    ?.replace(/^.*?(FATAL|PANIC):\s*/, '');
}

/** The last line after `fromByte`; undefined without one. */
export const lastLine = (logFile: string, fromByte: number): string | undefined =>
  linesOf(logFile, fromByte).at(-1);

const linesOf = (logFile: string, fromByte: number): string[] =>
  readFileSync(logFile)
    .subarray(fromByte)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
