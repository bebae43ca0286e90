import type { SubscriptionRequest } from './socket-request.ts';

/** Messages of a socket that are not applied yet. */
export interface SocketInbox {
  unread: Buffer[];
  /** Parsed but not applied: each socket has one permission check at a time. */
  requests: SubscriptionRequest[];
  isApplying: boolean;
}
