import type { Account } from '../calls/ctx.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { SocketMetrics } from './socket-metrics.ts';

type UsageMetrics = Pick<SocketMetrics, 'sockets' | 'subscriptions' | 'reached'>;

/** The usage of all sockets of one account. */
export class AccountUsage {
  /** In the order of opening. */
  readonly connections = new Set<SocketConnection>();
  subscriptions = 0;
  readonly #limits: SocketLimits;
  readonly #metrics: UsageMetrics;

  constructor(limits: SocketLimits, metrics: UsageMetrics) {
    this.#limits = limits;
    this.#metrics = metrics;
  }

  /** Whether a message may be buffered for a page with this many unsent bytes. */
  mayBuffer(bytes: number): boolean {
    const { maxBufferedBytesPerSocket, maxBufferedBytesPerAccount } = this.#limits;
    const sum = [...this.connections].reduce((total, { socket }) => total + socket.bufferedAmount, 0);
    const isAllowed = bytes <= maxBufferedBytesPerSocket && sum <= maxBufferedBytesPerAccount;
    if (!isAllowed) this.#metrics.reached('buffered_bytes');
    return isAllowed;
  }
}

/** The account that a socket counts for. An impersonating user counts as themselves, so neither account uses the other's limit. */
export const userOf = ({ id, viewer }: Account) => viewer?.id ?? id;

/** Creates the counters of sockets and subscriptions, per account and for the process. */
export function createSocketUsage(limits: SocketLimits, metrics: UsageMetrics) {
  const accounts = new Map<string, AccountUsage>();
  const total = { sockets: 0, subscriptions: 0 };
  return {
    total,
    of: (account: Account): AccountUsage =>
      accounts.get(userOf(account)) ?? new AccountUsage(limits, metrics),
    add: (connection: SocketConnection): void => {
      accounts.set(connection.user, connection.usage);
      connection.usage.connections.add(connection);
      metrics.sockets.set((total.sockets += 1));
    },
    remove: (connection: SocketConnection): void => {
      if (!connection.usage.connections.delete(connection)) return;
      if (connection.usage.connections.size === 0) accounts.delete(connection.user);
      metrics.sockets.set((total.sockets -= 1));
    },
    /** Whether the limits allow the socket another subscription. */
    hasRoom: ({ usage, topics }: SocketConnection): boolean =>
      topics.size < limits.maxSubscriptionsPerSocket &&
      usage.subscriptions < limits.maxSubscriptionsPerAccount &&
      total.subscriptions < limits.maxSubscriptionsPerProcess,
    count: ({ usage }: SocketConnection, change: 1 | -1): void => {
      usage.subscriptions += change;
      metrics.subscriptions.set((total.subscriptions += change));
    },
  };
}
export type SocketUsage = ReturnType<typeof createSocketUsage>;
