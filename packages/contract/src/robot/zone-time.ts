const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  // Swedish writes dates as ISO does.
  const made = new Intl.DateTimeFormat('sv-SE', options);
  formats.set(zone, made);
  return made;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Whether this is the IANA name of a time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** What the clocks of a zone show at a moment: `2030-01-31T23:59`. */
export const clockAt = (ms: number, zone: string): string =>
  formatOf(zone).format(ms).slice(0, 16).replace(' ', 'T');

/** The day of a moment in a zone: `2030-01-31`. */
export const dateAt = (ms: number, zone: string): string => clockAt(ms, zone).slice(0, 10);

const aheadMs = (ms: number, zone: string) =>
  Date.parse(`${formatOf(zone).format(ms).replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000;

/**
 * The moment, in milliseconds, at which the clocks of a zone show a time of a day (protocol 2.22). A time that the clocks pass
 * over is the first minute after the gap; one they show twice is the first of the two.
 */
export function momentOf(date: string, time: string, zone: string): number {
  const shown = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [aheadMs(shown - dayMs, zone), aheadMs(shown + dayMs, zone)];
  const wanted = `${date}T${time}`;
  const fitting = [shown - before, shown - after].filter((ms) => clockAt(ms, zone) === wanted);
  return fitting.length > 0 ? Math.min(...fitting) : afterGap(shown - after, shown - before, zone);
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

/** A day some days later, or earlier. */
export const laterDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** 0 is Monday. */
export const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
