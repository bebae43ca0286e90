import type { SubscriptionRequest } from './subscriptions.ts';

/** What a socket has sent and what is still to be done with it. */
export interface SocketInbox {
  unread: Buffer[];
  /** Parsed, but not yet applied: one check of rights at a time for each socket. */
  requests: SubscriptionRequest[];
  isApplying: boolean;
}
