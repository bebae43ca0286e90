import {
  consumableStateOf,
  type Consumable,
  type ConsumableLimit,
  type DeviceLive,
  lookup,
} from '@sweepline/contract';
import { defaultWarnPct, isFilled, modelOf, wearFactor, type XReported } from '@sweepline/contract/robot';
import type { taskReports } from '../../../entities/work/report-table.ts';

export type Worn = NonNullable<XReported['consumables']>[number];
type Report = Pick<typeof taskReports.$inferSelect, 'cleaningSeconds' | 'areas'>;

const dayMs = 86_400_000;
/** The period of the forecast. */
export const forecastDays = 30;
/** The minimum divisor: one long run on the first day is no basis for a daily average. */
const minDays = 7;

/** Hours of wear of one run: its cleaning time, weighted by the strengths of its areas. */
function wornHours(strengths: readonly string[], { cleaningSeconds, areas }: Report): number {
  const timed = areas.filter(({ seconds }) => (seconds ?? 0) > 0);
  const whole = timed.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  const weighed = timed.reduce(
    (sum, { seconds, strength }) => sum + (seconds ?? 0) * wearFactor(strengths, strength ?? ''),
    0,
  );
  return ((cleaningSeconds ?? whole) / 3600) * (whole > 0 ? weighed / whole : 1);
}

/** Average hours of wear per day over the last 30 days, or since the first report; null without reports. */
export function hoursPerDay(
  model: string,
  reports: readonly Report[],
  firstAt: string | null,
  nowMs: number,
): number | null {
  if (firstAt === null || reports.length === 0) return null;
  const strengths = modelOf(model)?.strengths ?? [];
  const days = Math.min(forecastDays, Math.max(minDays, (nowMs - Date.parse(firstAt)) / dayMs));
  return reports.reduce((sum, report) => sum + wornHours(strengths, report), 0) / days;
}

const dayAfter = (nowMs: number, days: number) => new Date(nowMs + days * dayMs).toISOString().slice(0, 10);
/** Ends further ahead than this are not forecast. */
const maxDays = 3_650;

function endOf({ usedHours, lifeHours }: Worn, perDay: number | null, nowMs: number): string | null {
  if (usedHours === undefined || lifeHours === undefined || !perDay) return null;
  const days = Math.max(0, lifeHours - usedHours) / perDay;
  return days > maxDays ? null : dayAfter(nowMs, days);
}

const isMoment = (text: string | undefined) => text !== undefined && !Number.isNaN(Date.parse(text));

interface ConsumableBasis {
  worn: readonly Worn[];
  tanks: NonNullable<DeviceLive['tanks']>['value'] | undefined;
  perDay: number | null;
  /** The requested limits per part. */
  limits: Readonly<Record<string, ConsumableLimit | undefined>>;
  nowMs: number;
}

/** A part in the form of the contract. Unknown values are null. */
export function consumableOf(
  part: string,
  { worn, tanks, perDay, limits, nowMs }: ConsumableBasis,
): Consumable {
  const limit = lookup(limits, part);
  const warnPct = limit?.warnPct ?? defaultWarnPct;
  const requested = { wishedLifeHours: limit?.lifeHours ?? null, blockPct: limit?.blockPct ?? 0 };
  if (isFilled(part)) {
    const full = tanks?.dustBagPct ?? null;
    const remainingPct =
      part === 'detergent' ? (tanks?.detergentPct ?? null) : full === null ? null : 100 - full;
    const noWear = { usedHours: null, lifeHours: null, resets: null, lastResetAt: null, endsOn: null };
    const state = consumableStateOf(remainingPct, warnPct);
    return { id: part, kind: 'FILL', remainingPct, state, warnPct, ...noWear, ...requested };
  }
  const reported = worn.find(({ id }) => id === part);
  const remainingPct = reported ? Math.min(100, Math.max(0, reported.remainingPct)) : null;
  return {
    id: part,
    kind: 'WEAR',
    remainingPct,
    state: consumableStateOf(remainingPct, warnPct),
    warnPct,
    ...requested,
    usedHours: reported?.usedHours ?? null,
    lifeHours: reported?.lifeHours ?? null,
    resets: reported?.resets ?? null,
    lastResetAt: isMoment(reported?.lastResetAt) ? new Date(reported?.lastResetAt ?? '').toISOString() : null,
    endsOn: reported ? endOf(reported, perDay, nowMs) : null,
  };
}
