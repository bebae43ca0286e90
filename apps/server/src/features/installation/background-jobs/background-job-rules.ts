import type { BackgroundJob } from '@sweepline/contract';

interface JobRow {
  everySeconds: number;
  lastEndedAt: string | null;
  failuresInRow: number;
}

/** Spans without a run after which something is wrong: the queue, or all processes that may run the job. */
const maxSpans = 3;
/** A job of every second may wait for its turn as long as this. */
const minOverdueMs = 60_000;

export function stateOfJob(
  { everySeconds, lastEndedAt, failuresInRow }: JobRow,
  now: Date,
): BackgroundJob['state'] {
  if (lastEndedAt === null) return 'WAITING';
  if (failuresInRow > 0) return 'FAILING';
  const quietMs = now.getTime() - Date.parse(lastEndedAt);
  return quietMs > Math.max(minOverdueMs, maxSpans * everySeconds * 1_000) ? 'OVERDUE' : 'OK';
}

/** The beginning of the next span; spans of a length begin at multiples of it since 1970. */
export function nextSpanAt(everySeconds: number, now: Date): Date {
  const spanMs = everySeconds * 1_000;
  return new Date((Math.floor(now.getTime() / spanMs) + 1) * spanMs);
}
