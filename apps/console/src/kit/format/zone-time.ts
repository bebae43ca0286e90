import { clockOf, dayOf } from './days.ts';
import { unknown } from './format.ts';
import { currentLocale } from './lang.ts';
import { readerZone } from './reader.ts';

/** Sorts time zones from west to east, by what their clocks show at a moment. */
export const byOffset = (at: number) => (a: string, b: string) => {
  const clock = (zone: string) => `${dayOf(at, zone)}T${clockOf(at, zone)}`;
  return clock(a) < clock(b) ? -1 : clock(a) > clock(b) ? 1 : 0;
};

/** How far a time zone is ahead of UTC at a moment: `UTC+1`, `UTC−3:30`, `UTC`. */
export function formatOffset(timeZone: string, at: string | number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' });
  const name = parts.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName');
  // Some browsers write no hours for UTC itself, others `+0`.
  return name?.value.replace(/^GMT(?:\+0$)?/, 'UTC').replace('-', '−') ?? '';
}

/** A time zone with its offset at a moment: `Europe/Berlin (UTC+1)`. */
export const formatZone = (timeZone: string, at: string | number) =>
  `${timeZone} (${formatOffset(timeZone, at)})`;

const isSame = (timeZone: string, other: string, at: string | number) =>
  formatOffset(timeZone, at) === formatOffset(other, at);

/** Marks a time of a place with its offset where the clock of the page shows another time: `22:15 (UTC+1)`. */
const marked = (time: string, timeZone: string, at: string | number, pageZone = readerZone()) =>
  isSame(timeZone, pageZone, at) ? time : `${time} (${formatOffset(timeZone, at)})`;

/** The time of day at a place, on a page of the reader's clock or of another. */
export const formatClockIn = (at: string, timeZone: string, pageZone?: string) =>
  marked(clockOf(at, timeZone), timeZone, at, pageZone);
/** From one time of day to another at a place. */
export const formatClocksIn = (from: string, until: string, timeZone: string, pageZone?: string) =>
  marked(`${clockOf(from, timeZone)}–${clockOf(until, timeZone)}`, timeZone, from, pageZone);

const written = (timeZone: string) =>
  new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  });

/** A date and time in the zone of its place. A time without a mark is one of the reader's clock. */
export const formatTimeIn = (at: string | null | undefined, timeZone: string) =>
  at ? marked(written(timeZone).format(new Date(at)), timeZone, at) : unknown;

/** From one moment to another in the zone of their place. The day stands once if it is the same. */
export function formatSpanIn(from: string, until: string, timeZone: string): string {
  const [first, last] = [from, until].map((at) => written(timeZone).format(new Date(at)));
  const isOneDay = dayOf(from, timeZone) === dayOf(until, timeZone);
  const text = isOneDay ? `${first}–${clockOf(until, timeZone)}` : `${first} – ${last}`;
  return marked(text, timeZone, from);
}

/** What a marked time is on the reader's clock, with the name of the zone, for a title. */
export const zoneHint = (at: string, timeZone: string): string | undefined =>
  isSame(timeZone, readerZone(), at)
    ? undefined
    : `${formatZone(timeZone, at)}\n${written(readerZone()).format(new Date(at))}, ${formatZone(readerZone(), at)}`;
