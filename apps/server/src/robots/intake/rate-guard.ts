import type { GatewayLimits } from '../gateway-options.ts';

type Verdict = 'USE' | 'SKIP' | 'SKIP_AND_RAISE';

interface Account {
  tokens: number;
  filledMs: number;
  skipped: number;
  rejectedAt: number[];
  quarantinedUntilMs: number;
}
const quarantineWindowMs = 300_000;
const quarantineMs = 600_000;

/** Slows down a device that floods and sets aside one that talks nonsense, so that nobody else is disturbed (section 5). */
export function createRateGuard({ ratePerSecond, burst, quarantineAfter }: GatewayLimits) {
  const accounts = new Map<string, Account>();
  const accountOf = (id: string, nowMs: number): Account => {
    const known = accounts.get(id);
    if (known) return known;
    const fresh = { tokens: burst, filledMs: nowMs, skipped: 0, rejectedAt: [], quarantinedUntilMs: 0 };
    accounts.set(id, fresh);
    return fresh;
  };

  return {
    /** One message came. Above the rate one in ten is used. */
    admit(id: string, nowMs: number): Verdict {
      const account = accountOf(id, nowMs);
      const earned = ((nowMs - account.filledMs) / 1000) * ratePerSecond;
      account.tokens = Math.min(burst, account.tokens + Math.max(0, earned));
      account.filledMs = nowMs;
      if (account.tokens >= 1) {
        account.tokens -= 1;
        account.skipped = 0;
        return 'USE';
      }
      account.skipped += 1;
      if (account.skipped === 1) return 'SKIP_AND_RAISE';
      return account.skipped % 10 === 0 ? 'USE' : 'SKIP';
    },

    /** One message was rejected. True when that was one too many. */
    rejected(id: string, nowMs: number): boolean {
      const account = accountOf(id, nowMs);
      account.rejectedAt = account.rejectedAt.filter((at) => nowMs - at < quarantineWindowMs);
      account.rejectedAt.push(nowMs);
      if (account.rejectedAt.length <= quarantineAfter || account.quarantinedUntilMs > nowMs) return false;
      account.quarantinedUntilMs = nowMs + quarantineMs;
      account.rejectedAt = [];
      return true;
    },

    isQuarantined: (id: string, nowMs: number) => (accounts.get(id)?.quarantinedUntilMs ?? 0) > nowMs,
    forget: (id: string) => void accounts.delete(id),
  };
}
export type RateGuard = ReturnType<typeof createRateGuard>;
