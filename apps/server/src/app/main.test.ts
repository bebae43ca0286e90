import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authCalls, chatUserCalls } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany, aDevice, TestRobot, type Registered } from '../robots/test-kit/test-gateway.ts';
import { openingStatus } from '../test-kit/browser-socket.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import { people, populate } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';
import { readEnv } from './env.ts';
import { startServer, type RunningServer } from './main.ts';

/** The whole program on all addresses of this machine, as with `HOST=0.0.0.0 MQTT_HOST=0.0.0.0`. */
let database: TestDatabase;
let folder: string;
let server: RunningServer;
let device: Registered;

beforeAll(async () => {
  database = await makeDatabase();
  device = await aDevice(database.db, await aCompany(database.db));
  folder = await mkdtemp(join(tmpdir(), 'sweepline-main-'));
  const everywhere = { HOST: '0.0.0.0', PORT: '0', MQTT_HOST: '0.0.0.0', MQTT_PORT: '0' };
  const quiet = { LOG_LEVEL: 'silent', DATA_DIR: folder, DATABASE_URL: database.url };
  server = await startServer(readEnv({ ...everywhere, ...quiet }));
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a robot gets the broker’s address with the host name by which it reached the server, and can connect there', async () => {
  const authorization = `Basic ${Buffer.from(`${device.sn}:${device.secret}`).toString('base64')}`;
  const { port } = new URL(server.url);
  const answer = await fetch(`http://localhost:${port}/device/v1/config`, { headers: { authorization } });
  const { mqtt } = (await answer.json()) as { mqtt: { host: string; port: number } };
  expect(mqtt).toMatchObject({ host: 'localhost', port: Number(new URL(server.mqttUrl).port) });
  const robot = await TestRobot.connect(`mqtt://${mqtt.host}:${mqtt.port}`, device);
  expect(robot.client.connected).toBe(true);
  await robot.leave();
});

test('a server with the embedded broker keeps tickets and counts of guesses in memory', async () => {
  await populate(database.db, () => new Date());
  const url = `http://localhost:${new URL(server.url).port}`;
  const { data } = await sendOverHttp(url, authCalls.socketTicket, people.mallAdmin, {});
  const guess = { code: 'ABCDEFGH', app: 'LINE', externalId: 'x', name: 'X' };
  await sendOverHttp(url, chatUserCalls.link, undefined, guess);
  const rows = await database.asOwner(
    (sql) => sql`select hash as key from socket_tickets union all select key from limit_states`,
  );
  expect(rows).toEqual([]);
  expect(await openingStatus(url, data.ticket)).toBe(101);
});
