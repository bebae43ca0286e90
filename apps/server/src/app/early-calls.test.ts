import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deviceCalls } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDevice, factsheet, idleState, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import { freePort } from '../test-kit/servers/free-port.ts';
import { companyIds, people, populate } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';
import { readEnv } from './env.ts';
import { startServer, type RunningServer } from './main.ts';

const { mallAdmin } = people;
let database: TestDatabase;
let folder: string;
let server: RunningServer | undefined;
beforeAll(async () => {
  database = await makeDatabase();
  await populate(database.db, () => new Date());
  folder = await mkdtemp(join(tmpdir(), 'sweepline-early-'));
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a server answers calls while it reads its robots, and until then is not ready and lets robots wait', async () => {
  const device = await aDevice(database.db, companyIds.mall);
  const mqttPort = await freePort();
  const env = readEnv({
    PORT: '0',
    MQTT_PORT: String(mqttPort),
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    DATABASE_URL: database.serverUrl,
    FILES_URL: pathToFileURL(join(folder, 'files')).href,
    DATA_DIR: folder,
  });
  const listening = Promise.withResolvers<string>();
  const order: string[] = [];
  const work = await database.asOwner((sql) =>
    sql.begin(async (tx) => {
      // Robots are adopted with their documents, which no call of this test reads.
      await tx`lock table device_documents in access exclusive mode`;
      const started = startServer(env, { onListening: listening.resolve });
      void started.then(() => order.push('started'));
      const url = await listening.promise;
      const list = await sendOverHttp(url, deviceCalls.list, mallAdmin, {});
      expect(list.data.list.map(({ id }) => id)).toEqual([device.deviceId]);
      const ready = await fetch(`${url}/ready`);
      expect([ready.status, await ready.text()]).toEqual([503, 'starting']);
      const robot = TestRobot.connect(`mqtt://127.0.0.1:${mqttPort}`, device);
      void robot.then(() => order.push('connected'));
      const located = sendOverHttp(url, deviceCalls.locate, mallAdmin, { id: device.deviceId, seconds: 1 });
      void located.then(() => order.push('answered'));
      // Longer than a connection and a refused command take.
      await new Promise((done) => setTimeout(done, 700));
      expect(order).toEqual([]);
      // An array would be awaited within the transaction.
      return () => ({ started, robot, located, url });
    }),
  );
  const { started, robot, located, url } = work();
  server = await started;
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  const connected = await robot;
  await connected.say('factsheet', factsheet, 1);
  await connected.say('state', idleState, 1);
  // The robot was offline when it was called: what waited is refused by the gateway, not lost.
  expect((await located).code).not.toBe(500);
  await connected.leave();
});
