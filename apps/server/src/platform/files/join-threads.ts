import { createWorkerQueue } from '../runtime/worker-queue.ts';
import type { Content } from './files.ts';
import { FileFault } from './file-fault.ts';
import type { JoinAnswer, JoinJob } from './join-worker.ts';

/** More would only share the disk. */
const threadCount = 2;

const aThread = () => {
  const queue = createWorkerQueue<JoinJob, JoinAnswer>(new URL('./join-worker.ts', import.meta.url), {
    memoryMb: 64,
    idleMs: 10_000,
  });
  return { queue, jobs: 0 };
};
const threads = Array.from({ length: threadCount }, aThread);

/** Joins files and hashes them in a worker thread: an upload of gigabytes must not delay calls for seconds. */
export async function joinInThread(job: JoinJob): Promise<Content & { md5: string }> {
  const [thread] = threads.toSorted((a, b) => a.jobs - b.jobs);
  thread!.jobs += 1;
  try {
    const answer = await thread!.queue.ask(job);
    if ('joined' in answer) return answer.joined;
    if ('part' in answer) throw new FileFault(answer.part, answer.fault);
    throw Object.assign(new Error(`files could not be joined: ${answer.code}`), { code: answer.code });
  } finally {
    thread!.jobs -= 1;
  }
}
