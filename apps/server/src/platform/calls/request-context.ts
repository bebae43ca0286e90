import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  text: string;
  over: boolean;
}
const contexts = new AsyncLocalStorage<RequestContext>();

/**
 * Runs `work` in the context of a request: the audit records every row that it changes, in any transaction, under that request.
 * The context ends with `work`; a timer started by it changes rows without the context.
 */
export async function withRequestContext<T>(
  { requestId, at, accountId }: { requestId: string; at: Date; accountId: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  // The id becomes part of a statement's text.
  if (!/^[\w-]+$/.test(requestId)) throw new Error('a request is named by letters, digits and dashes');
  const context = { text: `${requestId} ${at.toISOString()} ${accountId ?? '-'}`, over: false };
  try {
    return await contexts.run(context, work);
  } finally {
    context.over = true;
  }
}

/** The current request as the text of the setting `sweepline.request`; empty outside a request. */
export function requestContextText(): string {
  const context = contexts.getStore();
  return context && !context.over ? context.text : '';
}
