import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/ctx.ts';
import { throttle } from '../../platform/throttle.ts';

/**
 * Slows guessing down. Per account the answer comes later and later but always comes: nobody can lock somebody else out by
 * failing on purpose. Per address further attempts are refused for a while.
 */
export function loginGuard(now: Clock, slowly: (ms: number) => Promise<unknown> = pause) {
  const byAccount = throttle(now, { free: 3, firstMs: 250, longestMs: 4_000 });
  const byAddress = throttle(now, { free: 10, firstMs: 1_000, longestMs: 60_000 });
  const nameOf = (username: string) => username.trim().toLowerCase();
  return {
    enter: async (username: string, address: string): Promise<void> => {
      if (byAddress.waitMs(address) > 0) throw new Refusal('tooMany');
      await slowly(byAccount.waitMs(nameOf(username)));
    },
    failed: (username: string, address: string): void => {
      byAccount.failed(nameOf(username));
      byAddress.failed(address);
    },
    succeeded: (username: string, address: string): void => {
      byAccount.succeeded(nameOf(username));
      byAddress.succeeded(address);
    },
  };
}
export type LoginGuard = ReturnType<typeof loginGuard>;
