import { networkOf } from '../http/addresses.ts';
import type { AuditEntry } from '../audit/audit.ts';
import { floodEntry } from '../audit/flood-entry.ts';
import type { Clock } from '../runtime/clock.ts';
import type { LimitMetrics } from './limit-metrics.ts';
import { fixedWindow } from './rates/fixed-window.ts';
import type { CreateLimit } from './rates/keyed-limit.ts';

export interface PublicLimitOptions {
  spanMs: number;
  /** Public calls of one address in a span; an office of a few hundred people stays far below. */
  maxPerAddress: number;
  /** Public calls of all addresses in a span. */
  maxInAll: number;
  /** This many of each address are allowed even above `maxInAll`, so that a flood from other addresses does not lock an office out. */
  alwaysPerAddress: number;
  /**
   * Refusals of one address in a span with an audit entry each; one further entry counts the others. Each server counts for itself: its
   * last entry can count only what it refused.
   */
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
const allAddresses = 'all';

/** The refusals of one address in the current span. */
interface Visits {
  startedAt: number;
  entries: number;
  /** Refusals without an audit entry. */
  counted: number;
  /** The path of the last of these. */
  call: string;
  address: string;
}

/** Limits anonymous calls per address and in all. A flood becomes one audit entry per address and span. */
export function createPublicLimit(
  now: Clock,
  createLimit: CreateLimit,
  metrics: LimitMetrics,
  options: PublicLimitOptions = publicLimitOptions,
) {
  const { spanMs, maxPerAddress, maxInAll, alwaysPerAddress, maxEntriesPerAddress } = options;
  const byNetwork = new Map<string, Visits>();
  const limitOf = (name: string, max: number) =>
    createLimit(`public calls ${name}`, fixedWindow({ max, spanMs }));
  const perAddress = limitOf('of an address', maxPerAddress);
  const reserved = limitOf('always allowed', alwaysPerAddress);
  const inAll = limitOf('in all', maxInAll);
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
    const visits = { startedAt: now().getTime(), entries: 0, counted: 0, call: '', address };
    byNetwork.set(network, visits);
    // A Map keeps the order of insertion, so the first entry is the oldest.
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
    /** Counts a public call of this address. False if it is above a limit. */
    take: (address: string): boolean => {
      const network = networkOf(address);
      const isFull = !inAll.allows(allAddresses) && !reserved.allows(network);
      if (isFull || !perAddress.allows(network)) {
        metrics.refused('publicWrites');
        return false;
      }
      perAddress.use(network);
      reserved.use(network);
      inAll.use(allAddresses);
      return true;
    },
    /** Stores an audit entry of an anonymous refusal, or only counts it. */
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
    /** Sets the function that stores audit entries. */
    recordTo: (recorder: (entry: AuditEntry) => void): void => void (record = recorder),
    /** Stores the counts of all addresses. */
    stop: (): void => {
      clearInterval(timer);
      flush(() => true);
    },
  };
}
export type PublicLimit = ReturnType<typeof createPublicLimit>;
