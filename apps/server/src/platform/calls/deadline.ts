import { Refusal } from './ctx.ts';

/**
 * Runs `work` with a limit of `ms` milliseconds, then rejects with the refusal `timeout`. `work` gets a promise that rejects at
 * the same time, to race its parts against.
 */
export async function withDeadline<T>(
  ms: number,
  work: (deadline: Promise<never>) => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Refusal('timeout')), ms);
  });
  deadline.catch(() => {});
  try {
    return await Promise.race([deadline, work(deadline)]);
  } finally {
    clearTimeout(timer);
  }
}
