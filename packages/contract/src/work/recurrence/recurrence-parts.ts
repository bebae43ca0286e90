import { momentOf, dateAt, laterDate } from '../../robot/zone-time.ts';

/** Weekday codes of RFC 5545, from Monday. */
export const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

const supportedParts = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYMONTH',
  'BYMONTHDAY',
  'BYDAY',
  'BYSETPOS',
  'WKST',
]);

export type RuleParts = Readonly<Record<string, string | undefined>>;

/** The parts of an RRULE by name; undefined with a part that is unknown, empty or there twice. */
export function partsIn(text: string): RuleParts | undefined {
  const pairs = text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .map((part) => part.split('='));
  const isReadable = pairs.every(
    ([key = '', value, more]) => supportedParts.has(key) && value && more === undefined,
  );
  if (!isReadable || new Set(pairs.map(([key]) => key)).size < pairs.length) return undefined;
  return Object.fromEntries(pairs) as RuleParts;
}

/** A whole number from 1 to `max`; undefined for anything else. */
export function countIn(text: string, max: number): number | undefined {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= max ? count : undefined;
}

export function numbersIn(text: string | undefined, low: number, high: number): number[] | undefined {
  if (text === undefined) return [];
  const numbers = text.split(',').map((item) => (/^[+-]?\d{1,3}$/.test(item) ? Number(item) : Number.NaN));
  return numbers.every((value) => value !== 0 && value >= low && value <= high) ? numbers : undefined;
}

/** The ISO number of a weekday code; undefined for another text. */
export function weekdayIn(text: string): number | undefined {
  const place = weekdayCodes.findIndex((code) => code === text);
  return place < 0 ? undefined : place + 1;
}

/** A weekday of a rule; `nth` is 0 for every one. */
export interface RuleDay {
  nth: number;
  weekday: number;
}

/** The days of BYDAY, at most the `maxNth` of a period; undefined with a day that does not exist. */
export function daysIn(text: string | undefined, maxNth: number): RuleDay[] | undefined {
  const days = (text?.split(',') ?? []).map((item) => {
    const [, nth, code = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? [];
    const weekday = weekdayIn(code);
    const isInPeriod = nth === undefined || (Number(nth) !== 0 && Math.abs(Number(nth)) <= maxNth);
    return weekday !== undefined && isInPeriod ? { nth: Number(nth ?? 0), weekday } : undefined;
  });
  return days.every((day) => day !== undefined) ? days : undefined;
}

/** UNTIL: the last day, or the last moment as a local clock or in UTC. */
export interface Until {
  date: string;
  /** `HH:MM:SS`; undefined for the whole day. */
  time: string | undefined;
  isUtc: boolean;
}

/** UNTIL of a rule; undefined for a text that is no day and no moment. */
export function untilIn(text: string): Until | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z)?)?$/.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, utc] = found;
  const date = `${year}-${month}-${day}`;
  const time = hour && `${hour}:${minute}:${second}`;
  // A day such as 30 February would become one of March.
  const at = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) return undefined;
  return { date, time, isUtc: utc !== undefined };
}

/** The last day on which a start at a local time is not later than UNTIL. */
export function lastDayOf({ date, time, isUtc }: Until, startTime: string, zone: string): string {
  if (time === undefined) return date;
  if (!isUtc) return `${startTime}:00` <= time ? date : laterDate(date, -1);
  const untilMs = Date.parse(`${date}T${time}Z`);
  const day = dateAt(untilMs, zone);
  return momentOf(day, startTime, zone) <= untilMs ? day : laterDate(day, -1);
}
