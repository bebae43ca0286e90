import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aGateway, anOnlineRobot, type TestRobot } from '../test-kit/test-gateway.ts';

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

it('ids in upper case are stored once, in lower case, and acknowledged as the robot wrote them', async () => {
  const alarmId = newId();
  const body = robot.durable({ alarmId: alarmId.toUpperCase(), event: 'RAISED', code: '20103', level: 2 });
  const message = { ...body, msgId: body.msgId.toUpperCase() };
  for (let i = 0; i < 2; i++) await robot.say('xAlarm', message, 1);
  await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(message.msgId));

  const cleared = robot.durable({ alarmId, event: 'CLEARED', code: '20103', level: 2 });
  await robot.say('xAlarm', cleared, 1);
  await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(cleared.msgId));
  const rows = await inScope(database.db, '*', (tx) =>
    tx.select().from(alarms).where(eq(alarms.id, alarmId)),
  );
  expect(rows).toMatchObject([{ count: 1, clearedAt: expect.any(String) as string }]);
});
