import { driveRules, type DriveFrame } from '@sweepline/contract';

export interface Person {
  accountId: string;
  name: string;
}

/** Who has a device's wheel, until when nobody may take it, and for whom it is kept. */
export interface DriveLease {
  holder: (Person & { untilMs: number }) | undefined;
  reserved: (Person & { untilMs: number }) | undefined;
  asking: readonly Person[];
}
export const freeLease: DriveLease = { holder: undefined, reserved: undefined, asking: [] };

/** Takes the wheel, or tells who stands in the way. Force stops at nobody: who may use it is decided elsewhere. */
export function takeLease(
  lease: DriveLease,
  person: Person,
  nowMs: number,
  force = false,
): DriveLease | { taken: Person } {
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

/** A word of the driver: for a while nobody takes the wheel from them. */
export const renewLease = (lease: DriveLease, accountId: string, nowMs: number): DriveLease =>
  lease.holder?.accountId === accountId
    ? { ...lease, holder: { ...lease.holder, untilMs: nowMs + driveRules.leaseMs } }
    : lease;

/** Lets go. Kept for somebody, they have a moment to take it before anybody else. */
export function releaseLease(
  lease: DriveLease,
  accountId: string,
  nowMs: number,
  keepFor?: Person,
): DriveLease {
  if (lease.holder?.accountId !== accountId) return lease;
  const reservation = keepFor && { ...personOf(keepFor), untilMs: nowMs + driveRules.reservedMs };
  return { holder: undefined, reserved: reservation, asking: keepFor ? lease.asking : [] };
}

/** Asks whoever has it to hand over; each is heard once. */
export function requestLease(lease: DriveLease, person: Person): DriveLease {
  const alreadyAsked = lease.asking.some(({ accountId }) => accountId === person.accountId);
  if (!lease.holder || lease.holder.accountId === person.accountId || alreadyAsked) return lease;
  return { ...lease, asking: [...lease.asking, personOf(person)].slice(-maxRequests) };
}
const maxRequests = 5;

const personOf = ({ accountId, name }: Person): Person => ({ accountId, name });

/** Older than this on its way from the page it is not passed on (2.8). */
export const maxFrameAgeMs = 200;

/**
 * How old a wish was when it came. The page's clock is not ours: the quickest frame so far is taken to have lost no time, and
 * the others are as old as they are later than it.
 */
export function createFrameAges() {
  let quickest = Infinity;
  return (pageMs: number, receivedMs: number): number => {
    quickest = Math.min(quickest, receivedMs - pageMs);
    return receivedMs - pageMs - quickest;
  };
}

/** Whether a frame counts: newer than the last, and not stale. Letting go counts at any age. */
export const isFresh = (lastSeq: number, { seq, deadman }: DriveFrame, ageMs: number) =>
  seq > lastSeq && (!deadman || ageMs <= maxFrameAgeMs);

const windowMs = 3_000;
export const slowMs = 500;
export const tooSlowMs = 1_000;
const minTrips = 3;

/** Round trips to the robot, and what they mean: the median over three seconds (2.8). */
export function createRoundTrips() {
  const sent = new Map<number, number>();
  let trips: { atMs: number; tripMs: number }[] = [];
  return {
    sent(seq: number, nowMs: number): void {
      sent.set(seq, nowMs);
      for (const [old, atMs] of sent) if (nowMs - atMs > 30_000) sent.delete(old);
    },
    /** The robot had `seq` as its newest when it said so, and had had it for `heldMs`. */
    acknowledged(seq: number, heldMs: number, nowMs: number): void {
      const sentMs = sent.get(seq);
      if (sentMs === undefined) return;
      for (const old of sent.keys()) if (old <= seq) sent.delete(old);
      trips.push({ atMs: nowMs, tripMs: Math.max(0, nowMs - sentMs - heldMs) });
    },
    median(nowMs: number): number | null {
      trips = trips.filter(({ atMs }) => nowMs - atMs <= windowMs);
      // What is on its way is at least as slow as it is old already.
      const pending = [...sent.values()]
        .map((atMs) => nowMs - atMs)
        .filter((ms) => ms > tooSlowMs && ms <= windowMs);
      const all = [...trips.map(({ tripMs }) => tripMs), ...pending].sort((a, b) => a - b);
      return all.length < minTrips ? null : all[all.length >> 1]!;
    },
  };
}
export type Trips = ReturnType<typeof createRoundTrips>;
