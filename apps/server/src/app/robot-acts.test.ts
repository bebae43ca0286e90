import {
  deviceCalls,
  deviceChangeOf,
  errors,
  needCalls,
  searchCalls,
  taskCalls,
  zoneBoardCalls,
  type Device,
  type ErrorName,
} from '@sweepline/contract';
import { obstacleTo, type ActingRobot, type ActObstacle, type RobotAct } from '@sweepline/contract/robot';
import { afterEach, expect, test } from 'vitest';
import { announceDevice, hashSecret } from '../features/devices/identity/credential-service.ts';
import { newId } from '../platform/runtime/ids.ts';
import { eventually, idleState, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { people, square } from '../test-kit/index.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';

const server = sharedTestServer();
let robot: TestRobot | undefined;
afterEach(() => robot?.leave());
const { mallAdmin } = people;

const refusals: Partial<Record<ActObstacle, ErrorName>> = {
  OFFLINE: 'deviceOffline',
  ASLEEP: 'deviceOffline',
  FROZEN: 'deviceFrozen',
  FAULT: 'faultForbidsDriving',
  FAULT_CLEANING: 'faultForbidsCleaning',
  RELOCATING: 'relocating',
  UPDATING: 'updating',
  MODE_FORBIDS: 'modeForbids',
  NO_POSITION: 'positionUnknown',
  BATTERY_LOW: 'batteryLow',
  CHARGES_ALREADY: 'chargesAlready',
  RUN_ACTIVE: 'runActive',
  MAP_DIFFERS: 'onOtherMap',
};

const error = (alarmCode: string, errorLevel: string) => ({
  errorType: 'X',
  errorLevel,
  errorDescription: '',
  errorReferences: alarmCode === '' ? [] : [{ referenceKey: 'alarmCode', referenceValue: alarmCode }],
});
const jammed = error('20110', 'CRITICAL');
const lifted = error('10105', 'CRITICAL');
const away = (localized: boolean, mapId: string) => ({ x: 1, y: 1, theta: 0, mapId, localized });
const battery = (stateOfCharge: number, charging = false) => ({ powerSupply: { stateOfCharge, charging } });

interface Situation {
  telemetry?: object;
  state?: (mapId: string) => object;
}
const faults: [string, (typeof jammed)[]][] = [
  ['no error', []],
  ['a jammed brush', [jammed]],
  ['a critical battery', [error('30102', 'CRITICAL')]],
  ['a lifted robot', [lifted]],
  ['a foreign FATAL error', [error('', 'FATAL')]],
  ['a foreign CRITICAL error', [error('', 'CRITICAL')]],
  ['a wrong signature', [error('70103', 'FATAL')]],
];
const conditions: [string, Situation][] = [
  ['STANDBY', {}],
  ['CHARGING', { telemetry: { mode: 'CHARGING' }, state: () => battery(80, true) }],
  ['ERROR', { telemetry: { mode: 'ERROR' } }],
  ['MANUAL_RUN', { telemetry: { mode: 'MANUAL_RUN' } }],
  ['OTA_UPGRADE', { telemetry: { mode: 'OTA_UPGRADE' } }],
  ['relocation', { telemetry: { relocating: true } }],
  ['a person at the robot', { state: () => ({ operatingMode: 'MANUAL' }) }],
  ['an unknown position', { state: (mapId) => ({ mobileRobotPosition: away(false, mapId) }) }],
  ['another map', { state: () => ({ mobileRobotPosition: away(true, 'elsewhere') }) }],
  ['a low battery', { state: () => battery(12) }],
];

async function aRobot() {
  const station = { id: 'p1', name: '', type: 'CHARGING', x: 3, y: 3, theta: 0 };
  const map = await server.aMap({
    elements: { zones: [square(2, 2)], walls: [], points: [station] } as never,
  });
  const sn = `T-${newId().slice(-12)}`;
  const row = await server.aDevice({ sn, nickname: sn, secretHash: hashSecret('secret') });
  announceDevice(server.bus, row.id);
  const device = {
    deviceId: row.id,
    companyId: row.companyId,
    sn,
    secret: 'secret',
    manufacturer: 'JBOT',
    protocol: 'v3' as const,
    model: 'J30',
  };
  const connected = await eventually(
    () => TestRobot.connect(server.gateway.mqttUrl, device).catch(() => undefined),
    'a connection',
  );
  robot = connected;
  await eventually(() => server.gateway.live(row.id), 'the gateway to know the robot');
  await connected.say('connection', { connectionState: 'ONLINE' }, 1);
  await server.ok(zoneBoardCalls.setTarget, mallAdmin, {
    mapId: map.id,
    zoneId: 'z1',
    version: 0,
    source: 'INTERVAL',
    everyHours: 1,
  });
  return { id: row.id, sn, map, connected };
}

test(
  'every door gives the same answer as the server for a robot in every state',
  { timeout: 120_000 },
  async () => {
    const { id, sn, map, connected } = await aRobot();
    server.clock.advance(2 * 3_600_000);
    let n = 0;
    for (const [condition, { telemetry, state }] of conditions)
      for (const [fault, errorList] of faults) {
        const name = `${condition} with ${fault}`;
        n += 1;
        // The limit of messages counts by the clock of the test.
        server.clock.advance(2_000);
        // The charge marks the message, so that the row is known to be of this situation.
        const mark = 80 + n / 100;
        const body = {
          ...idleState,
          maps: [{ mapId: map.id, mapVersion: '1', mapStatus: 'ENABLED' }],
          mobileRobotPosition: { ...idleState.mobileRobotPosition, mapId: map.id },
          powerSupply: { stateOfCharge: mark, charging: false },
          errors: errorList,
          ...state?.(map.id),
        };
        await connected.say(
          'xTelemetry',
          { mode: 'STANDBY', modePaused: false, relocating: false, ...telemetry },
          1,
        );
        await connected.say('state', body, 1);
        const soc = body.powerSupply.stateOfCharge;
        const row = await eventually(async () => {
          const { list } = await server.ok(deviceCalls.list, mallAdmin, { keyword: sn });
          const live = server.gateway.live(id);
          const [found] = list;
          const isCurrent =
            found &&
            errorsOf(live?.errors?.value) === sentErrors(errorList) &&
            Math.abs((live?.battery?.value.soc ?? 0) - soc) < 0.001 &&
            same(found, deviceChangeOf(live!, 0));
          return isCurrent ? found : undefined;
        }, name);
        await compare(name, row, map.id);
      }
  },
);

const errorsOf = (list: readonly { level: string; code: string }[] = []) =>
  list.map(({ level, code }) => `${level} ${code}`).join();
const sentErrors = (list: readonly (typeof jammed)[]) =>
  list.map((it) => `${it.errorLevel} ${it.errorReferences[0]?.referenceValue ?? ''}`).join();
const keys = ['mode', 'operatingMode', 'relocating', 'localized', 'mapId', 'charging', 'faults'] as const;
const same = (row: Device, live: Device['live']) =>
  keys.every((key) => JSON.stringify(row.live[key]) === JSON.stringify(live[key]));

async function compare(name: string, row: Device, mapId: string) {
  const { id, sn } = row;
  const { device, live, openAlarms } = await server.ok(deviceCalls.detail, mallAdmin, { id });
  const [hit] = (await server.ok(searchCalls.find, mallAdmin, { text: sn })).devices;
  const doors: Record<string, ActingRobot> = {
    list: row,
    page: { ...device, live: deviceChangeOf(live, openAlarms.length) },
    palette: hit!,
  };
  const answers = (act: RobotAct, map?: string) =>
    Object.entries(doors).map(([door, found]) => [door, obstacleTo(act, found, map) ?? 'may']);
  const all = (answer: string) => Object.keys(doors).map((door) => [door, answer]);

  for (const [act, map] of [
    ['CLEAN', mapId],
    ['NAVIGATE', mapId],
    ['CHARGE', undefined],
  ] as const) {
    const obstacle = obstacleTo(act, row, map);
    expect(answers(act, map), `${name}: ${act}`).toEqual(all(obstacle ?? 'may'));
    // An accepted start would change the state, so the check of the gateway stands for it.
    expect(await checked(act, id, map), `${name}: ${act}`).toBe(obstacle ?? 'may');
    // Repeated refusals are answered slowly, so that each is asked for once.
    const refusal = `${act} ${obstacle}`;
    if (!obstacle || sent.has(refusal)) continue;
    sent.add(refusal);
    expect((await refusalOf(act, row, mapId)).msg, `${name}: ${act}`).toBe(textOf(obstacle));
  }
  const clean = obstacleTo('CLEAN', row, mapId);

  const [zone] = (await server.ok(zoneBoardCalls.list, mallAdmin, { mapId })).list;
  const onMap = zone!.devices.find((it) => it.id === id);
  if (row.live.mapId === mapId) expect(obstacleTo('CLEAN', onMap!, mapId), `${name}: board`).toBe(clean);
  const { list: needs } = await server.ok(needCalls.list, mallAdmin, { kind: ['OVERDUE_ZONE'] });
  const need = needs.find((it) => it.map?.id === mapId)!;
  if (clean === undefined)
    expect(need, name).toMatchObject({ action: 'CLEAN_ZONE', device: { id }, obstacle: null });
  else {
    expect(need, name).toMatchObject({ action: 'OPEN_ZONE', device: null });
    expect(need.obstacle?.code, name).toBe(row.live.mapId === mapId ? clean : undefined);
  }
}

const textOf = (obstacle: ActObstacle) => errors[refusals[obstacle]!].texts.en;
const sent = new Set<string>();
const kinds = { CLEAN: 'CLEANING', NAVIGATE: 'NAVIGATION', CHARGE: 'NAVIGATION' } as const;

/** What the gateway would refuse the start with. */
const checked = (act: keyof typeof kinds, deviceId: string, mapId: string | undefined) =>
  server.gateway.runs
    .check({
      deviceId,
      by: 'test',
      kind: kinds[act],
      name: '',
      ...(mapId && { map: { mapId, mapVersion: 1, zones: [], walls: [] } }),
      plan: {
        cleaningMode: 'SWEEP',
        strength: 'STANDARD',
        repetitions: 1,
        strategy: 'FULL',
        pattern: '',
        finish: act === 'CHARGE' ? 'CHARGE' : 'STAY',
        areas: [],
        toolWidthM: 0.5,
      },
    })
    .then(
      () => 'may',
      ({ code }: { code: string }) => code,
    );

const refusalOf = (act: RobotAct, { id }: Device, mapId: string) => {
  switch (act) {
    case 'NAVIGATE':
      return server.send(deviceCalls.navigate, mallAdmin, { id, x: 1, y: 1, mapId });
    case 'CHARGE':
      return server.send(deviceCalls.charge, mallAdmin, { id });
    default:
      return server.send(taskCalls.cleanNow, mallAdmin, {
        deviceId: id,
        mapId,
        zoneIds: ['z1'],
        cleaningMode: 'SCRUB',
        strength: 'STANDARD',
        repetitions: 1,
      });
  }
};
