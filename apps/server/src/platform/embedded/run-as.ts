import { spawn, spawnSync } from 'node:child_process';

/** The user that PostgreSQL runs as. Empty: the current user. */
export type Identity = { uid?: number; gid?: number };

/** Whether this process runs as root; false on Windows. */
export const isRoot = () => process.getuid?.() === 0;

/** The environment of the server and initdb, without variables such as PGHOST and PGPORT. */
export const cleanEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

const passes = (test: string, path: string, as: Identity) =>
  spawnSync('/bin/sh', ['-c', test, path], { ...as, cwd: '/' }).status === 0;

/** Whether `as` passes enter `folder`. The operating system checks it, so ACLs count too. */
export const canEnter = (folder: string, as: Identity): boolean => passes('test -x "$0"', folder, as);

/** Whether `as` passes read and run `file`. */
export const canRun = (file: string, as: Identity): boolean =>
  passes('test -r "$0" && test -x "$0"', file, as);

/** Runs a program to its end. Rejects with the end of its error output if it fails. */
export function run(program: string, args: string[], as: Identity): Promise<void> {
  return new Promise((resolve, reject) => {
    let errorOutput = '';
    const child = spawn(program, args, {
      ...as,
      cwd: '/',
      env: cleanEnv,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk: Buffer) => (errorOutput = (errorOutput + chunk.toString()).slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(errorOutput.trim() || `exit code ${code}`)),
    );
  });
}
