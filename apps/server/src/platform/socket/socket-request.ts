import { socketRequest } from '@sweepline/contract';

/** A request of a page: to subscribe to a topic, optionally for some records only, or to unsubscribe. */
export type SubscriptionRequest =
  | { subscribe: string; only?: readonly string[] | undefined }
  | { unsubscribe: string };

/** The request in a browser's message; undefined if it is invalid. */
export function requestIn(data: unknown) {
  try {
    return socketRequest.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
}
