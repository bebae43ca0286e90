import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./trainer-process.ts', import.meta.url));

/** The processes of this server that train networks. */
export interface Trainers {
  start(): ChildProcess;
  /** Whether the server stops: its trainings are then left to another one. */
  isStopped(): boolean;
  stop(): Promise<void>;
}

/** Without a priority the processes have the lowest: calls and robots come first. */
export function createTrainers(priority: number = constants.priority.PRIORITY_LOW): Trainers {
  const children = new Set<ChildProcess>();
  let stopped = false;
  return {
    start: () => {
      // Pictures and networks are bytes, which JSON would make four times as long.
      const child = fork(program, [String(priority)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: [],
        serialization: 'advanced',
      });
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    isStopped: () => stopped,
    stop: async () => {
      stopped = true;
      const ends = [...children].map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(ends);
    },
  };
}
