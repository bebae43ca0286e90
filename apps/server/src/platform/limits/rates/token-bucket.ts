import type { LimitPolicy } from './keyed-limit.ts';

/** The size of a token bucket (`burst`) and its refill per second. */
export interface Rate {
  burst: number;
  perSecond: number;
}

export interface Bucket {
  tokens: number;
  at: number;
}

/** A bucket after its refill at the time `ms`. A clock that was set back adds no tokens. */
export const refilled = (
  { burst, perSecond }: Rate,
  bucket: Bucket = { tokens: burst, at: 0 },
  ms: number,
): Bucket => {
  const seconds = Math.max(0, ms - bucket.at) / 1_000;
  return { tokens: Math.min(burst, bucket.tokens + seconds * perSecond), at: ms };
};

/** Uses cost tokens, which refill at a constant rate. */
export const tokenBucket = (rate: Rate): LimitPolicy<Bucket> => ({
  waitMs: (bucket, ms, cost) =>
    Math.max(0, ((cost - refilled(rate, bucket, ms).tokens) / rate.perSecond) * 1_000),
  used: (bucket, ms, cost) => {
    const { tokens, at } = refilled(rate, bucket, ms);
    return { tokens: tokens - cost, at };
  },
});
