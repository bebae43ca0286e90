import {
  consumableStateOf,
  type Consumable,
  type ConsumableLimit,
  type DeviceLive,
  lookup,
} from '@sweepline/contract';
import { defaultWarnPct, isFilled, modelOf, wearFactor, type XReported } from '@sweepline/contract/robot';
import type { taskReports } from '../task-reports/report-table.ts';

export type Worn = NonNullable<XReported['consumables']>[number];
type Report = Pick<typeof taskReports.$inferSelect, 'cleaningSeconds' | 'areas'>;

const dayMs = 86_400_000;
/** What the forecast goes by. */
export const forecastDays = 30;
/** One long run on its first day says little of a robot's usual day. */
const minDays = 7;

/** Hours of wear of one run: its cleaning time, weighed by the strengths of its areas. */
function wornHours(strengths: readonly string[], { cleaningSeconds, areas }: Report): number {
  const timed = areas.filter(({ seconds }) => (seconds ?? 0) > 0);
  const whole = timed.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  const weighed = timed.reduce(
    (sum, { seconds, strength }) => sum + (seconds ?? 0) * wearFactor(strengths, strength ?? ''),
    0,
  );
  return ((cleaningSeconds ?? whole) / 3600) * (whole > 0 ? weighed / whole : 1);
}

/** Hours of wear a day over the last 30 days, or since the first report; null while there is none to go by. */
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
/** Further ahead than this nobody knows. */
const maxDays = 3_650;

function endOf({ usedHours, lifeHours }: Worn, perDay: number | null, nowMs: number): string | null {
  if (usedHours === undefined || lifeHours === undefined || !perDay) return null;
  const days = Math.max(0, lifeHours - usedHours) / perDay;
  return days > maxDays ? null : dayAfter(nowMs, days);
}

const isMoment = (text: string | undefined) => text !== undefined && !Number.isNaN(Date.parse(text));

interface Known {
  worn: readonly Worn[];
  tanks: NonNullable<DeviceLive['tanks']>['value'] | undefined;
  perDay: number | null;
  /** As wished here, part by part. */
  limits: Readonly<Record<string, ConsumableLimit | undefined>>;
  nowMs: number;
}

/** A part with everything that is known of it; what is not known is null. */
export function consumableOf(part: string, { worn, tanks, perDay, limits, nowMs }: Known): Consumable {
  const limit = lookup(limits, part);
  const warnPct = limit?.warnPct ?? defaultWarnPct;
  const wished = { wishedLifeHours: limit?.lifeHours ?? null, blockPct: limit?.blockPct ?? 0 };
  if (isFilled(part)) {
    const full = tanks?.dustBagPct ?? null;
    const remainingPct =
      part === 'detergent' ? (tanks?.detergentPct ?? null) : full === null ? null : 100 - full;
    const nothing = { usedHours: null, lifeHours: null, resets: null, lastResetAt: null, endsOn: null };
    const state = consumableStateOf(remainingPct, warnPct);
    return { id: part, kind: 'FILL', remainingPct, state, warnPct, ...nothing, ...wished };
  }
  const told = worn.find(({ id }) => id === part);
  const remainingPct = told ? Math.min(100, Math.max(0, told.remainingPct)) : null;
  return {
    ...{ id: part, kind: 'WEAR', remainingPct, state: consumableStateOf(remainingPct, warnPct), warnPct },
    ...wished,
    usedHours: told?.usedHours ?? null,
    lifeHours: told?.lifeHours ?? null,
    resets: told?.resets ?? null,
    lastResetAt: isMoment(told?.lastResetAt) ? new Date(told?.lastResetAt ?? '').toISOString() : null,
    endsOn: told ? endOf(told, perDay, nowMs) : null,
  };
}
