import { z } from 'zod';

/** What data was used for, as the operator tells it. */
export const cardUsageKinds = ['MESSAGES', 'FILES', 'VIDEO', 'OTHER'] as const;

export const cardUsageDay = z.object({
  /** A day of the operator's, UTC. */
  day: z.string(),
  kind: z.enum(cardUsageKinds),
  bytes: z.number().int().nonnegative(),
});
export type CardUsageDay = z.infer<typeof cardUsageDay>;

/**
 * What a month will come to, in bytes: what was used, and for each day that is left the mean of the last full days, at most seven.
 * Null where nothing is known or no full day has passed. Days and months are the operator's, UTC.
 */
export function monthForecast(
  days: readonly Pick<CardUsageDay, 'day' | 'bytes'>[],
  usedBytes: number | null,
  at: Date,
) {
  if (usedBytes === null) return null;
  const today = at.toISOString().slice(0, 10);
  const first = `${today.slice(0, 7)}-01`;
  const byDay = new Map<string, number>();
  for (const { day, bytes: used } of days) byDay.set(day, (byDay.get(day) ?? 0) + used);
  const full = [...byDay].filter(([day]) => day < today).toSorted(([a], [b]) => (a < b ? 1 : -1));
  const last = full.slice(0, 7);
  if (last.length === 0) return null;
  const mean = last.reduce((sum, [, used]) => sum + used, 0) / last.length;
  const [year = 0, month = 0] = first.split('-').map(Number);
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const left = daysInMonth - at.getUTCDate();
  return Math.round(usedBytes + mean * left);
}
