import type { Rate } from '../limits/rate-limit.ts';

/**
 * What one account and the whole process may use of the socket. Every limit lies above what the console does at its busiest:
 * thirty tabs, or a map with 10,000 robots that is opened and left again and again.
 */
export interface SocketLimits {
  /** One socket is one tab. The oldest is closed for a new one: it may be dead already, the newest is in use. */
  maxSocketsPerAccount: number;
  /** A socket at rest holds about 20 KB. Above this an opening is refused, so that the sockets that are open stay. */
  maxSocketsPerProcess: number;
  /** Thirty tabs come back at once after a restart, each every four seconds while the server is away. */
  openings: Rate;
  /** Tickets and tokens that open nothing, per address: each unknown token costs a query. */
  failedOpenings: Rate;
  /** A map with 10,000 robots follows each of them, beside the topics that every page follows. */
  maxSubscriptionsPerSocket: number;
  /** Three such maps. A subscription holds about half a kilobyte. */
  maxSubscriptionsPerAccount: number;
  maxSubscriptionsPerProcess: number;
  /** Leaving one such map for another is 20,000 messages. At the lasting rate they cost two hundredths of a core. */
  messages: Rate;
  /** A message counts once for each of these bytes: to parse it takes time by its length. */
  bytesPerMessageUnit: number;
  /** Above this all sockets wait for their turns, and none is closed: many accounts at once are no fault of one. */
  maxMessagesPerSecondPerProcess: number;
  /** Read from one socket but not yet applied. A socket with more is not read until they are; one query checks all of them. */
  maxQueuedPerSocket: number;
  /** The longest message names the 500 records of a page. */
  maxMessageBytes: number;
  /** What waits for one page that does not read. */
  maxBufferedBytesPerSocket: number;
  /** What waits for all pages of an account: thirty slow tabs must not hold thirty times that. */
  maxBufferedBytesPerAccount: number;
}

export const socketLimits: SocketLimits = {
  maxSocketsPerAccount: 30,
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
