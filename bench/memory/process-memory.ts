import { readdirSync, readFileSync } from 'node:fs';

/** The memory of a process, in MB. Linux only. */
export interface ProcessMemory {
  /** All pages that are in memory, with those that it shares. */
  resident: number;
  /** Its own pages and its part of the shared ones, so that a sum over processes counts each page once. */
  proportional: number;
  /** The pages that only this process has. */
  own: number;
}

/** Reads the memory of a process; one that has just ended has none. */
export function memoryOf(pid: number): ProcessMemory {
  const text = readIfThere(`/proc/${pid}/smaps_rollup`);
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return {
    resident: mb('Rss'),
    proportional: mb('Pss'),
    own: mb('Private_Clean') + mb('Private_Dirty'),
  };
}

/** The memory of several processes, shared pages counted once. */
export const totalMemory = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + memoryOf(pid).proportional, 0);

/** The processes that a process has started, and those that they have. */
export function descendantsOf(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const below = (parent: number): number[] =>
    [...parents].filter(([, above]) => above === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

/** The name of the program, in brackets, may contain blanks. */
const parentOf = (pid: string) => Number(readIfThere(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]);

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
