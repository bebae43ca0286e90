import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceCalls, errors, urlOf } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, inScope, type Db } from '../platform/db/db.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/embedded/postgres.ts';
import { newId } from '../platform/runtime/ids.ts';
import { aDevice, eventually, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { createKillableServer, type KillableServer } from '../test-kit/servers/killable-server.ts';
import { companyIds, people, populate } from '../test-kit/people.ts';

let folder: string;
let database: EmbeddedPostgres;
let db: Db;
let server: KillableServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sweepline-test-'));
  chmodSync(folder, 0o755);
  const settings = { shared_buffers: '16MB' };
  database = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings });
  await migrateDatabase(database.url);
  db = createDb(database.serverUrl);
  await populate(db, () => new Date());
  server = await createKillableServer(database.serverUrl);
  await server.start();
});
afterAll(async () => {
  await server?.remove();
  await db?.close();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const list = async () => {
  const answer = await fetch(`${server.addresses().url}${urlOf(deviceCalls.list)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang: 'en', authorization: people.mallAdmin.token },
    body: '{}',
  });
  const { code, msg } = (await answer.json()) as { code: number; msg: string };
  const retryAfter = answer.headers.get('retry-after');
  return { status: answer.status, code, msg, retryAfter };
};
const read = (statement: string, values: unknown[] = []) =>
  inScope(db, '*', (tx) => tx.raw(statement, values), { readOnly: true });

test('while the database is away calls are refused at once and events wait; both go on when it is back', async () => {
  const device = await aDevice(db, companyIds.mall);
  const robot = await TestRobot.connect(server.addresses().mqttUrl, device);
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  expect(await list()).toMatchObject({ status: 200, code: 200 });

  process.kill(database.pid, 'SIGKILL');
  await eventually(() => database.ended() !== undefined, 'the end of the database');
  const event = robot.durable({ alarmId: newId(), event: 'RAISED', code: '10001', level: 2 });
  void robot.say('xAlarm', event, 1);
  const refusals = [];
  for (let n = 0; n < 20; n++) refusals.push(await list());
  const { code, texts } = errors.databaseAway;
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ status: 503, code, msg: texts.en, retryAfter: '3' });
  expect((await fetch(`${server.addresses().url}/health`)).status).toBe(503);
  expect(robot.received.filter(({ topic }) => topic === 'xAck')).toEqual([]);

  await database.restart();
  const backAt = new Date().toISOString();
  await eventually(async () => (await list()).status === 200, 'calls to be answered again', 30_000);
  await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(event.msgId));
  expect(await read('select id from alarms where device_id = $1', [device.deviceId])).toHaveLength(1);
  await eventually(
    async () => (await read('select 1 from background_jobs where last_ended_at > $1', [backAt])).length > 0,
    'background jobs to run again',
    60_000,
  );
  await robot.leave();
});
