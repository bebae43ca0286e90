import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const program = join(import.meta.dirname, '../main.ts');

/** Starts the program; `ended` has its exit status and what it wrote. */
export function startCli(args: readonly string[]) {
  const child = spawn('node', [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit').then(async ([status]) => {
    const [out, err] = await output;
    return { status: Number(status), out, err };
  });
  return { child, ended };
}

export const runCli = (args: readonly string[]) => startCli(args).ended;
