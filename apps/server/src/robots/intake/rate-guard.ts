import type { GatewayLimits } from '../gateway-options.ts';

type Verdict = 'USE' | 'SKIP' | 'SKIP_AND_RAISE';

interface Bucket {
  tokens: number;
  filledMs: number;
  skipped: number;
  rejectedAt: number[];
  quarantinedUntilMs: number;
}
const quarantineWindowMs = 300_000;
const quarantineMs = 600_000;

/**
 * Throttles a device that sends too much and quarantines one that sends invalid messages, to protect the others
 * (docs/protocol/topics.md#limits).
 */
export function createRateGuard({ ratePerSecond, burst, quarantineAfter }: GatewayLimits) {
  const buckets = new Map<string, Bucket>();
  const bucketOf = (id: string, nowMs: number): Bucket => {
    const existing = buckets.get(id);
    if (existing) return existing;
    const created = { tokens: burst, filledMs: nowMs, skipped: 0, rejectedAt: [], quarantinedUntilMs: 0 };
    buckets.set(id, created);
    return created;
  };

  return {
    /** Counts one message. Above the rate one in ten is used. */
    admit(id: string, nowMs: number): Verdict {
      const bucket = bucketOf(id, nowMs);
      const earned = ((nowMs - bucket.filledMs) / 1000) * ratePerSecond;
      bucket.tokens = Math.min(burst, bucket.tokens + Math.max(0, earned));
      bucket.filledMs = nowMs;
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        bucket.skipped = 0;
        return 'USE';
      }
      bucket.skipped += 1;
      if (bucket.skipped === 1) return 'SKIP_AND_RAISE';
      return bucket.skipped % 10 === 0 ? 'USE' : 'SKIP';
    },

    /** Counts one rejected message. True if the device is now quarantined. */
    rejected(id: string, nowMs: number): boolean {
      const bucket = bucketOf(id, nowMs);
      bucket.rejectedAt = bucket.rejectedAt.filter((at) => nowMs - at < quarantineWindowMs);
      bucket.rejectedAt.push(nowMs);
      if (bucket.rejectedAt.length <= quarantineAfter || bucket.quarantinedUntilMs > nowMs) return false;
      bucket.quarantinedUntilMs = nowMs + quarantineMs;
      bucket.rejectedAt = [];
      return true;
    },

    isQuarantined: (id: string, nowMs: number) => (buckets.get(id)?.quarantinedUntilMs ?? 0) > nowMs,
    forget: (id: string) => void buckets.delete(id),
  };
}
export type RateGuard = ReturnType<typeof createRateGuard>;
