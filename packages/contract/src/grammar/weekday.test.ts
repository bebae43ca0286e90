import { expect, test } from 'vitest';
import { z } from 'zod';
import { allCalls } from '../index.ts';
import { robotDueTimes, weekdayOf, wireWeekday } from '../robot/index.ts';

const names = new Set(['weekday', 'weekdays', 'weekStart']);

/** The schemas of weekdays in a schema, with the way to them. */
function weekdaysIn(schema: unknown, path: string, name = ''): { path: string; schema: z.ZodType }[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return weekdaysIn(schema.unwrap(), path, name);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => weekdaysIn(inner, `${path}.${key}`, key));
  if (schema instanceof z.ZodArray) return weekdaysIn(schema.element, path, name);
  return names.has(name) && schema instanceof z.ZodType ? [{ path, schema }] : [];
}

const found = Object.entries(allCalls).flatMap(([family, group]) =>
  Object.entries(group).flatMap(([name, { input, output }]) => [
    ...weekdaysIn(input, `${family}.${name}.input`),
    ...weekdaysIn(output, `${family}.${name}.output`),
  ]),
);

test('every weekday of a call is one of ISO 8601: Sunday is 7, and 0 and 8 are refused', () => {
  expect(found.length).toBeGreaterThan(15);
  for (const { path, schema } of found)
    expect([path, ...[0, 1, 6, 7, 8].map((day) => schema.safeParse(day).success)]).toEqual([
      path,
      ...[false, true, true, true, false],
    ]);
});

test('weekdayOf numbers Monday as 1 and Sunday as 7, and robots get them from 0', () => {
  const days = Array.from({ length: 7 }, (_, n) => weekdayOf(`2024-01-0${n + 1}`));
  expect(days).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(days.map(wireWeekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('a robot starts its weekly schedule on the days that the wire names from Monday', () => {
  const schedule = {
    scheduleId: '00000000-0000-4000-8000-000000000001',
    taskId: '00000000-0000-4000-8000-000000000002',
    enabled: true,
    rule: { type: 'WEEKLY' as const, date: '2024-01-01', time: '08:00', weekdays: [0, 6] },
    timezone: 'UTC',
    startLatestMin: 0,
    skipDates: [],
  };
  const starts = robotDueTimes(schedule, Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 9));
  expect(starts.map((ms) => new Date(ms).toISOString().slice(0, 10))).toEqual([
    '2024-01-01',
    '2024-01-07',
    '2024-01-08',
  ]);
});
