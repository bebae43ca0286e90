import { driveRules, type DriveFrame } from '@sweepline/contract';
import type { Driver } from '../../robots-port/robots.ts';

/** The driver of a device with the end of the lease, the reservation, and the requests. */
export interface DriveLease {
  holder: (Driver & { untilMs: number }) | undefined;
  reserved: (Driver & { untilMs: number }) | undefined;
  asking: readonly Driver[];
}
export const freeLease: DriveLease = { holder: undefined, reserved: undefined, asking: [] };

/** Takes the lease, or returns the account that blocks it. `force` ignores both; the caller checks who may use it. */
export function takeLease(
  lease: DriveLease,
  person: Driver,
  nowMs: number,
  force = false,
): DriveLease | { taken: Driver } {
  const { holder, reserved } = lease;
  const blocking = (entry: DriveLease['holder']) =>
    entry && entry.accountId !== person.accountId && entry.untilMs > nowMs ? entry : undefined;
  const blocker = blocking(reserved) ?? blocking(holder);
  if (blocker && !force) return { taken: personOf(blocker) };
  const asking = lease.asking.filter(({ accountId }) => accountId !== person.accountId);
  return {
    holder: { ...personOf(person), untilMs: nowMs + driveRules.leaseMs },
    reserved: undefined,
    asking,
  };
}

/** A frame of the driver renews the lease. */
export const renewLease = (lease: DriveLease, accountId: string, nowMs: number): DriveLease =>
  lease.holder?.accountId === accountId
    ? { ...lease, holder: { ...lease.holder, untilMs: nowMs + driveRules.leaseMs } }
    : lease;

/** Ends the lease. `keepFor` reserves it for a moment for one account. */
export function releaseLease(
  lease: DriveLease,
  accountId: string,
  nowMs: number,
  keepFor?: Driver,
): DriveLease {
  if (lease.holder?.accountId !== accountId) return lease;
  const reservation = keepFor && { ...personOf(keepFor), untilMs: nowMs + driveRules.reservedMs };
  return { holder: undefined, reserved: reservation, asking: keepFor ? lease.asking : [] };
}

/** Requests a handover from the driver; a repeated request is ignored. */
export function requestLease(lease: DriveLease, person: Driver): DriveLease {
  const alreadyAsked = lease.asking.some(({ accountId }) => accountId === person.accountId);
  if (!lease.holder || lease.holder.accountId === person.accountId || alreadyAsked) return lease;
  return { ...lease, asking: [...lease.asking, personOf(person)].slice(-maxRequests) };
}
const maxRequests = 5;

const personOf = ({ accountId, name }: Driver): Driver => ({ accountId, name });

/** An older frame from the page is dropped (docs/protocol/drive.md#session). */
export const maxFrameAgeMs = 200;

/**
 * The age of a frame when it arrived. The clock of the page differs, so the quickest frame so far counts as age 0. The age
 * of the others is their delay beyond that.
 */
export function createFrameAges() {
  let quickest = Infinity;
  return (pageMs: number, receivedMs: number): number => {
    quickest = Math.min(quickest, receivedMs - pageMs);
    return receivedMs - pageMs - quickest;
  };
}

/** Whether a frame counts: newer than the last, and not stale. Releasing the dead-man switch counts at any age. */
export const isFresh = (lastSeq: number, { seq, deadman }: DriveFrame, ageMs: number) =>
  seq > lastSeq && (!deadman || ageMs <= maxFrameAgeMs);

const windowMs = 3_000;
export const slowMs = 500;
export const tooSlowMs = 1_000;
const minTrips = 3;

/** Round trips to the robot: the median over three seconds (docs/protocol/drive.md#session). */
export function createRoundTrips() {
  const sent = new Map<number, number>();
  let trips: { atMs: number; tripMs: number }[] = [];
  return {
    sent(seq: number, nowMs: number): void {
      sent.set(seq, nowMs);
      for (const [old, atMs] of sent) if (nowMs - atMs > 30_000) sent.delete(old);
    },
    /** The robot reported `seq` as its newest, received `heldMs` before. */
    acknowledged(seq: number, heldMs: number, nowMs: number): void {
      const sentMs = sent.get(seq);
      if (sentMs === undefined) return;
      for (const old of sent.keys()) if (old <= seq) sent.delete(old);
      trips.push({ atMs: nowMs, tripMs: Math.max(0, nowMs - sentMs - heldMs) });
    },
    median(nowMs: number): number | null {
      trips = trips.filter(({ atMs }) => nowMs - atMs <= windowMs);
      // A pending frame is at least as slow as it is old.
      const pending = [...sent.values()]
        .map((atMs) => nowMs - atMs)
        .filter((ms) => ms > tooSlowMs && ms <= windowMs);
      const all = [...trips.map(({ tripMs }) => tripMs), ...pending].sort((a, b) => a - b);
      return all.length < minTrips ? null : all[all.length >> 1]!;
    },
  };
}
export type Trips = ReturnType<typeof createRoundTrips>;
