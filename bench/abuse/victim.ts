import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Target } from '../list/load.ts';

const atOnce = 4;
/** Pause between requests; without it the bench would measure a saturated queue. */
const thinkMs = 25;

export interface Answered {
  tookMs: number[];
  /** Number of answers without a list. */
  failed: number;
}

/** Requests a list with a few callers for `ms`; returns the time of each answer, including pending ones. */
export async function measure(target: Target, ms: number): Promise<Answered> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const tookMs: number[] = [];
  let failed = 0;
  const started = performance.now();
  const caller = async (n: number) => {
    while (performance.now() - started < ms) {
      const at = performance.now();
      const rows = await ask(agent, target, n).then(
        ({ code, data }) => (code === 200 ? data.list.length : 0),
        () => 0,
      );
      if (rows === 0) failed += 1;
      tookMs.push(performance.now() - at);
      await pause(thinkMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, n) => caller(n)));
  agent.destroy();
  return { tookMs, failed };
}

const kb = /^VmRSS:\s+(\d+) kB/m;

/** Resident memory of a process in MB. */
export const memoryOf = (pid: number): number =>
  Number(kb.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Peak memory of a process while something runs, in MB. */
export async function peakMemory(pid: number, during: Promise<unknown>): Promise<number> {
  let peak = memoryOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 100);
  await during.finally(() => clearInterval(timer));
  return peak;
}
