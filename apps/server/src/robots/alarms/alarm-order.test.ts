import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceLives } from '../../entities/devices/device-live-table.ts';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aGateway, anOnlineRobot, eventually, type TestRobot } from '../test-kit/test-gateway.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let robot: TestRobot;

beforeAll(async () => {
  database = await makeDatabase();
  running = await aGateway(database.db);
  ({ robot } = await anOnlineRobot(running, database.db, await aCompany(database.db)));
});
afterAll(async () => {
  await robot?.leave();
  await running?.gateway.stop();
  await database?.close();
});

async function say(alarmId: string, event: 'RAISED' | 'CLEARED') {
  const message = robot.durable({ alarmId, event, code: '20103', level: 2 });
  await robot.say('xAlarm', message, 1);
  await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(message.msgId));
}
const alarmOf = async (id: string) =>
  (await inScope(database.db, '*', (tx) => tx.select().from(alarms).where(eq(alarms.id, id))))[0];
/** The highest level of an open alarm, as the list of devices shows it. */
const waitForLevel = (level: number) =>
  eventually(async () => {
    const rows = await inScope(database.db, '*', (tx) =>
      tx.select().from(deviceLives).where(eq(deviceLives.id, robot.device.deviceId)),
    );
    return rows[0]?.alarmLevel === level;
  }, `the level ${level}`);

it('an alarm whose end arrives first is ended as soon as it is raised', async () => {
  const id = newId();
  await say(id, 'CLEARED');
  expect(await alarmOf(id)).toBeUndefined();
  await say(id, 'RAISED');
  expect(await alarmOf(id)).toMatchObject({ clearedAt: expect.any(String) as string });
  await waitForLevel(0);
});

it('an alarm that is raised again after its end, under the same id, stays ended', async () => {
  const id = newId();
  await say(id, 'RAISED');
  await waitForLevel(2);
  await say(id, 'CLEARED');
  await say(id, 'RAISED');
  expect(await alarmOf(id)).toMatchObject({ clearedAt: expect.any(String) as string });
  await waitForLevel(0);
});
