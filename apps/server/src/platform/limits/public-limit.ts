import { networkOf } from '../http/addresses.ts';
import type { AuditEntry } from '../audit/audit.ts';
import type { Clock } from '../runtime/clock.ts';
import { newId } from '../runtime/ids.ts';
import type { LimitMetrics } from './limit-metrics.ts';

export interface PublicLimitOptions {
  spanMs: number;
  /** Public writes of one address in a span; an office of a few hundred people stays far below. */
  maxPerAddress: number;
  /** Public writes of all addresses in a span. */
  maxInAll: number;
  /** So many of each address are let in also when all together are too many: a flood from elsewhere locks no office out. */
  alwaysPerAddress: number;
  /** Refusals of one address in a span that get an audit entry of their own; the others are counted in one. */
  maxEntriesPerAddress: number;
}

export const publicLimitOptions: PublicLimitOptions = {
  spanMs: 60_000,
  maxPerAddress: 600,
  maxInAll: 6_000,
  alwaysPerAddress: 20,
  maxEntriesPerAddress: 30,
};

const maxAddresses = 50_000;

/** What one address did in the present span. */
interface Visits {
  startedAt: number;
  taken: number;
  entries: number;
  /** Refusals without an entry of their own. */
  counted: number;
  /** What the last of them called. */
  call: string;
  address: string;
}

/** Limits what strangers may write, by address and for the process. A flood becomes one audit entry per address and span. */
export function createPublicLimit(
  now: Clock,
  metrics: LimitMetrics,
  options: PublicLimitOptions = publicLimitOptions,
) {
  const { spanMs, maxPerAddress, maxInAll, alwaysPerAddress, maxEntriesPerAddress } = options;
  const byNetwork = new Map<string, Visits>();
  let all = { startedAt: 0, taken: 0 };
  let record: (entry: AuditEntry) => void = () => {};
  const isOver = (startedAt: number) => Math.abs(now().getTime() - startedAt) >= spanMs;

  const end = (network: string, visits: Visits) => {
    byNetwork.delete(network);
    if (visits.counted > 0) record(floodEntry(now(), visits));
  };
  const visitsOf = (address: string): Visits => {
    const network = networkOf(address);
    const present = byNetwork.get(network);
    if (present && !isOver(present.startedAt)) return present;
    if (present) end(network, present);
    const visits = { startedAt: now().getTime(), taken: 0, entries: 0, counted: 0, call: '', address };
    byNetwork.set(network, visits);
    // A Map keeps the order of insertion: the first one is the oldest.
    const [oldest] = byNetwork;
    if (byNetwork.size > maxAddresses && oldest) end(...oldest);
    return visits;
  };
  const flush = (which: (visits: Visits) => boolean) => {
    for (const [network, visits] of byNetwork) if (which(visits)) end(network, visits);
  };
  const timer = setInterval(() => flush(({ startedAt }) => isOver(startedAt)), Math.min(1_000, spanMs));
  timer.unref();

  return {
    /** Whether one more public write of this address is heard. */
    take: (address: string): boolean => {
      const visits = visitsOf(address);
      if (isOver(all.startedAt)) all = { startedAt: now().getTime(), taken: 0 };
      const full = all.taken >= maxInAll && visits.taken >= alwaysPerAddress;
      if (full || visits.taken >= maxPerAddress) {
        metrics.refused('publicWrites');
        return false;
      }
      visits.taken += 1;
      all.taken += 1;
      return true;
    },
    /** Enters a stranger's refusal, or only counts it. */
    refuse: (entry: AuditEntry, { flood = false }: { flood?: boolean } = {}): void => {
      const visits = visitsOf(entry.address);
      if (!flood && visits.entries < maxEntriesPerAddress) {
        visits.entries += 1;
        record(entry);
        return;
      }
      visits.counted += 1;
      visits.call = entry.call;
    },
    /** Where entries go. */
    recordTo: (recorder: (entry: AuditEntry) => void): void => void (record = recorder),
    /** Enters what was counted so far. */
    stop: (): void => {
      clearInterval(timer);
      flush(() => true);
    },
  };
}
export type PublicLimit = ReturnType<typeof createPublicLimit>;

const floodEntry = (at: Date, { call, address, counted }: Visits): AuditEntry => ({
  ...{ at: at.toISOString(), code: 429, reason: 'tooMany' },
  ...{ action: 'audit.flood', recordName: String(counted) },
  ...{ accountName: '', call, address, requestId: newId() },
});
