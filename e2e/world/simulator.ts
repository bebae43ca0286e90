import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** With arguments: simulate robots. Without: stop those of this id. */
export interface HostRequest {
  id: number;
  args?: readonly string[];
}
/** The robots of this id have stopped, or failed. */
export interface HostAnswer {
  id: number;
  error?: string;
}

const program = join(import.meta.dirname, 'robot-host.ts');
const node = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'node');

let host: ChildProcess | undefined;
let lastId = 0;

/** The process that simulates the robots of this worker. It ends with the worker, whose channel it listens to. */
function hostOfWorker(): ChildProcess {
  if (host?.connected) return host;
  host = fork(program, { execPath: node, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // Each running robot waits for its answer.
  host.setMaxListeners(0);
  host.unref();
  host.channel?.unref();
  return host;
}

/** Simulates robots with the arguments of `npm run sim`. Returns the function that stops them and waits for their end. */
export function simulate(args: readonly string[]): () => Promise<void> {
  const process = hostOfWorker();
  const id = (lastId += 1);
  const ended = new Promise<void>((resolve, reject) => {
    const onMessage = (answer: HostAnswer) => {
      if (answer.id !== id) return;
      process.off('message', onMessage);
      if (answer.error) reject(new Error(`the simulator: ${answer.error}`));
      else resolve();
    };
    process.on('message', onMessage);
    process.once('exit', () => reject(new Error('the simulator has ended')));
  });
  // A failure shows when the robot is stopped.
  ended.catch(() => {});
  process.send({ id, args } satisfies HostRequest);
  return async () => {
    process.send({ id } satisfies HostRequest);
    process.channel?.ref();
    await ended;
  };
}
