import { expect, test } from 'vitest';
import { dailyActs, dailyActsOf, dailyObstacle, type DailyObstacle, type DailyRobot } from './daily-acts.ts';

const live: DailyRobot['live'] = {
  state: 'ONLINE',
  mode: 'STANDBY',
  operatingMode: 'AUTOMATIC',
  relocating: false,
  localized: true,
  mapId: 'm1',
  soc: 80,
  charging: false,
  runId: null,
  faults: [],
  paused: false,
};
const aRobot = (changes: Partial<DailyRobot['live']> = {}): DailyRobot => ({
  model: 'J30',
  protocol: 'v3',
  actions: null,
  declared: null,
  binding: 'ACTIVATED',
  live: { ...live, ...changes },
});
const run = { runId: 'r1', mode: 'WORKING' };

test.each<[string, Partial<DailyRobot['live']>, readonly string[]]>([
  ['an idle robot', {}, ['clean', 'charge', 'camera', 'locate']],
  ['a working robot', run, ['pause', 'stop', 'camera', 'locate']],
  ['a paused robot', { ...run, paused: true }, ['resume', 'stop', 'camera', 'locate']],
  ['a silent robot with a run', { ...run, state: 'OFFLINE' }, ['stop']],
  ['a robot asleep', { state: 'SLEEP' }, []],
])('%s can do what is listed, in the order of the list', (_who, changes, acts) => {
  expect(dailyActsOf(aRobot(changes))).toEqual(acts);
  expect(dailyActs.filter((act) => acts.includes(act))).toEqual(acts);
});

test.each<[Partial<DailyRobot['live']>, (typeof dailyActs)[number], DailyObstacle]>([
  [{}, 'pause', 'NO_RUN'],
  [{ ...run, paused: true }, 'pause', 'PAUSED'],
  [run, 'resume', 'NOT_PAUSED'],
  [run, 'clean', 'RUN_ACTIVE'],
  [{ ...run, state: 'OFFLINE' }, 'pause', 'OFFLINE'],
  [{ state: 'SLEEP' }, 'locate', 'ASLEEP'],
])('%o: %s is refused by %s', (changes, act, obstacle) => {
  expect(dailyObstacle(act, aRobot(changes))).toBe(obstacle);
});

test('what a robot lacks is not offered', () => {
  const other: DailyRobot = { ...aRobot(run), model: 'OTHER', protocol: 'v2', actions: [], declared: null };
  expect(dailyActsOf(other)).toEqual(['stop']);
  expect(dailyObstacle('camera', other)).toBe('UNSUPPORTED');
});
