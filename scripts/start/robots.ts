import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { stopChild } from './stop-child.ts';

const program = join(import.meta.dirname, '..', '..', 'apps', 'robot-sim', 'src', 'main.ts');
const exitWithParent = join(import.meta.dirname, 'exit-with-parent.ts');
const maxPauseMs = 30_000;

/** Simulated robots in a process of their own, as real ones are; started again, with growing pauses, when it dies. */
export function startRobots(args: string[], logFile: string): { stop: () => Promise<void> } {
  let stopping = false;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = 1000;

  const start = () => {
    const startedAt = Date.now();
    const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
    // exit-with-parent ends the simulator when this channel closes: when we die, however we die.
    child = spawn(process.execPath, ['--import', exitWithParent, program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const { stdout, stderr } = child;
    for (const said of [stdout, stderr]) said?.pipe(log, { end: false });
    // A disk that is full ends the log. The robots go on, and nobody hears what they say.
    log.on('error', () => [stdout, stderr].forEach((said) => said?.resume()));
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
