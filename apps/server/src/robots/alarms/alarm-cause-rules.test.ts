import { alarmFollowers } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { causeReachOf, causesAround, type CauseAlarm } from './alarm-cause-rules.ts';

const alarm = (id: string, code: string, atS: number, more: Partial<CauseAlarm> = {}): CauseAlarm => ({
  id,
  code,
  firstMs: atS * 1000,
  lastMs: atS * 1000,
  overMs: null,
  causeId: null,
  ...more,
});
const allCodes = [...new Set(Object.entries(alarmFollowers).flatMap(([cause, codes]) => [cause, ...codes]))];
const causesOf = (alarms: CauseAlarm[], fromMs = 0) =>
  Object.fromEntries(causesAround(alarms, allCodes, fromMs));

test('no code is its own cause over others', () => {
  const below = (code: string, above: readonly string[]): void => {
    expect(above).not.toContain(code);
    for (const it of alarmFollowers[code as keyof typeof alarmFollowers] ?? []) below(it, [...above, code]);
  };
  for (const code of allCodes) below(code, []);
});

test('a follower stands under a cause that was raised at most sixty seconds before and was not over', () => {
  const follower = alarm('f', '40201', 60);
  expect(causesOf([alarm('c', '40101', 0), follower])).toEqual({ c: null, f: 'c' });
  expect(causesOf([alarm('c', '40101', 60), follower])).toMatchObject({ f: 'c' });
  expect(causesOf([alarm('c', '40101', -0.001), follower], 1)).toMatchObject({ f: null });
  expect(causesOf([alarm('c', '40101', 61), follower])).toMatchObject({ f: null });
  expect(causesOf([alarm('c', '40101', 0, { overMs: 59_000 }), follower])).toMatchObject({ f: null });
  expect(causesOf([alarm('c', '40101', 0, { overMs: 60_000 }), follower])).toMatchObject({ f: 'c' });
  expect(causesOf([alarm('c', '20110', 0), follower])).toMatchObject({ f: null });
});

test('a follower of a follower stands under the first cause, and of two causes the later one counts', () => {
  const chain = [alarm('lifted', '10105', 0), alarm('lost', '40101', 50), alarm('route', '40201', 100)];
  expect(causesOf(chain)).toEqual({ lifted: null, lost: 'lifted', route: 'lifted' });
  const two = [alarm('cliff', '10103', 0), alarm('lost', '40101', 10), alarm('route', '40201', 20)];
  expect(causesOf(two)).toMatchObject({ route: 'lost' });
});

test('a cause that chatters stands from its first raise to its last', () => {
  const cause = alarm('c', '40101', 0, { lastMs: 600_000 });
  expect(causesOf([cause, alarm('f', '40201', 300)])).toMatchObject({ f: 'c' });
  expect(causesOf([cause, alarm('f', '40201', 661)])).toMatchObject({ f: null });
});

test('a follower of a cause that was raised again stands under the cause of that one', () => {
  const lost = alarm('lost', '40101', 103, { lastMs: 180_000 });
  const all = [alarm('lifted', '10105', 164), lost, alarm('route', '40201', 155)];
  expect(causesOf(all)).toEqual({ lifted: null, lost: 'lifted', route: 'lifted' });
});

test('an alarm that lasts keeps its cause until another one is found, and its followers stand there', () => {
  const lost = alarm('lost', '40101', 0, { lastMs: 180_000, causeId: 'lifted' });
  const route = alarm('route', '40201', 190);
  expect(Object.fromEntries(causesAround([lost, route], allCodes, 0, 'lost'))).toEqual({
    lost: 'lifted',
    route: 'lifted',
  });
  const lifted = alarm('again', '10105', 170);
  expect(Object.fromEntries(causesAround([lost, route, lifted], allCodes, 0, 'lost'))).toEqual({
    again: null,
    lost: 'again',
    route: 'again',
  });
});

test('an alarm raised before `fromMs` keeps its cause, and later ones find it there', () => {
  const stored = [alarm('lost', '40101', 50, { causeId: 'lifted' }), alarm('route', '40201', 100)];
  expect(causesOf(stored, 60_000)).toEqual({ route: 'lifted' });
});

test('the reach of a code covers its followers and their causes, and a code without either has none', () => {
  expect(causeReachOf('90000')).toBeUndefined();
  expect(causeReachOf('10105')).toMatchObject({ beforeMs: 60_000, afterMs: 120_000 });
  expect(causeReachOf('10105')?.changed).toEqual(expect.arrayContaining(['10105', '40101', '40210']));
  expect(causeReachOf('40210')).toMatchObject({ changed: ['40210'], afterMs: 0 });
});
