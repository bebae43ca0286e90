import { maxFilterIds, type Topic } from '@sweepline/contract';

export interface Subscription {
  topic: Topic;
  /** The ids of the records each listener shows; undefined for all. */
  listeners: Map<(message: never) => void, readonly string[] | undefined>;
}

/** Applies a change of listeners. Returns the new request if it differs from the previous one. */
export function requestAfter(entry: Subscription, step: () => void) {
  const previous = entry.listeners.size > 0 ? JSON.stringify(requestOf(entry)) : '';
  step();
  const request = requestOf(entry);
  return JSON.stringify(request) === previous ? undefined : request;
}

/** The subscription request that covers the records of every listener. */
export function requestOf({ topic, listeners }: Subscription) {
  const filters = [...listeners.values()];
  const ids = [...new Set(filters.flatMap((only) => only ?? []))];
  const filtered = filters.every((only) => only !== undefined) && ids.length <= maxFilterIds;
  return { subscribe: topic.name, ...(filtered && { only: ids }) };
}
