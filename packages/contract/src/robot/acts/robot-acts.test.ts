import { expect, test } from 'vitest';
import type { ActLive } from '../../devices/device-change.ts';
import { alarmCodes, forbiddenBy } from '../codes.ts';
import { deviceModes } from '../modes-phases.ts';
import {
  mayAct,
  obstaclesTo,
  obstacleTo,
  robotActs,
  type ActingRobot,
  type ActObstacle,
} from './robot-acts.ts';

const live: ActLive = {
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
};
const aRobot = (changes: Partial<ActLive> = {}, rest: Partial<ActingRobot> = {}): ActingRobot => ({
  model: 'J30',
  protocol: 'v3',
  actions: null,
  declared: null,
  binding: 'ACTIVATED',
  live: { ...live, ...changes },
  ...rest,
});
const faultOf = (code: string, level = 4) => ({ code, forbids: [...forbiddenBy(code, level)] });

test('an idle robot may begin everything', () => {
  for (const act of robotActs) expect(obstaclesTo(act, aRobot(), 'm1'), act).toEqual([]);
});

test.each<[Partial<ActLive>, ActObstacle | undefined, ActObstacle | undefined]>([
  [{ faults: [faultOf('20110')] }, 'FAULT_CLEANING', undefined],
  [{ faults: [faultOf('20110')], mode: 'ERROR' }, 'FAULT_CLEANING', undefined],
  [{ faults: [faultOf('20110'), faultOf('10104')] }, 'FAULT', 'FAULT'],
  [{ faults: [faultOf('40101')] }, 'FAULT', 'FAULT'],
  [{ faults: [faultOf('30102')], mode: 'ERROR', soc: 4 }, 'FAULT_CLEANING', undefined],
  [{ faults: [faultOf('40210')], mode: 'ERROR' }, 'FAULT', 'FAULT'],
  [{ mode: 'ERROR' }, 'FAULT', 'FAULT'],
  [{ mode: 'ERROR', runId: 'r' }, 'FAULT', 'FAULT'],
  [{ faults: [faultOf('20110')], runId: 'r', mode: 'NAVIGATION' }, 'RUN_ACTIVE', 'RUN_ACTIVE'],
  [{ relocating: true }, 'RELOCATING', 'RELOCATING'],
  [{ operatingMode: 'MANUAL' }, 'MODE_FORBIDS', 'MODE_FORBIDS'],
  [{ mode: 'OTA_UPGRADE', operatingMode: 'SERVICE' }, 'UPDATING', 'UPDATING'],
  [{ localized: false }, 'NO_POSITION', 'NO_POSITION'],
  [{ mapId: null, localized: null }, 'NO_POSITION', 'NO_POSITION'],
  [{ soc: 19 }, 'BATTERY_LOW', undefined],
  [{ state: 'OFFLINE', mode: 'ERROR' }, 'OFFLINE', 'OFFLINE'],
  [{ state: 'SLEEP' }, 'ASLEEP', 'ASLEEP'],
  [{ charging: true, mode: 'CHARGING' }, undefined, 'CHARGES_ALREADY'],
])('%o: cleaning %s, driving home %s', (changes, cleaning, charging) => {
  expect(obstacleTo('CLEAN', aRobot(changes))).toBe(cleaning);
  expect(obstacleTo('CHARGE', aRobot(changes))).toBe(charging);
});

test('what forbids driving forbids cleaning, and a forbidding alarm is a severe one or names a missing part', () => {
  for (const [code, { level, forbids }] of Object.entries(alarmCodes)) {
    if (forbids.includes('DRIVING')) expect(forbids, code).toContain('CLEANING');
    if (forbids.length > 0) expect(level, code).toBeGreaterThanOrEqual(code === '20104' ? 3 : 4);
  }
});

test('an error of another maker forbids work only if it is FATAL, and an unknown code from level 4', () => {
  expect([2, 3, 4, 5].map((level) => forbiddenBy('90000', level).length)).toEqual([0, 0, 0, 2]);
  expect([2, 3, 4, 5].map((level) => forbiddenBy('19999', level).length)).toEqual([0, 0, 2, 2]);
});

test('a robot out of service, the ability or on another map may not begin', () => {
  expect(obstacleTo('CLEAN', aRobot({}, { binding: 'FREEZING' }))).toBe('FROZEN');
  expect(obstacleTo('CLEAN', aRobot({}, { binding: 'UNBINDING' }))).toBe('NOT_IN_SERVICE');
  expect(obstacleTo('CLEAN', aRobot({}, { model: 'PLAIN', actions: [] }))).toBe('UNSUPPORTED');
  expect(obstacleTo('CLEAN', aRobot(), 'm2')).toBe('MAP_DIFFERS');
});

test('only standby and charging let a robot without alarms begin', () => {
  const modes = deviceModes.filter((mode) => mayAct('CLEAN', aRobot({ mode, operatingMode: null })));
  expect(modes).toEqual(['STANDBY', 'CHARGING']);
});
