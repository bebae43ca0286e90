import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commands } from '../../entities/devices/command-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aGateway, anOnlineRobot, eventually } from '../test-kit/test-gateway.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;

beforeAll(async () => {
  database = await makeDatabase();
  running = await aGateway(database.db);
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
});

const hall: [number, number][] = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 3],
];

const waitForCommand = (deviceId: string, type: string, status: string) =>
  eventually(async () => {
    const rows = await inScope(database.db, '*', (tx) =>
      tx.select().from(commands).where(eq(commands.deviceId, deviceId)),
    );
    return rows.find((row) => row.type === type && row.status === status);
  }, `the command ${type} to be ${status}`);

it('the list of commands contains a started run, which succeeds when the robot shows the order', async () => {
  const { device, robot } = await anOnlineRobot(running, database.db, await aCompany(database.db));
  const { deviceId } = device;
  const { runs } = running.gateway;
  const { id } = await runs.navigate({ deviceId, goal: { x: 1, y: 2 }, by: 'wei' });
  const sent = await waitForCommand(deviceId, 'run.goTo', 'SENT');
  expect(sent).toMatchObject({ by: 'wei', params: { goal: { x: 1, y: 2 } } });
  await robot.state({ orderId: id, nodeStates: [{ nodeId: 'goal', sequenceId: 2, released: true }] });
  const done = await waitForCommand(deviceId, 'run.goTo', 'SUCCEEDED');
  expect(done).toMatchObject({ id: sent.id, result: { runId: id } });

  const second = runs.navigate({ deviceId, goal: { x: 3, y: 4 }, by: 'li' });
  await expect(second).rejects.toThrow('RUN_ACTIVE');
  expect(await waitForCommand(deviceId, 'run.goTo', 'FAILED')).toMatchObject({
    by: 'li',
    code: 'RUN_ACTIVE',
  });
  await robot.leave();
});

it('a cleaning that ends at the charger is recorded as a cleaning', async () => {
  const { device, robot } = await anOnlineRobot(running, database.db, await aCompany(database.db));
  const { deviceId } = device;
  const areas = [{ areaId: 'z1', name: 'Hall', polygon: hall, areaM2: 12 }];
  const station = { id: 'dock', x: 1, y: 1, theta: 0 };
  const how = { cleaningMode: 'SWEEP', strength: 'STANDARD', repetitions: 1, strategy: 'FULL' as const };
  const plan = { ...how, pattern: 'SPIRAL', finish: 'CHARGE' as const, areas, station, toolWidthM: 0.5 };
  const map = { mapId: 'm1', mapVersion: 3, zones: [], walls: [] };
  await running.gateway.runs.start({ deviceId, name: 'Daily', by: 'wei', kind: 'CLEANING', plan, map });
  expect((await waitForCommand(deviceId, 'run.clean', 'SENT')).params).toMatchObject({ zones: ['Hall'] });
  await robot.leave();
});
