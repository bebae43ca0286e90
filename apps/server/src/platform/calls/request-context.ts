import { AsyncLocalStorage } from 'node:async_hooks';

interface Act {
  text: string;
  over: boolean;
}
const acts = new AsyncLocalStorage<Act>();

/**
 * Does `work` in the name of a request: whatever rows it changes, in its own transaction or in one it opens, are recorded
 * under that request. What it leaves behind, such as a timer, no longer acts in its name.
 */
export async function withRequestContext<T>(
  { requestId, at, accountId }: { requestId: string; at: Date; accountId: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  // The text travels inside a statement.
  if (!/^[\w-]+$/.test(requestId)) throw new Error('a request is named by letters, digits and dashes');
  const act = { text: `${requestId} ${at.toISOString()} ${accountId ?? '-'}`, over: false };
  try {
    return await acts.run(act, work);
  } finally {
    act.over = true;
  }
}

/** The request in whose name this code runs, as PostgreSQL is told; empty for work that nobody asked for. */
export function requestContextText(): string {
  const act = acts.getStore();
  return act && !act.over ? act.text : '';
}
