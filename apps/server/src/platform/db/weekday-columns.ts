import { weekday } from '@sweepline/contract';
import { customType } from 'drizzle-orm/pg-core';

const sundayAsZero = (day: number) => weekday.parse(day) % 7;
const sundayAsSeven = (stored: number) => (stored === 0 ? 7 : stored);

/** A weekday in a column that counts from Monday, which is 0. */
export const weekdayFromMonday = customType<{ data: number; driverData: number | string }>({
  dataType: () => 'integer',
  toDriver: (day) => weekday.parse(day) - 1,
  // Members of an array arrive as text.
  fromDriver: (stored) => Number(stored) + 1,
});

/** A weekday in a column that counts from Sunday, which is 0. */
export const weekdayFromSunday = customType<{ data: number; driverData: number }>({
  dataType: () => 'integer',
  toDriver: sundayAsZero,
  fromDriver: sundayAsSeven,
});

/** A document with weekdays, which are stored from Sunday, 0. `convert` returns it with each of its weekdays converted. */
export const weekdayDocument = <T>(convert: (document: T, day: (day: number) => number) => T) =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (document) => JSON.stringify(convert(document, sundayAsZero)),
    fromDriver: (stored) =>
      convert((typeof stored === 'string' ? JSON.parse(stored) : stored) as T, sundayAsSeven),
  });
