import { expect, test } from 'vitest';
import { dueOf, dueStateOf, nextBase, nextCheckOf, type Readings } from './due-rules.ts';

const dayMs = 86_400_000;
const now = Date.parse('2030-01-01T00:00:00.000Z');
const at = (days: number) => new Date(now + days * dayMs).toISOString();
const none: Readings = { meters: {}, perDay: {}, parts: {} };
const from = (days: number, base = {}) => ({ since: at(-days), base, dueAt: null });
const hours = { kind: 'HOURS' as const, value: 100, part: null };
const brush = { part: 'mainBrush' };

test('the trigger that is reached first makes the due moment', () => {
  const triggers = [{ kind: 'DAYS' as const, value: 90, part: null }, hours];
  const readings = { ...none, meters: { HOURS: 560 }, perDay: { HOURS: 4 } };
  expect(dueOf(triggers, from(10, { HOURS: 500 }), readings, now)).toEqual({
    dueAt: at(10),
    reason: { ...hours, present: 60 },
  });
  expect(dueOf(triggers, from(85, { HOURS: 500 }), readings, now)?.reason.kind).toBe('DAYS');
});

test('an unknown meter or rate gives no moment, and a meter that is used up is due at once and stays due', () => {
  expect(dueOf([hours], from(10), none, now)).toBeNull();
  expect(dueOf([hours], from(10), { ...none, meters: { HOURS: 5 } }, now)).toBeNull();
  const used = { ...none, meters: { HOURS: 105 } };
  expect(dueOf([hours], from(10), used, now)?.dueAt).toBe(at(0));
  expect(dueOf([hours], { ...from(10), dueAt: at(-3) }, used, now)?.dueAt).toBe(at(-3));
});

test('the own counter of the robot counts, until it goes back', () => {
  const due = (counter: number) =>
    dueOf(
      [hours],
      from(10, { HOURS: 10, ROBOT_HOURS: 1_000 }),
      { ...none, meters: { HOURS: 30, ROBOT_HOURS: counter }, perDay: { HOURS: 1 } },
      now,
    )?.reason.present;
  expect(due(1_050)).toBe(50);
  expect(due(3)).toBe(20);
});

test('a part is due at its percent, or some days before its end', () => {
  const readings = { ...none, parts: { mainBrush: { remainingPct: 50, pctPerDay: 2 } } };
  const due = (kind: 'PART_PERCENT' | 'PART_DAYS', value: number) =>
    dueOf([{ kind, value, ...brush }], from(0), readings, now);
  expect(due('PART_PERCENT', 20)).toMatchObject({ dueAt: at(15), reason: { present: 50 } });
  expect(due('PART_DAYS', 14)).toMatchObject({ dueAt: at(11), reason: { present: 25 } });
  expect(due('PART_PERCENT', 60)?.dueAt).toBe(at(0));
  expect(dueOf([{ kind: 'PART_DAYS', value: 1, part: 'filter' }], from(0), readings, now)).toBeNull();
});

test('a fixed plan goes on from the planned day and the planned hours, a floating one from now', () => {
  const triggers = [{ kind: 'DAYS' as const, value: 30, part: null }, hours];
  const due = {
    since: at(-65),
    base: { HOURS: 500 },
    dueAt: at(-35),
    reason: { ...hours, present: 130 },
  };
  const done = { meters: { HOURS: 630 }, at: at(0) };
  expect(nextBase({ triggers, anchor: 'FLOATING' }, due, done)).toEqual({
    since: at(0),
    base: { HOURS: 630 },
  });
  // The second month has passed as well; it is not made up for.
  expect(nextBase({ triggers, anchor: 'FIXED' }, due, done)).toEqual({
    since: at(-5),
    base: { HOURS: 600 },
  });
});

test('the next look is half of the way to the order, between an hour and a day', () => {
  const next = (days: number | null, lead = 0) =>
    (Date.parse(nextCheckOf(days === null ? null : at(days), lead, now)) - now) / 3_600_000;
  expect([next(null), next(100), next(8, 7), next(0.05), next(-3)]).toEqual([24, 24, 12, 1, 1]);
});

test('a robot is due soon within two weeks or the lead of its plan', () => {
  const state = (days: number | null, lead = 7) =>
    dueStateOf(days === null ? null : at(days), lead, new Date(now));
  expect([state(null), state(-1), state(14), state(15), state(15, 30)]).toEqual([
    'UNKNOWN',
    'OVERDUE',
    'SOON',
    'LATER',
    'SOON',
  ]);
});
