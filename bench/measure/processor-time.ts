import { readFileSync } from 'node:fs';

/** The processor time that a process has taken so far, in milliseconds. Linux only. */
export function processorMs(pid: number): number {
  // The name of the program, in brackets, may contain blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10;
}
