import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RunPlan } from '../../entities/work/run-table.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { withCallRefusals } from '../../robots-port/robot-refusal.ts';
import { aCompany, aGateway, anOnlineRobot, type TestRobot } from '../test-kit/test-gateway.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let company: string;
let robot: TestRobot;

beforeAll(async () => {
  database = await makeDatabase();
  company = await aCompany(database.db);
  running = await aGateway(database.db, { timing: { zoneSetMs: 300 } });
});
beforeEach(async () => {
  await robot?.leave();
  ({ robot } = await anOnlineRobot(running, database.db, company));
});
afterAll(async () => {
  await robot?.leave();
  await running?.gateway.stop();
  await database?.close();
});

const square = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
];
const plan: RunPlan = {
  cleaningMode: 'SWEEP',
  strength: 'STANDARD',
  repetitions: 1,
  strategy: 'FULL',
  pattern: 'EDGE_THEN_FILL',
  finish: 'STAY',
  areas: [
    {
      areaId: 'z1',
      name: 'Hall',
      polygon: [
        [0, 0],
        [4, 0],
        [4, 3],
      ],
      areaM2: 6,
    },
  ],
  toolWidthM: 0.5,
};
const start = (withoutConfirmation: boolean) =>
  running.gateway.runs.start({
    deviceId: robot.device.deviceId,
    name: 'Daily',
    by: 'test',
    kind: 'CLEANING',
    plan,
    map: {
      mapId: 'm1',
      mapVersion: 3,
      zones: [{ id: 'n1', type: 'NO_GO', name: 'Stairs', points: square }],
      walls: [],
      withoutConfirmation,
    },
  });

it('a robot that does not confirm its no-go areas is named in the refusal, and starts if a person wants it', async () => {
  await expect(withCallRefusals(start(false))).rejects.toMatchObject({
    reason: 'invalid',
    details: { fields: { withoutZones: { code: 'ZONES_UNCONFIRMED', params: { device: 'Test' } } } },
  });
  expect(robot.received.some(({ topic }) => topic === 'order')).toBe(false);
  const run = await start(true);
  await robot.waitForMessage('order', ({ orderId }) => orderId === run.id);
});

it('a robot that receives its no-go areas and does not enable them is refused within one time for both', async () => {
  const starting = start(false).catch((error: unknown) => error);
  await robot.waitForMessage('zoneSet');
  await robot.state({ zoneSets: [{ zoneSetId: 'zs-m1-3', mapId: 'm1', zoneSetStatus: 'DISABLED' }] });
  await robot.waitForMessage('instantActions');
  expect(await starting).toMatchObject({ code: 'ZONES_UNCONFIRMED' });
});
