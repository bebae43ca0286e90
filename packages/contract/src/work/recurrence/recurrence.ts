import { laterDate, weekdayOf } from '../../robot/zone-time.ts';
import {
  countIn,
  daysIn,
  numbersIn,
  partsIn,
  untilIn,
  weekdayIn,
  type RuleDay,
  type RuleParts,
  type Until,
} from './recurrence-parts.ts';

export { lastDayOf, weekdayCodes } from './recurrence-parts.ts';

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

/** The day rules of an RRULE (RFC 5545). The schedule has the time of day. */
export interface Recurrence {
  freq: (typeof frequencies)[number];
  interval: number;
  count: number | undefined;
  until: Until | undefined;
  byMonth: number[];
  byMonthDay: number[];
  byDay: RuleDay[];
  bySetPos: number[];
  weekStart: number;
}

/** How often a weekday can occur in the period that BYDAY counts in; 0 where a rule counts none. */
function maxNthOf(freq: Recurrence['freq'], { BYMONTH }: RuleParts): number {
  if (freq === 'YEARLY') return BYMONTH === undefined ? 53 : 5;
  return freq === 'MONTHLY' ? 5 : 0;
}

/** Whether every part has an effect: a part that RFC 5545 forbids beside another would be dropped in silence. */
function arePartsObeyed(freq: Recurrence['freq'], parts: RuleParts): boolean {
  const { COUNT, UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS } = parts;
  if (COUNT !== undefined && UNTIL !== undefined) return false;
  if (freq === 'WEEKLY' && BYMONTHDAY !== undefined) return false;
  if (BYSETPOS === undefined) return true;
  return freq !== 'DAILY' && [BYMONTH, BYMONTHDAY, BYDAY].some((part) => part !== undefined);
}

/** Parses an RRULE; undefined when it is invalid, has parts without effect, or unsupported ones (hours, week numbers). */
export function readRecurrence(text: string): Recurrence | undefined {
  const parts = partsIn(text);
  const freq = frequencies.find((frequency) => frequency === parts?.['FREQ']);
  if (!parts || !freq || !arePartsObeyed(freq, parts)) return undefined;
  const { INTERVAL = '1', COUNT, UNTIL, WKST = 'MO' } = parts;
  const interval = countIn(INTERVAL, 1000);
  const count = COUNT === undefined ? undefined : countIn(COUNT, 100_000);
  const until = UNTIL === undefined ? undefined : untilIn(UNTIL);
  const byDay = daysIn(parts['BYDAY'], maxNthOf(freq, parts));
  const byMonth = numbersIn(parts['BYMONTH'], 1, 12);
  const byMonthDay = numbersIn(parts['BYMONTHDAY'], -31, 31);
  const bySetPos = numbersIn(parts['BYSETPOS'], -366, 366);
  const weekStart = weekdayIn(WKST);
  if (!interval || !byDay || !byMonth || !byMonthDay || !bySetPos || !weekStart) return undefined;
  if ((COUNT !== undefined && !count) || (UNTIL !== undefined && !until)) return undefined;
  return { freq, interval, count, until, byMonth, byMonthDay, byDay, bySetPos, weekStart };
}

const isoOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
const daysOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const yearOf = (date: string) => Number(date.slice(0, 4));
const monthOf = (date: string) => Number(date.slice(5, 7));
const dayOf = (date: string) => Number(date.slice(8, 10));

const isMonth = ({ byMonth }: Recurrence, date: string) =>
  byMonth.length === 0 || byMonth.includes(monthOf(date));
const isMonthDay = ({ byMonthDay }: Recurrence, date: string) =>
  byMonthDay.length === 0 ||
  byMonthDay.includes(dayOf(date)) ||
  byMonthDay.includes(dayOf(date) - daysOfMonth(yearOf(date), monthOf(date)) - 1);
const isWeekday = ({ byDay }: Recurrence, date: string) =>
  byDay.length === 0 || byDay.some(({ weekday }) => weekday === weekdayOf(date));

/** The dates with these weekdays; with `nth` only the nth of them, counted from the end when negative. */
function onWeekdays({ byDay }: Recurrence, dates: readonly string[]): readonly string[] {
  if (byDay.length === 0) return dates;
  const matching = new Set(
    byDay.flatMap(({ nth, weekday }) => {
      const all = dates.filter((date) => weekdayOf(date) === weekday);
      return nth === 0 ? all : (all.at(nth > 0 ? nth - 1 : nth) ?? []);
    }),
  );
  return dates.filter((date) => matching.has(date));
}

function monthDates(rule: Recurrence, year: number, month: number, start: string): readonly string[] {
  const days = Array.from({ length: daysOfMonth(year, month) }, (_, i) => isoOf(year, month, i + 1));
  if (rule.byMonthDay.length + rule.byDay.length === 0)
    return days.filter((date) => dayOf(date) === dayOf(start));
  return onWeekdays(rule, days).filter((date) => isMonthDay(rule, date));
}

function yearDates(rule: Recurrence, year: number, start: string): readonly string[] {
  const { byMonth, byMonthDay, byDay } = rule;
  // Without BYMONTH the nth weekday is counted within the year.
  if (byMonth.length === 0 && byDay.length > 0) {
    const length = isoOf(year, 2, 29).endsWith('02-29') ? 366 : 365;
    const days = Array.from({ length }, (_, i) => laterDate(isoOf(year, 1, 1), i));
    return onWeekdays(rule, days).filter((date) => isMonthDay(rule, date));
  }
  const every = byMonth.length > 0 ? byMonth : Array.from({ length: 12 }, (_, i) => i + 1);
  const months = byMonth.length + byMonthDay.length > 0 ? every : [monthOf(start)];
  return [...new Set(months)].flatMap((month) => monthDates(rule, year, month, start)).toSorted();
}

/** The sorted days of period number `step` of a rule. */
function periodDates(rule: Recurrence, start: string, step: number): readonly string[] {
  const ahead = step * rule.interval;
  if (rule.freq === 'DAILY') {
    const date = laterDate(start, ahead);
    return isMonth(rule, date) && isMonthDay(rule, date) && isWeekday(rule, date) ? [date] : [];
  }
  if (rule.freq === 'WEEKLY') {
    const first = laterDate(start, -((weekdayOf(start) - rule.weekStart + 7) % 7) + ahead * 7);
    const days = Array.from({ length: 7 }, (_, i) => laterDate(first, i));
    const of = rule.byDay.length > 0 ? rule : { ...rule, byDay: [{ nth: 0, weekday: weekdayOf(start) }] };
    return days.filter((date) => isMonth(rule, date) && isWeekday(of, date));
  }
  if (rule.freq === 'YEARLY') return yearDates(rule, yearOf(start) + ahead, start);
  const first = isoOf(yearOf(start), monthOf(start) + ahead, 1);
  return isMonth(rule, first) ? monthDates(rule, yearOf(first), monthOf(first), start) : [];
}

const atSetPositions = ({ bySetPos }: Recurrence, dates: readonly string[]) =>
  bySetPos.length === 0
    ? dates
    : [...new Set(bySetPos.flatMap((at) => dates.at(at > 0 ? at - 1 : at) ?? []))].toSorted();

const daysPer = { DAILY: 1, WEEKLY: 7, MONTHLY: 28, YEARLY: 365 } as const;

/** Number of the first period that can reach `from`. 0 for a rule with COUNT, which needs all periods. */
function firstStep({ count, freq, interval }: Recurrence, start: string, from: string): number {
  if (count !== undefined || from <= start) return 0;
  const days = (Date.parse(`${from}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / 86_400_000;
  const maxDays = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }[freq];
  return Math.max(0, Math.floor(days / (maxDays * interval)) - 1);
}

/**
 * The sorted days of a rule from `from` to `to`, both included, as `2030-01-31`. `start` is DTSTART; it is returned only
 * when it matches the rule.
 */
export function recurrenceDates(rule: Recurrence, start: string, from: string, to: string): string[] {
  // A last moment is compared with the time of day, which the schedule has.
  const until = rule.until?.time === undefined ? rule.until?.date : undefined;
  const end = until !== undefined && until < to ? until : to;
  const dates: string[] = [];
  let counted = 0;
  // A rule may have days that never occur, such as 30 February: the loop ends with the window.
  for (let step = firstStep(rule, start, from); ; step++) {
    const periodBegins = laterDate(start, (step - 1) * rule.interval * daysPer[rule.freq] - 6);
    if (periodBegins > end && step > 1) return dates;
    for (const date of atSetPositions(rule, periodDates(rule, start, step))) {
      if (date < start) continue;
      if (date > end || (rule.count !== undefined && ++counted > rule.count)) return dates;
      if (date >= from) dates.push(date);
    }
  }
}
