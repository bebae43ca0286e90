const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  // Swedish dates have the ISO format.
  const format = new Intl.DateTimeFormat('sv-SE', options);
  formats.set(zone, format);
  return format;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Local time of a zone at a moment: `2030-01-31T23:59`. */
export const clockAt = (ms: number, zone: string): string =>
  formatOf(zone).format(ms).slice(0, 16).replace(' ', 'T');

/** Local date of a zone at a moment: `2030-01-31`. */
export const dateAt = (ms: number, zone: string): string => clockAt(ms, zone).slice(0, 10);

const aheadMs = (ms: number, zone: string) =>
  Date.parse(`${formatOf(zone).format(ms).replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000;

/**
 * The moment of a local date and time in a zone, in milliseconds. A time skipped by daylight saving becomes the first
 * minute after the gap; a repeated time is the first of the two. See docs/protocol/settings.md#schedules.
 */
export function momentOf(date: string, time: string, zone: string): number {
  const localMs = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [aheadMs(localMs - dayMs, zone), aheadMs(localMs + dayMs, zone)];
  const clock = `${date}T${time}`;
  const fitting = [localMs - before, localMs - after].filter((ms) => clockAt(ms, zone) === clock);
  return fitting.length > 0 ? Math.min(...fitting) : afterGap(localMs - after, localMs - before, zone);
}

/** The minute at which the offset changes between two moments. */
function afterGap(early: number, late: number, zone: string): number {
  let [low, high] = [Math.min(early, late), Math.max(early, late)];
  const old = aheadMs(low, zone);
  while (high - low > minuteMs) {
    const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs;
    const inside = middle > low ? middle : low + minuteMs;
    if (aheadMs(inside, zone) === old) low = inside;
    else high = inside;
  }
  return high;
}

/** The date some days later; earlier for negative days. */
export const laterDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Day of the week of a date, as ISO 8601 numbers it: 1 Monday to 7 Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
