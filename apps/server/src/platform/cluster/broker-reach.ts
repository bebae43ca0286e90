import { clusterTiming, type ClusterTiming } from './cluster-options.ts';

type ReachTiming = Pick<ClusterTiming, 'brokerGraceMs' | 'brokerSettleMs'>;

/** What a server reports that has never reached the broker, or is not ready for robots yet. */
export const neverReached = -1_000_000_000;
/** Longer times are reported as this one, so that they fit into an integer. */
const maxReachMs = 86_400_000;

/** Whether a server that reports this has lost the broker. */
export const isAway = (brokerMs: number): boolean =>
  brokerMs > neverReached && brokerMs <= -clusterTiming.brokerGraceMs;

/**
 * How long this server has reached the broker without a break, as it tells the others: negative while it does not. After a longer
 * break it reports to be cut off until the connection has held for a while, so that its robots do not move again and again.
 */
export function createBrokerReach(
  { brokerGraceMs, brokerSettleMs }: ReachTiming,
  nowMs: () => number = () => performance.now(),
) {
  let isOwner = false;
  let isConnected = false;
  /** The time of the last change. */
  let sinceMs: number | undefined;
  let wasCutOff = false;
  const elapsedMs = () =>
    sinceMs === undefined ? -neverReached : Math.min(maxReachMs, Math.round(nowMs() - sinceMs));
  return {
    /** From now on the server may own robots. */
    begin: (): void => void (isOwner = true),
    /** The connection to the broker was made or lost. */
    note: (connected: boolean): void => {
      if (connected === isConnected) return;
      if (connected) wasCutOff = sinceMs !== undefined && elapsedMs() >= brokerGraceMs;
      isConnected = connected;
      sinceMs = nowMs();
    },
    reachMs: (): number => {
      if (!isOwner) return neverReached;
      if (!isConnected) return -elapsedMs();
      return wasCutOff && elapsedMs() < brokerSettleMs ? -brokerGraceMs : elapsedMs();
    },
  };
}

/**
 * The servers among these that can act for robots: not those that are cut off from the broker while another one reaches it. When
 * the broker is away for all, all keep their robots; when it is back, they return one after the other, so one that has just
 * returned does not count yet.
 */
export function withinReach<S extends { brokerMs: number }>(
  servers: readonly S[],
  { brokerGraceMs, brokerSettleMs }: ReachTiming,
): readonly S[] {
  const isReached = servers.some(({ brokerMs }) => brokerMs >= 2 * brokerSettleMs);
  return isReached ? servers.filter(({ brokerMs }) => brokerMs > -brokerGraceMs) : servers;
}
