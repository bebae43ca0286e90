import { Refusal } from './ctx.ts';

/** Gives `work` a promise that rejects when the time is up, to race its parts against, and rejects itself then. */
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
