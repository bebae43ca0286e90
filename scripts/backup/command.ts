import { BackupFault } from '../../apps/server/src/platform/backup/backup-fault.ts';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';
import { say } from '../start/say.ts';

/** Exit codes: 0 done, 1 found damaged, 2 refused or failed. */
const exitCodes = { DAMAGED: 1, NOT_CONSISTENT: 1 } as const;

/** Runs a command of the operator: what has a sentence is one line and an exit code, anything else is a bug. */
export async function runCommand(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  process.umask(0o077);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    await work(stop.signal);
  } catch (error) {
    if (!(error instanceof StartupError) && !(error instanceof BackupFault)) throw error;
    say(error.message);
    const code = error instanceof BackupFault ? error.code : '';
    process.exitCode = code === 'DAMAGED' || code === 'NOT_CONSISTENT' ? exitCodes[code] : 2;
  }
}

export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
