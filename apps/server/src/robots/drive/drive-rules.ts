import { driveRules, type DriveFrame } from '@sweepline/contract';

export interface Person {
  accountId: string;
  name: string;
}

/** Who has a device's wheel, until when nobody may take it, and for whom it is kept. */
export interface Wheel {
  holder: (Person & { untilMs: number }) | undefined;
  kept: (Person & { untilMs: number }) | undefined;
  asking: readonly Person[];
}
export const freeWheel: Wheel = { holder: undefined, kept: undefined, asking: [] };

/** Takes the wheel, or tells who stands in the way. Force stops at nobody: who may use it is decided elsewhere. */
export function take(wheel: Wheel, who: Person, nowMs: number, force = false): Wheel | { taken: Person } {
  const { holder, kept } = wheel;
  const other = (one: Wheel['holder']) =>
    one && one.accountId !== who.accountId && one.untilMs > nowMs ? one : undefined;
  const inTheWay = other(kept) ?? other(holder);
  if (inTheWay && !force) return { taken: personOf(inTheWay) };
  const asking = wheel.asking.filter(({ accountId }) => accountId !== who.accountId);
  return { holder: { ...personOf(who), untilMs: nowMs + driveRules.leaseMs }, kept: undefined, asking };
}

/** A word of the driver: for a while nobody takes the wheel from them. */
export const renew = (wheel: Wheel, accountId: string, nowMs: number): Wheel =>
  wheel.holder?.accountId === accountId
    ? { ...wheel, holder: { ...wheel.holder, untilMs: nowMs + driveRules.leaseMs } }
    : wheel;

/** Lets go. Kept for somebody, they have a moment to take it before anybody else. */
export function release(wheel: Wheel, accountId: string, nowMs: number, keepFor?: Person): Wheel {
  if (wheel.holder?.accountId !== accountId) return wheel;
  const kept = keepFor && { ...personOf(keepFor), untilMs: nowMs + driveRules.reservedMs };
  return { holder: undefined, kept, asking: keepFor ? wheel.asking : [] };
}

/** Asks whoever has it to hand over; each is heard once. */
export function ask(wheel: Wheel, who: Person): Wheel {
  const known = wheel.asking.some(({ accountId }) => accountId === who.accountId);
  if (!wheel.holder || wheel.holder.accountId === who.accountId || known) return wheel;
  return { ...wheel, asking: [...wheel.asking, personOf(who)].slice(-maxRequests) };
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
const fewest = 3;

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
    heard(seq: number, heldMs: number, nowMs: number): void {
      const sentMs = sent.get(seq);
      if (sentMs === undefined) return;
      for (const old of sent.keys()) if (old <= seq) sent.delete(old);
      trips.push({ atMs: nowMs, tripMs: Math.max(0, nowMs - sentMs - heldMs) });
    },
    median(nowMs: number): number | null {
      trips = trips.filter(({ atMs }) => nowMs - atMs <= windowMs);
      // What is on its way is at least as slow as it is old already.
      const open = [...sent.values()]
        .map((atMs) => nowMs - atMs)
        .filter((ms) => ms > tooSlowMs && ms <= windowMs);
      const all = [...trips.map(({ tripMs }) => tripMs), ...open].sort((a, b) => a - b);
      return all.length < fewest ? null : all[all.length >> 1]!;
    },
  };
}
export type Trips = ReturnType<typeof createRoundTrips>;
