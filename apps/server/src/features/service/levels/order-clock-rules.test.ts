import { expect, test } from 'vitest';
import { clockOf, remindersOf, type ClockedOrder, type Pause, type Reading } from './order-clock-rules.ts';

const always = {
  windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }],
  timezone: 'UTC',
  holidays: new Set<string>(),
};
const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour)).toISOString();
const order: ClockedOrder = {
  state: 'PROCESSING',
  waitingFor: null,
  waitingSince: null,
  submittedAt: at(0),
  respondedAt: at(1),
  respondBy: at(2),
  resolvedAt: null,
  reminded: [],
};
const hourMs = 3_600_000;
const read = (changes: Partial<ClockedOrder>, pauses: Pause[] = [], rest: Partial<Reading> = {}) =>
  clockOf({
    order: { ...order, ...changes },
    target: { respondMinutes: 120, resolveMinutes: 600 },
    calendar: always,
    pauses,
    isAnswerJudged: true,
    ...rest,
  });
const waited = (from: number, until: number | null, kind: Pause['kind'] = 'WAITING'): Pause => ({
  kind,
  startedAt: at(from),
  endedAt: until === null ? null : at(until),
});

test('waiting stops the clock at what is left, and continuing moves the due moment by the time waited', () => {
  expect(read({})).toMatchObject({ resolveBy: at(10), resolveLeftMs: null });
  expect(read({ waitingFor: 'PART', waitingSince: at(4) }, [waited(4, null)])).toMatchObject({
    resolveBy: null,
    resolveLeftMs: 6 * hourMs,
    resolvedLate: null,
    nextReminderAt: null,
  });
  expect(read({}, [waited(4, 9)])).toMatchObject({ resolveBy: at(15), resolveLeftMs: null });
});

test('lateness stands while an order waits', () => {
  const waiting = read({ waitingFor: 'CUSTOMER', waitingSince: at(13) }, [waited(13, null)]);
  expect(waiting).toMatchObject({ resolveBy: null, resolveLeftMs: -3 * hourMs });
});

test('another target keeps the time that was waited', () => {
  const target = { respondMinutes: 60, resolveMinutes: 300 };
  expect(read({}, [waited(2, 6)], { target })).toMatchObject({ resolveBy: at(9) });
});

test('a resolution is judged without the time waited, and reopening goes on where the clock stood', () => {
  const pauses = [waited(2, 8), waited(12, null, 'RESOLVED')];
  const resolved = read({ state: 'RESOLVED', resolvedAt: at(12) }, pauses);
  expect(resolved).toMatchObject({ resolveBy: null, resolveLeftMs: 4 * hourMs, resolvedLate: 0 });
  expect(read({}, [waited(2, 8), waited(12, 40, 'RESOLVED')])).toMatchObject({ resolveBy: at(44) });
  expect(
    read({ state: 'RESOLVED', resolvedAt: at(17) }, [waited(2, 8), waited(17, null, 'RESOLVED')]),
  ).toMatchObject({ resolveLeftMs: -hourMs, resolvedLate: 1 });
});

test('a judged answer stays as it was judged when the target changes later', () => {
  const target = { respondMinutes: 30, resolveMinutes: null };
  expect(read({}, [], { target })).toMatchObject({ respondBy: at(2), respondedLate: 0, resolveBy: null });
  expect(read({}, [], { target, isAnswerJudged: false })).toMatchObject({ respondedLate: 1 });
});

test('without a target every column is null', () => {
  const target = { respondMinutes: null, resolveMinutes: null };
  expect(new Set(Object.values(read({ respondBy: null }, [], { target })))).toEqual(new Set([null]));
});

test('reminders are due at 80 % and at the end, until they were sent or no longer apply', () => {
  const reading = {
    target: { respondMinutes: 100, resolveMinutes: 600 },
    calendar: always,
    pauses: [],
    isAnswerJudged: false,
  };
  const kinds = (changes: Partial<ClockedOrder>) =>
    remindersOf({ ...reading, order: { ...order, respondedAt: null, ...changes } }).map(
      ({ kind, at: due }) => [kind, (due - Date.parse(at(0))) / 60_000],
    );
  expect(kinds({})).toEqual([
    ['ANSWER_SOON', 80],
    ['ANSWER_LATE', 100],
    ['RESOLVE_SOON', 480],
    ['RESOLVE_LATE', 600],
  ]);
  expect(kinds({ respondedAt: at(1), reminded: ['RESOLVE_SOON'] })).toEqual([['RESOLVE_LATE', 600]]);
  expect(kinds({ respondedAt: at(1), waitingFor: 'PART', waitingSince: at(2) })).toEqual([]);
});
