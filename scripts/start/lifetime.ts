import { once } from 'node:events';
import { say } from './say.ts';

const stopWithinMs = 30_000;

/** What must be undone when the program ends, in reverse order. */
export type Lifetime = {
  /** Aborts when the program is asked to stop. */
  signal: AbortSignal;
  onStop: (stop: () => unknown) => void;
  /** Prints why the program cannot continue, and stops it, at most `withinMs` later. */
  giveUp: (why: unknown, withinMs?: number) => void;
};

/**
 * Runs `start`, then waits for the end: Ctrl-C, SIGTERM, or the death of the parent process. Everything started is always
 * stopped, in reverse order. A failed start prints its reason in one sentence and exits with code 1.
 */
export async function runUntilStopped(start: (lifetime: Lifetime) => Promise<void>): Promise<void> {
  const ending = new AbortController();
  const stops: (() => unknown)[] = [];
  // A signal handler alone does not keep the process running.
  const alive = setInterval(() => {}, 60_000);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(name, () => ending.abort());
  const giveUp = (why: unknown, withinMs?: number) => {
    fail(why);
    ending.abort();
    if (withinMs !== undefined) setTimeout(() => process.exit(1), withinMs).unref();
  };
  process.on('uncaughtException', (error) => giveUp(error));

  try {
    await start({ signal: ending.signal, onStop: (stop) => stops.push(stop), giveUp });
    if (!ending.signal.aborted) await once(ending.signal, 'abort');
    say('\nStopping …');
  } catch (error) {
    if (!ending.signal.aborted) fail(error);
  }
  clearInterval(alive);
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  for (const stop of stops.toReversed()) {
    try {
      await stop();
    } catch (error) {
      fail(error);
    }
  }
  process.exit();
}

function fail(error: unknown): void {
  process.exitCode = 1;
  // The stack is printed only with DEBUG.
  const detail = process.env['DEBUG'] && error instanceof Error ? error.stack : undefined;
  say(`\n${detail ?? sentenceOf(error)}`);
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.code === 'ENOSPC'
    ? 'The disk is full: make room and start again.'
    : error.message;
}
