import type { Rate } from '../limits/rates/token-bucket.ts';

/**
 * The socket limits of one account and of the process. Every limit is above the busiest use of the console: twenty tabs, or a map
 * with 10,000 robots that is opened and left repeatedly.
 */
export interface SocketLimits {
  /** One socket is one tab. A new one closes the oldest: that may be dead already, the newest is in use. */
  maxSocketsPerAccount: number;
  /** An idle socket uses about 20 KB. Above this, openings are refused so that open sockets stay. */
  maxSocketsPerProcess: number;
  /** Twenty tabs reconnect at once after a restart, and retry every four seconds while the server is unavailable. */
  openings: Rate;
  /** Openings with invalid tickets and tokens, per address: each unknown token costs a query. */
  failedOpenings: Rate;
  /** A map with 10,000 robots subscribes to each of them, besides the topics that every page subscribes to. */
  maxSubscriptionsPerSocket: number;
  /** Three such maps. A subscription uses about half a kilobyte. */
  maxSubscriptionsPerAccount: number;
  maxSubscriptionsPerProcess: number;
  /** A change from one such map to another sends 20,000 messages. The sustained rate costs 2 % of a core. */
  messages: Rate;
  /** A message counts once per this many bytes, because parsing time grows with its length. */
  bytesPerMessageUnit: number;
  /** Above this all sockets wait and none is closed: the load of many accounts is not the fault of one. */
  maxMessagesPerSecondPerProcess: number;
  /** Messages read from one socket but not applied. Above this the socket is not read until they are; one query checks all. */
  maxQueuedPerSocket: number;
  /** The longest message of the console names the 500 records of a page. */
  maxMessageBytes: number;
  /** Unsent bytes for one page that does not read. */
  maxBufferedBytesPerSocket: number;
  /** Unsent bytes for all pages of an account: twenty slow tabs must not use twenty times that. */
  maxBufferedBytesPerAccount: number;
}

/** The limits in production. */
export const socketLimits: SocketLimits = {
  maxSocketsPerAccount: 20,
  maxSocketsPerProcess: 10_000,
  openings: { burst: 120, perSecond: 10 },
  failedOpenings: { burst: 60, perSecond: 2 },
  maxSubscriptionsPerSocket: 12_000,
  maxSubscriptionsPerAccount: 36_000,
  maxSubscriptionsPerProcess: 400_000,
  messages: { burst: 40_000, perSecond: 2_000 },
  bytesPerMessageUnit: 256,
  maxMessagesPerSecondPerProcess: 20_000,
  maxQueuedPerSocket: 1_000,
  maxMessageBytes: 24 * 1_024,
  maxBufferedBytesPerSocket: 8 * 1_024 * 1_024,
  maxBufferedBytesPerAccount: 32 * 1_024 * 1_024,
};
