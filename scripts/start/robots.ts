import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { memoryFlags } from '../bootstrap.js';
import { stopChild } from './stop-child.ts';

const runBundled = join(import.meta.dirname, '..', 'run-bundled.ts');
const program = join('apps', 'robot-sim', 'src', 'main.ts');
const exitWithParent = join(import.meta.dirname, 'exit-with-parent.ts');
const maxPauseMs = 30_000;

/** Runs the simulated robots in a separate process, which is restarted with growing pauses when it dies. */
export function startRobots(args: string[], logFile: string): { stop: () => Promise<void> } {
  let stopping = false;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = 1000;

  const start = () => {
    const startedAt = Date.now();
    const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
    // exit-with-parent ends the simulator when the IPC channel closes.
    child = spawn(
      process.execPath,
      [...memoryFlags, '--import', exitWithParent, runBundled, program, ...args],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    const { stdout, stderr } = child;
    for (const stream of [stdout, stderr]) stream?.pipe(log, { end: false });
    // A full disk ends the log. The robots continue, and their output is discarded.
    log.on('error', () => [stdout, stderr].forEach((stream) => stream?.resume()));
    child.once('exit', (code, signal) => {
      log.end(stopping ? '' : `The simulator ended with ${signal ?? code}.\n`);
      if (stopping) return;
      pauseMs = Date.now() - startedAt > 60_000 ? 1000 : Math.min(pauseMs * 2, maxPauseMs);
      timer = setTimeout(start, pauseMs);
    });
  };
  start();

  return {
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      if (child) await stopChild(child);
    },
  };
}
