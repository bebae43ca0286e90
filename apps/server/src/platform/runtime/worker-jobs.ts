import { parentPort } from 'node:worker_threads';
import type { ErrorName } from '@sweepline/contract';
import { Refusal, type RefusalDetails } from '../calls/ctx.ts';

/** The reply of a worker thread to a job. An error object would lose its class on the way. */
export type JobReply<Answer> =
  | { answer: Answer }
  | { refused: { reason: ErrorName; details: RefusalDetails } }
  | { fault: string };

/** Runs the jobs of a worker queue in this thread. The buffers of `transferOf` are moved without a copy. */
export function answerJobs<Job, Answer>(
  run: (job: Job) => Answer | Promise<Answer>,
  transferOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  const reply = (message: JobReply<Answer>, transfer: ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, transfer);
  parentPort?.on('message', async (job: Job) => {
    try {
      const answer = await run(job);
      reply({ answer }, transferOf(answer));
    } catch (error) {
      if (error instanceof Refusal) reply({ refused: { reason: error.reason, details: error.details } });
      else reply({ fault: error instanceof Error ? (error.stack ?? error.message) : 'no answer' });
    }
  });
}
