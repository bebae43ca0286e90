import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/test-kit/servers/free-port.ts';

const launcher = join(import.meta.dirname, '..', 'run-bundled.ts');
const startWithinMs = 120_000;

/** One server of an installation as a process of its own, started by `npm run serve`, that is stopped and started again. */
export async function createServed(values: Record<string, string>) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  return {
    url,
    pid: (): number | undefined => child?.pid,
    /** Sends a signal that does not end the process. */
    signal: (signal: 'SIGSTOP' | 'SIGCONT'): void => void child?.kill(signal),
    /** The exit code once the process has ended; null after a signal. */
    exited: async (): Promise<number | null> => {
      if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return child?.exitCode ?? null;
    },
    /** Starts the server; `more` is added to its environment this time. */
    start: async (more: Record<string, string> = {}): Promise<void> => {
      const fixed = { HOST: '127.0.0.1', PORT: `${port}`, LOG_LEVEL: 'error' };
      const env = { ...process.env, ...values, ...fixed, ...more };
      const started = fork(launcher, ['scripts/serve.ts'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      child = started;
      let printed = '';
      started.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      for (const fromMs = performance.now(); !printed.includes('This server does'); await pause(50))
        if (started.exitCode !== null || performance.now() - fromMs > startWithinMs)
          throw new Error(`a server did not start: ${printed}`);
    },
    /** Resolves with the exit code and the duration of the stop in milliseconds. */
    stop: async (
      signal: NodeJS.Signals = 'SIGTERM',
    ): Promise<{ code: number | null; durationMs: number }> => {
      const hasEnded = !child || child.exitCode !== null || child.signalCode !== null;
      if (!child || hasEnded) return { code: child?.exitCode ?? null, durationMs: 0 };
      const fromMs = performance.now();
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code, durationMs: performance.now() - fromMs };
    },
  };
}
export type Served = Awaited<ReturnType<typeof createServed>>;
