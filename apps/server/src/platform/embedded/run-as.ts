import { spawn, spawnSync } from 'node:child_process';

/** Who PostgreSQL runs as. Empty: whoever we are. */
export type Identity = { uid?: number; gid?: number };

export const isRoot = () => process.getuid?.() === 0;

// PGHOST, PGPORT and the like in the caller's environment must not reach the server or initdb.
export const cleanEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

const may = (test: string, path: string, as: Identity) =>
  spawnSync('/bin/sh', ['-c', test, path], { ...as, cwd: '/' }).status === 0;

/** True when `as` may enter `folder`; asked of the system itself, so that ACLs count too. */
export const canEnter = (folder: string, as: Identity): boolean => may('test -x "$0"', folder, as);

/** True when `as` may read and run `file`. */
export const canRun = (file: string, as: Identity): boolean => may('test -r "$0" && test -x "$0"', file, as);

/** Runs a program to its end; rejects with the last thing it said when it fails. */
export function run(program: string, args: string[], as: Identity): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const child = spawn(program, args, {
      ...as,
      cwd: '/',
      env: cleanEnv,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(said.trim() || `exit code ${code}`)),
    );
  });
}
