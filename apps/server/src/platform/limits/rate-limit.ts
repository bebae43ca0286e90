import type { Clock } from '../runtime/clock.ts';

/** The size of a token bucket (`burst`) and its refill per second. */
export interface Rate {
  burst: number;
  perSecond: number;
}

/** Above this the least recently used key is deleted, so that an attacker with many addresses cannot fill the memory. */
const maxKeys = 20_000;

/** Token buckets by key, such as an account or an address. */
export function createRateLimit(now: Clock, { burst, perSecond }: Rate) {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const bucketOf = (key: string) => {
    const at = now().getTime();
    const bucket = buckets.get(key);
    // A clock that was set back adds no tokens.
    const seconds = bucket ? Math.max(0, at - bucket.at) / 1_000 : 0;
    const tokens = bucket ? Math.min(burst, bucket.tokens + seconds * perSecond) : burst;
    return { tokens, at };
  };
  const store = (key: string, bucket: { tokens: number; at: number }) => {
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > maxKeys && oldest !== undefined) buckets.delete(oldest);
  };
  return {
    /** Takes `cost` tokens. False if there are not enough; then none is taken. */
    take: (key: string, cost = 1): boolean => {
      const { tokens, at } = bucketOf(key);
      if (tokens < cost) return false;
      store(key, { tokens: tokens - cost, at });
      return true;
    },
    /** Whether one token is available. Takes none. */
    allows: (key: string): boolean => bucketOf(key).tokens >= 1,
  };
}
export type RateLimit = ReturnType<typeof createRateLimit>;
