import type { Account } from '../calls/ctx.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { SocketMetrics } from './socket-metrics.ts';

type UsageMetrics = Pick<SocketMetrics, 'sockets' | 'subscriptions' | 'reached'>;

/** What all sockets of one account use together. */
export class AccountUsage {
  /** In the order in which they were opened. */
  readonly lines = new Set<SocketConnection>();
  subscriptions = 0;
  readonly #limits: SocketLimits;
  readonly #metrics: UsageMetrics;

  constructor(limits: SocketLimits, metrics: UsageMetrics) {
    this.#limits = limits;
    this.#metrics = metrics;
  }

  /** Whether more may wait for a page for which this much waits already. */
  mayBuffer(bytes: number): boolean {
    const { maxBufferedBytesPerSocket, maxBufferedBytesPerAccount } = this.#limits;
    const sum = [...this.lines].reduce((total, { socket }) => total + socket.bufferedAmount, 0);
    const may = bytes <= maxBufferedBytesPerSocket && sum <= maxBufferedBytesPerAccount;
    if (!may) this.#metrics.reached('buffered_bytes');
    return may;
  }
}

/** Who uses the socket. A person who views another account is counted as themselves, so that neither uses up the other's share. */
export const userOf = ({ id, viewer }: Account) => viewer?.id ?? id;

/** What each account and the process use of the socket. */
export function createSocketUsage(limits: SocketLimits, metrics: UsageMetrics) {
  const accounts = new Map<string, AccountUsage>();
  const total = { sockets: 0, subscriptions: 0 };
  return {
    total,
    of: (account: Account): AccountUsage =>
      accounts.get(userOf(account)) ?? new AccountUsage(limits, metrics),
    add: (line: SocketConnection): void => {
      accounts.set(line.user, line.usage);
      line.usage.lines.add(line);
      metrics.sockets.set((total.sockets += 1));
    },
    remove: (line: SocketConnection): void => {
      if (!line.usage.lines.delete(line)) return;
      if (line.usage.lines.size === 0) accounts.delete(line.user);
      metrics.sockets.set((total.sockets -= 1));
    },
    /** Whether the socket may have another subscription. */
    hasRoom: ({ usage, topics }: SocketConnection): boolean =>
      topics.size < limits.maxSubscriptionsPerSocket &&
      usage.subscriptions < limits.maxSubscriptionsPerAccount &&
      total.subscriptions < limits.maxSubscriptionsPerProcess,
    count: ({ usage }: SocketConnection, more: 1 | -1): void => {
      usage.subscriptions += more;
      metrics.subscriptions.set((total.subscriptions += more));
    },
  };
}
export type SocketUsage = ReturnType<typeof createSocketUsage>;
