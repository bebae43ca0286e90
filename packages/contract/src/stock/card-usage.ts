import { z } from 'zod';

/** Use of data, as reported by the operator. */
export const cardUsageKinds = ['MESSAGES', 'FILES', 'VIDEO', 'OTHER'] as const;

export const cardUsageDay = z.object({
  /** Day of the operator, in UTC. */
  day: z.string(),
  kind: z.enum(cardUsageKinds),
  bytes: z.number().int().nonnegative(),
});
export type CardUsageDay = z.infer<typeof cardUsageDay>;

/**
 * Forecast of a month in bytes: the used bytes plus the mean of the last full days (at most seven) for each remaining
 * day. Null when the usage is unknown or no full day has passed. Days and months are those of the operator, in UTC.
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
