import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';

/** True while the process runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return !isZombie(pid);
}

/** A dead process that nobody has collected keeps its number; in some containers nobody ever collects orphans. */
export function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false;
  } catch {
    return false;
  }
}

/** Whether the process works in this folder; undefined when it cannot be found out. */
export function worksIn(pid: number, folder: string): boolean | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return undefined;
  }
}

/** Whether any process of this machine works in this folder. */
export const anyoneWorksIn = (folder: string): boolean =>
  readdirSync('/proc').some(
    (pid) => /^\d+$/.test(pid) && isAlive(Number(pid)) && worksIn(Number(pid), folder),
  );
