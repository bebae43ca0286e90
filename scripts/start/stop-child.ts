import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const stopWithinMs = 5000;

/** Asks a child to end, and ends it if it does not within five seconds. Resolves when it is gone. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await gone;
  clearTimeout(force);
}
