import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtInWorld } from '../world/built-in.ts';
import { optionsOf, serialsOf } from './args.ts';
import { UsageError } from './option-values.ts';
import { membersOf } from './fleet.ts';

const folder = mkdtempSync(join(tmpdir(), 'robotsim-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a brace range expands to its serial numbers, and a count continues from the last digits', () => {
  expect(serialsOf('J30C{0001..0003}', undefined)).toEqual(['J30C0001', 'J30C0002', 'J30C0003']);
  expect(serialsOf('J30C{0001..0100}', '2')).toEqual(['J30C0001', 'J30C0002']);
  expect(serialsOf('J40-08', '3')).toEqual(['J40-08', 'J40-09', 'J40-10']);
  expect(serialsOf(undefined, '2')).toEqual(['SIM0001', 'SIM0002']);
});

test.each([
  [[], 'command'],
  [['dance'], 'dance'],
  [['run', '--model', 'J50'], '--model'],
  [['run', '--world', 'moon'], '--world'],
  [['run', '--speedup', '0'], '--speedup'],
  [['run', '--soc', 'full'], '--soc'],
  [['run', '--url', 'not a url'], '--url'],
  [['run', '--net', 'drop=often'], '--net'],
  [['run', '--clock-skew', 'late'], '--clock-skew'],
  [['run', '--fault', '20110'], '--fault'],
  [['run', '--fault', '99999@5s'], '99999'],
  [['run', '--fault', 'toString@5s'], 'toString'],
  [['run', '--fault', '10102@60s*12'], '--fault'],
  [['run', '--fault', '10102@60s*12/1s'], '2s or more'],
  [['run', '--fault', '10102@60s*0/5s'], '--fault 0'],
  [['run', '--fault', 'localization@60s*2/80s'], '81s or more'],
  [['run', '--fault', '20110@60s:repaired'], '--fault'],
  [['run', '--fault', 'localization@60s:repair'], '--fault localization'],
  [['run', '--fault', '20110@60s*2/80s:repair'], '--fault'],
  [['run', '--repair', '20110'], '--repair'],
  [['run', '--repair', '99999@5s'], '99999'],
  [['run', '--relapse', '20110'], '--relapse'],
  [['run', '--relapse', '20110=2'], '--relapse 2'],
  [['run', '--relapse', '20110=1*0'], '--relapse 0'],
  [['run', '--relapse', '99999=1'], '99999'],
  [['run', '--wear', 'wheel=5'], '--wear wheel'],
  [['run', '--wear', 'mainBrush=101'], '--wear 101'],
  [['run', '--wear', 'mainBrush'], '--wear'],
  [['run', '--offline', '2h'], '--offline'],
  [['run', '--offline', '200h@60s'], 'week'],
  [['run', '--mtbf', 'never'], '--mtbf'],
  [['run', '--sn', 'a/b'], '--sn'],
  [['run', '--wrold', 'mall'], '--wrold'],
  [['run', '--model', 'J30', '--vda', '2.0.0'], 'PLAIN'],
])('%j is refused, and the message names what is wrong', (args, named) => {
  expect(() => optionsOf(args)).toThrow(UsageError);
  expect(() => optionsOf(args)).toThrow(named);
});

test('network profile, MTBF, clock skew and faults are parsed from their options', () => {
  const options = optionsOf([
    'run',
    '--net',
    'lat=80ms,jit=30ms,loss=1%,drop=20m/30s',
    '--mtbf',
    '8h',
    '--fault',
    '10101@90s,20110@5m',
    '--clock-skew=-90s',
  ]);
  expect(options.net).toEqual({
    latencyMs: 80,
    jitterMs: 30,
    loss: 0.01,
    drop: { everyS: 1200, lastsS: 30 },
  });
  expect(options.mtbfH).toBe(8);
  expect(options.clockSkewMs).toBe(-90_000);
  expect(options.faults).toEqual([
    { code: '10101', atS: 90 },
    { code: '20110', atS: 300 },
  ]);
});

test('a fault can chatter, and a named one is a cause with its followers', () => {
  const { faults, offline } = optionsOf([
    'run',
    '--fault',
    '10102@60s*3/5s,localization@2m',
    '--offline',
    '2h@90s',
  ]);
  expect(faults).toEqual([
    { code: '10102', atS: 60, lastsS: 2.5 },
    { code: '10102', atS: 65, lastsS: 2.5 },
    { code: '10102', atS: 70, lastsS: 2.5 },
    { code: '40101', atS: 120, lastsS: 60 },
    { code: '40201', atS: 130, lastsS: 60 },
    { code: '40210', atS: 140, lastsS: 60 },
  ]);
  expect(offline).toEqual({ atS: 90, lastsS: 7200 });
});

test('faults until repaired, their repairs and relapses, and worn parts are parsed', () => {
  const args = [
    '--fault',
    '20110@60s:repair,20111@2m',
    '--repair',
    '20110@300s',
    '--relapse',
    '20110=0.5,20111=1*2',
  ];
  const { faults, repairs, relapses, wear } = optionsOf(['run', ...args, '--wear', 'mainBrush=16,filter=40']);
  expect(faults).toEqual([
    { code: '20110', atS: 60, lastsS: Infinity },
    { code: '20111', atS: 120 },
  ]);
  expect(repairs).toEqual([{ code: '20110', atS: 300 }]);
  expect(relapses).toEqual([
    { code: '20110', probability: 0.5, maxTimes: Infinity },
    { code: '20111', probability: 1, maxTimes: 2 },
  ]);
  expect(wear).toEqual({ mainBrush: 16, filter: 40 });
});

test('each robot of a fleet file gets its floor and a separate dock', async () => {
  const file = join(folder, 'fleet.json');
  const entries = [
    { sn: 'A1', model: 'J30', password: 'x', world: 'office' },
    { sn: 'A2', model: 'J20', world: 'office', soc: 40, habit: true },
    { sn: 'A3', model: 'J40', world: 'mall', mapId: 'floor-7', dock: 'dock-3', mtbf: '2h' },
    { sn: 'A4', model: 'PLAIN', world: 'mall', start: [10, 20, 90] },
  ];
  writeFileSync(file, JSON.stringify(entries));
  const members = await membersOf(optionsOf(['run', '--fleet', file]));
  expect(members.map(({ sn, dock }) => [sn, dock?.id])).toEqual([
    ['A1', 'dock-1'],
    ['A2', 'dock-2'],
    ['A3', 'dock-3'],
    ['A4', undefined],
  ]);
  expect(members[0]!.world).toBe(members[1]!.world);
  expect(members[0]).toMatchObject({ user: 'A1', password: 'x' });
  expect(members[1]).toMatchObject({ socPct: 40, habit: true });
  expect(members[2]).toMatchObject({ mtbfH: 2, world: { mapId: 'floor-7' } });
  expect(members[2]!.world.grid).toBe(builtInWorld('mall', 1).grid);
  expect(members[3]!.start).toEqual({ x: 10, y: 20, theta: Math.PI / 2 });
});

test.each([
  ['no JSON', '{'],
  ['an unknown field', '[{"sn":"A1","model":"J30","colour":"red"}]'],
  ['an unknown model', '[{"sn":"A1","model":"J50"}]'],
  ['an unknown dock', '[{"sn":"A1","model":"J30","dock":"dock-99"}]'],
  ['a map that is not there', '[{"sn":"A1","model":"J30","map":"/nowhere.yaml"}]'],
  ['no entries', '[]'],
])('a fleet file with %s is refused', async (_what, text) => {
  const file = join(folder, 'bad.json');
  writeFileSync(file, text);
  await expect(membersOf(optionsOf(['run', '--fleet', file]))).rejects.toThrow(UsageError);
});

/** An empty room of 10 m as a ROS map. */
function aRosMap(): string {
  const pixels = Buffer.alloc(200 * 200, 254);
  writeFileSync(join(folder, 'room.pgm'), Buffer.concat([Buffer.from('P5 200 200 255\n'), pixels]));
  const meta = { image: 'room.pgm', resolution: 0.05, origin: [0, 0, 0], negate: 0 };
  const yaml = JSON.stringify({ ...meta, occupied_thresh: 0.65, free_thresh: 0.196 });
  writeFileSync(join(folder, 'room.yaml'), yaml);
  return join(folder, 'room.yaml');
}

test('a robot on a ROS map has the charger of --dock, and starts in it', async () => {
  const [member] = await membersOf(optionsOf(['run', '--sn', 'A1', '--map', aRosMap(), '--dock', '2,3,90']));
  expect(member?.dock).toMatchObject({ id: 'dock-1', type: 'CHARGING', x: 2, y: 3, theta: Math.PI / 2 });
  expect(member?.start).toEqual({ x: 2, y: 3, theta: Math.PI / 2 });
  expect(member?.world.elements.points).toEqual([member?.dock]);
  const dockOf = (...more: string[]) => membersOf(optionsOf(['run', '--sn', 'A1', ...more]));
  await expect(dockOf('--dock', '2,3,90')).rejects.toThrow('docks of its own');
  await expect(async () => dockOf('--map', aRosMap(), '--dock', '2,3')).rejects.toThrow('--dock');
});
