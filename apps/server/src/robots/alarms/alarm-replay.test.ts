import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alarmChanged, type AlarmChange } from '../../entities/alarms/alarm-change.ts';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aGateway, anOnlineRobot, eventually, type TestRobot } from '../test-kit/test-gateway.ts';

/** A robot that reports over the broker what happened while it was away. */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let robot: TestRobot;

beforeAll(async () => {
  database = await makeDatabase();
  running = await aGateway(database.db, { timing: { replayQuietMs: 300 } });
  ({ robot } = await anOnlineRobot(running, database.db, await aCompany(database.db)));
});
afterAll(async () => {
  await robot?.leave();
  await running?.gateway.stop();
  await database?.close();
});

const agoIso = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const send = async (event: 'RAISED' | 'CLEARED', code: string, minutesAgo: number, alarmId = newId()) => {
  const body = { alarmId, event, code, level: code === '40101' ? 5 : 3, occurredAt: agoIso(minutesAgo) };
  const message = robot.durable(body);
  await robot.say('xAlarm', message, 1);
  return { alarmId, msgId: message.msgId };
};
const rows = () =>
  inScope(database.db, '*', (tx) =>
    tx.select().from(alarms).where(eq(alarms.deviceId, robot.device.deviceId)).orderBy(asc(alarms.raisedAt)),
  );
const pushes = () =>
  running.pushed
    .filter(({ channel }) => channel === alarmChanged.name)
    .map(({ content }) => content as AlarmChange)
    .map(({ alarmId, raised, isTold, causeId }) => ({ alarmId, raised, isTold, causeId }));

it('after two hours away one alarm of all those that were raised meanwhile is told: the cause that stands', async () => {
  const over = await send('RAISED', '10110', 115);
  await send('CLEARED', '10110', 110, over.alarmId);
  const lost = await send('RAISED', '40101', 60);
  const route = await send('RAISED', '40201', 59.5);
  await eventually(async () => (await rows()).some(({ toldAt }) => toldAt !== null), 'the alarm to be told');
  expect((await rows()).map(({ id, causeId, toldAt }) => [id, causeId, toldAt !== null])).toEqual([
    [over.alarmId, null, false],
    [lost.alarmId, null, true],
    [route.alarmId, lost.alarmId, false],
  ]);
  await eventually(() => pushes().length === 5, 'five pushes');
  expect(pushes()).toEqual([
    { alarmId: over.alarmId, raised: true, isTold: false, causeId: null },
    { alarmId: over.alarmId, raised: false, isTold: false, causeId: null },
    { alarmId: lost.alarmId, raised: true, isTold: false, causeId: null },
    { alarmId: route.alarmId, raised: true, isTold: false, causeId: lost.alarmId },
    { alarmId: lost.alarmId, raised: true, isTold: true, causeId: null },
  ]);
});

it('a live alarm is told and pushed at once', async () => {
  const { alarmId } = await send('RAISED', '20110', 0);
  await eventually(
    () => pushes().some((push) => push.alarmId === alarmId && push.raised && push.isTold),
    'the push',
  );
});
