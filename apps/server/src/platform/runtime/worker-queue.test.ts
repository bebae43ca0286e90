import { expect, test } from 'vitest';
import { createWorkerQueue } from './worker-queue.ts';

/** A thread whose jobs are functions of the job's text. */
const createQueue = (options: { maxWaiting?: number; maxMs?: number } = {}) =>
  createWorkerQueue<string, string>(
    new URL(`data:text/javascript,
      import { parentPort, threadId } from 'node:worker_threads';
      parentPort.on('message', (job) => {
        if (job === 'exit') process.exit(1);
        if (job === 'hang') for (;;);
        if (job === 'refuse') parentPort.postMessage({ refused: { reason: 'notFound', details: {} } });
        else if (job === 'fail') parentPort.postMessage({ fault: 'broken' });
        else parentPort.postMessage({ answer: job + ' ' + threadId });
      });`),
    { memoryMb: 64, idleMs: 60_000, ...options },
  );

test('jobs run in order in one thread, and a refused job does not end it', async () => {
  const queue = createQueue();
  const [first, refusal, last] = await Promise.allSettled(['a', 'refuse', 'b'].map((job) => queue.ask(job)));
  expect(refusal).toMatchObject({ status: 'rejected', reason: { reason: 'notFound' } });
  const [thread] = [first, last].map((each) => (each?.status === 'fulfilled' ? each.value.slice(2) : ''));
  expect([first, last]).toMatchObject([{ value: `a ${thread}` }, { value: `b ${thread}` }]);
  await queue.end();
});

test('a job after one that fails or ends the thread gets a new thread', async () => {
  const queue = createQueue();
  const threads = new Set([await queue.ask('a')]);
  for (const [job, message] of [
    ['fail', 'broken'],
    ['exit', 'the thread ended without an answer'],
  ] as const) {
    await expect(queue.ask(job)).rejects.toThrow(message);
    threads.add(await queue.ask('a'));
  }
  expect(threads.size).toBe(3);
  await queue.end();
});

test('a job that runs too long fails', async () => {
  const queue = createQueue({ maxMs: 100 });
  await expect(queue.ask('hang')).rejects.toThrow('the job took too long');
});

test('a job is refused as busy when too many jobs wait', async () => {
  const queue = createQueue({ maxWaiting: 1 });
  const jobs = ['a', 'b', 'c'].map((job) => queue.ask(job));
  await expect(jobs[2]).rejects.toMatchObject({ reason: 'documentsBusy' });
  expect((await Promise.all(jobs.slice(0, 2))).map((answer) => answer[0])).toEqual(['a', 'b']);
  await queue.end();
});
