import { currentLocale } from '../../../kit/format/lang.ts';
import type { View } from './calendar-rules.ts';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: 'UTC' });
const at = (date: string) => new Date(`${date}T12:00:00Z`);

/** Days and weeks in the user's language. A date has no time zone, so it is formatted in UTC. */
export function useCalendarWords() {
  return {
    dayTitle: (date: string) => ({
      title: format({ weekday: 'short', day: 'numeric' }).format(at(date)),
      sub: format({ month: 'short' }).format(at(date)),
    }),
    weekdays: (days: readonly string[]) =>
      days.slice(0, 7).map((date) => format({ weekday: 'short' }).format(at(date))),
    rangeTitle: (view: View, days: readonly string[]): string => {
      const [first = '', last = ''] = [days[0], days.at(-1)];
      if (view === 'month')
        return format({ month: 'long', year: 'numeric' }).format(
          at(days[Math.floor(days.length / 2)] ?? first),
        );
      if (view === 'week')
        return format({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(at(first), at(last));
      return format({ dateStyle: 'full' }).format(at(first));
    },
  };
}
export type CalendarWords = ReturnType<typeof useCalendarWords>;
