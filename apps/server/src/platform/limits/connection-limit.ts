import type { Server } from 'node:net';
import { isLoopback, networkOf } from '../http/addresses.ts';
import type { LimitMetrics } from './limit-metrics.ts';

/** An office of three hundred people uses up to six connections each. */
const maxPerAddress = 2_000;

/**
 * Limits the connections of one address. There is no limit behind a reverse proxy, because all connections come from the proxy, and
 * none for loopback addresses.
 */
export function createConnectionLimit(
  metrics: LimitMetrics,
  {
    max = maxPerAddress,
    counts = (address) => !isLoopback(address),
  }: { max?: number; counts?: (address: string) => boolean } = {},
) {
  const open = new Map<string, number>();
  const change = (network: string, by: number) => {
    const connections = (open.get(network) ?? 0) + by;
    if (connections > 0) open.set(network, connections);
    else open.delete(network);
    return connections;
  };
  return {
    register: (server: Server): void => {
      server.on('connection', (socket) => {
        const network = networkOf(socket.remoteAddress ?? '');
        if (!counts(network)) return;
        socket.once('close', () => change(network, -1));
        if (change(network, 1) <= max) return;
        metrics.refused('connectionsPerAddress');
        socket.destroy();
      });
    },
  };
}
