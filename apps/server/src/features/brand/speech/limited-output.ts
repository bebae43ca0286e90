import { spawn } from 'node:child_process';
import { speechLimits } from '@sweepline/contract';
import { Refusal } from '../../../platform/calls/ctx.ts';

export interface OutputLimits {
  ms: number;
  bytes: number;
}

/**
 * What a program writes for a text on its standard input. It is ended after the limits, with the programs that it started, because an
 * engine may hang or write without end; then, and if it fails, nothing of its output is used.
 */
export function outputOf(
  program: string,
  args: readonly string[],
  input: string,
  environment: Readonly<Record<string, string>>,
  limits: OutputLimits = speechLimits,
): Promise<Buffer> {
  const answer = Promise.withResolvers<Buffer>();
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    // A group of its own, so that what it started ends with it.
    detached: true,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  });
  const pieces: Buffer[] = [];
  let bytes = 0;
  const fail = () => {
    endGroup(child.pid);
    // What left the group may write on, and would fill the memory.
    child.stdout.destroy();
    answer.reject(new Refusal('speechFailed'));
  };
  const timer = setTimeout(fail, limits.ms);
  child.stdout.on('data', (piece: Buffer) => {
    bytes += piece.length;
    pieces.push(piece);
    if (bytes > limits.bytes) fail();
  });
  child.on('error', fail);
  // A program that ends before it has read its input is judged by its exit code.
  child.stdin.on('error', () => {});
  child.on('close', (code) => (code === 0 ? answer.resolve(Buffer.concat(pieces)) : fail()));
  child.stdin.end(input);
  return answer.promise.finally(() => clearTimeout(timer));
}

/** A program that could not be started has no group, and an ended one may have none any more. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
