import {
  dueSoonDays,
  type DueReason,
  type DueState,
  type MeterKind,
  type PlanAnchor,
  type PlanTrigger,
} from '@sweepline/contract';
import type { MeterReadings } from './maintenance-plan-table.ts';

const dayMs = 86_400_000;
/** Moments further ahead than this are not forecast. */
const maxDays = 3_650;

/** A wearing part as far as the rules read it. */
export interface PartReading {
  remainingPct: number;
  /** The percent that it loses a day; null when the rate is unknown. */
  pctPerDay: number | null;
}

/** What a robot reported. A missing value is unknown. */
export interface Readings {
  meters: MeterReadings;
  perDay: MeterReadings;
  parts: Readonly<Record<string, PartReading | undefined>>;
}

export interface Due {
  dueAt: string;
  reason: DueReason;
}

const isMeter = (kind: PlanTrigger['kind']): kind is MeterKind =>
  kind === 'HOURS' || kind === 'DISTANCE_KM' || kind === 'AREA_M2' || kind === 'RUNS';
const rounded = (value: number) => Math.round(value * 100) / 100;

/** The robot's own counter of a meter. It also counts work that no report tells. */
const ownCounters = { HOURS: 'ROBOT_HOURS', DISTANCE_KM: 'ROBOT_KM', AREA_M2: null, RUNS: null } as const;

/** What was used since the base; undefined when unknown. A counter that went back was exchanged, so the reports count. */
function usedOf(kind: MeterKind, base: MeterReadings, meters: MeterReadings): number | undefined {
  const counter = ownCounters[kind];
  const [from, to] = counter === null ? [] : [base[counter], meters[counter]];
  if (from !== undefined && to !== undefined && to >= from) return to - from;
  const reading = meters[kind];
  return reading === undefined ? undefined : Math.max(0, reading - (base[kind] ?? 0));
}

/** Days until a value is used up; null when the rate is unknown or it is too far ahead. */
function daysUntil(left: number, perDay: number | null | undefined): number | null {
  if (left <= 0) return 0;
  if (!perDay || perDay <= 0) return null;
  const days = left / perDay;
  return days > maxDays ? null : days;
}

/** When one trigger is reached: days from now and the present value. Undefined when that is unknown. */
function reachedIn(
  { kind, value, part }: PlanTrigger,
  since: string,
  base: MeterReadings,
  { meters, perDay, parts }: Readings,
  nowMs: number,
): { days: number; present: number } | undefined {
  if (kind === 'DAYS') {
    const used = (nowMs - Date.parse(since)) / dayMs;
    return { days: value - used, present: Math.floor(used) };
  }
  if (isMeter(kind)) {
    const used = usedOf(kind, base, meters);
    if (used === undefined) return undefined;
    const days = daysUntil(value - used, perDay[kind]);
    return days === null ? undefined : { days, present: rounded(used) };
  }
  const reading = parts[part ?? ''];
  if (!reading) return undefined;
  const { remainingPct, pctPerDay } = reading;
  if (kind === 'PART_PERCENT') {
    const days = daysUntil(remainingPct - value, pctPerDay);
    return days === null ? undefined : { days, present: rounded(remainingPct) };
  }
  const ends = daysUntil(remainingPct, pctPerDay);
  return ends === null ? undefined : { days: Math.max(0, ends - value), present: Math.floor(ends) };
}

/** The trigger that is reached first. Null when nothing that the robot reported allows a forecast. */
export function dueOf(
  triggers: readonly PlanTrigger[],
  { since, base, dueAt }: { since: string; base: MeterReadings; dueAt: string | null },
  readings: Readings,
  nowMs: number,
): Due | null {
  const reached = triggers.flatMap((trigger) => {
    const at = reachedIn(trigger, since, base, readings, nowMs);
    return at ? [{ ...at, trigger }] : [];
  });
  const first = reached.toSorted((a, b) => a.days - b.days)[0];
  if (!first) return null;
  const { kind, value, part } = first.trigger;
  const at = nowMs + first.days * dayMs;
  // A meter that is used up was reached at the last look or after it: the moment stays when it is looked at again.
  const earlier = dueAt !== null && Date.parse(dueAt) < at && kind !== 'DAYS' && first.days === 0;
  return {
    dueAt: earlier ? dueAt : new Date(Math.round(at)).toISOString(),
    reason: { kind, value, part, present: first.present },
  };
}

/** Where a robot stands with a plan. */
export function dueStateOf(dueAt: string | null, leadDays: number, now: Date): DueState {
  if (dueAt === null) return 'UNKNOWN';
  const days = (Date.parse(dueAt) - now.getTime()) / dayMs;
  if (days <= 0) return 'OVERDUE';
  return days <= Math.max(leadDays, dueSoonDays) ? 'SOON' : 'LATER';
}

const shortestMs = 3_600_000;

/** The next look: half of the way to the moment at which the work order is made, at most a day and at least an hour from now. */
export function nextCheckOf(dueAt: string | null, leadDays: number, nowMs: number): string {
  const leftMs = dueAt === null ? 2 * dayMs : Date.parse(dueAt) - leadDays * dayMs - nowMs;
  return new Date(nowMs + Math.min(dayMs, Math.max(shortestMs, leftMs / 2))).toISOString();
}

/** From where the days and meters of the next time count. */
export function nextBase(
  plan: { triggers: readonly PlanTrigger[]; anchor: PlanAnchor },
  due: { since: string; base: MeterReadings; dueAt: string | null; reason: DueReason | null },
  { meters, at }: { meters: MeterReadings; at: string },
): { since: string; base: MeterReadings } {
  if (plan.anchor === 'FLOATING' || due.dueAt === null || due.reason === null)
    return { since: at, base: meters };
  const days = plan.triggers.find(({ kind }) => kind === 'DAYS')?.value;
  // Times that passed meanwhile are left out, so that the next one is ahead.
  const passed =
    days === undefined ? 0 : Math.floor((Date.parse(at) - Date.parse(due.since)) / (days * dayMs));
  const since =
    days === undefined
      ? at
      : new Date(Date.parse(due.since) + Math.max(1, passed) * days * dayMs).toISOString();
  const { kind, value } = due.reason;
  if (!isMeter(kind)) return { since, base: meters };
  const used = usedOf(kind, due.base, meters) ?? 0;
  // What was used beyond the planned value is part of the next time.
  const beyond = used >= value ? used % value : 0;
  const counter = ownCounters[kind];
  const back = (reading: keyof MeterReadings | null) =>
    reading === null || meters[reading] === undefined ? {} : { [reading]: meters[reading] - beyond };
  return { since, base: { ...meters, ...back(kind), ...back(counter) } };
}
