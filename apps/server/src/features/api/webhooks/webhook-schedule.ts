import { webhookRules } from '@sweepline/contract';

const { retriesS, failingDays } = webhookRules;

/** Milliseconds until the attempt after this many failed ones; undefined after the last. `chance` is 0–1. */
export function retryDelayMs(attempts: number, chance: number, retryAfterS = 0): number | undefined {
  const delayS = retriesS[attempts - 1];
  // Endpoints that failed together do not come back together.
  return delayS === undefined ? undefined : Math.max(delayS * (1 + chance / 10), retryAfterS) * 1_000;
}

/** Whether an endpoint has failed so long that it is disabled. */
export const hasFailedTooLong = (failingSince: string, now: Date): boolean =>
  now.getTime() - Date.parse(failingSince) >= failingDays * 86_400_000;
