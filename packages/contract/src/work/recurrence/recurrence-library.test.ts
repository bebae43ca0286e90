import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { expect, test } from 'vitest';
import { laterDate } from '../../robot/zone-time.ts';
import { readRecurrence, recurrenceDates, weekdayCodes } from './recurrence.ts';

const list = <T>(item: fc.Arbitrary<T>) => fc.uniqueArray(item, { minLength: 1, maxLength: 3 });
const part = (name: string, values: fc.Arbitrary<unknown>) =>
  fc.option(
    values.map((value) => `;${name}=${String(value)}`),
    { nil: '' },
  );
const weekday = fc.constantFrom(...weekdayCodes);
const nthWeekday = fc
  .tuple(fc.constantFrom(1, 2, 3, 4, 5, -1, -2), weekday)
  .map(([nth, code]) => `${nth}${code}`);
const monthDay = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -31, max: -1 }));
const end = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 60 }).map((count) => `;COUNT=${count}`),
  fc.integer({ min: 2028, max: 2033 }).map((year) => `;UNTIL=${year}0615`),
);

const rule = fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY').chain((freq) => {
  const none = fc.constant('');
  const isLong = freq === 'MONTHLY' || freq === 'YEARLY';
  // The library ignores BYMONTHDAY in a yearly rule with the nth weekday, so this pair is left out.
  const days = fc.oneof(
    fc.tuple(freq === 'WEEKLY' ? none : part('BYMONTHDAY', list(monthDay)), part('BYDAY', list(weekday))),
    isLong ? fc.tuple(none, part('BYDAY', list(nthWeekday))) : fc.tuple(none, none),
  );
  return (
    fc
      .tuple(
        part('INTERVAL', fc.integer({ min: 1, max: 4 })),
        part('BYMONTH', list(fc.integer({ min: 1, max: 12 }))),
        days.map((both) => both.join('')),
        isLong ? part('BYSETPOS', list(fc.constantFrom(1, 2, 3, -1, -2))) : none,
        part('WKST', weekday),
        end,
      )
      // BYSETPOS needs another BY part (RFC 5545, 3.3.10).
      .filter(([, months, dayParts, positions]) => positions === '' || months + dayParts !== '')
      .map((parts) => `FREQ=${freq}${parts.join('')}`)
  );
});

test('recurrenceDates returns the days of rrule-temporal for random rules over five years', () => {
  const start = fc.integer({ min: 0, max: 730 }).map((days) => laterDate('2028-01-01', days));
  fc.assert(
    fc.property(rule, start, (rrule, first) => {
      const last = laterDate(first, 5 * 365);
      const library = new RRuleTemporal({
        rruleString: `DTSTART;TZID=UTC:${first.replaceAll('-', '')}T000000\nRRULE:${rrule}`,
      });
      const dates = library.between(new Date(`${first}T00:00Z`), new Date(`${last}T23:59Z`), true);
      expect(recurrenceDates(readRecurrence(rrule)!, first, first, last)).toEqual(
        dates.map((date) => date.toString().slice(0, 10)),
      );
    }),
    { numRuns: 60 },
  );
});
