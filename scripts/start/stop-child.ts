import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const stopWithinMs = 5000;

/** Stops a child with SIGTERM, and with SIGKILL after five seconds. Resolves when it has exited. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await exited;
  clearTimeout(force);
}
