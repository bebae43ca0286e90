import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { deviceCalls, serverCalls, topics } from '@sweepline/contract';
import { Aedes } from 'aedes';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDb, type Db } from '../platform/db/db.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { connectionOf, withDatabase, withRole } from '../platform/embedded/connection.ts';
import { aDevice, eventually, factsheet, idleState, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { BrowserSocket } from '../test-kit/browser-socket.ts';
import { createKillableServer, programIn, type KillableServer } from '../test-kit/servers/killable-server.ts';
import { companyIds, people, populate } from '../test-kit/people.ts';
import { checkOutVersionBefore, noVersionBefore } from '../test-kit/servers/version-before.ts';

const { superAdmin, mallAdmin } = people;
const robotCount = 8;
const patienceMs = 60_000;

// The program of the version before comes from the history of the project; an archive of its files has none.
describe.skipIf(noVersionBefore)('the version before beside this one', () => {
  const base = noVersionBefore ? '' : inject('databaseUrl');
  const name = `before_${randomBytes(6).toString('hex')}`;
  const url = noVersionBefore ? '' : withDatabase(base, name);
  let folder: string;
  let version: ReturnType<typeof checkOutVersionBefore>;
  let broker: Aedes;
  let listener: Server;
  let db: Db;
  let before: KillableServer;
  let present: KillableServer;
  const robots: TestRobot[] = [];
  const pages: BrowserSocket[] = [];

  const onBase = async (statement: (sql: postgres.Sql) => Promise<unknown>) => {
    const [address, options] = connectionOf(base);
    const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
    await statement(sql);
    await sql.end();
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sweepline-versions-'));
    version = checkOutVersionBefore();
    await onBase((sql) => sql`create database ${sql(name)}`);
    await version.migrate(url);
    broker = await Aedes.createBroker();
    listener = createServer(broker.handle).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const serverUrl = withRole(url, inject('serverRole'));
    const values = {
      // A listening server has an address.
      MQTT_URL: `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`,
      FILES_URL: pathToFileURL(join(folder, 'files')).href,
      INSTALLATION_KEY: Buffer.alloc(32, 7).toString('base64'),
      NODE_ENV: 'production',
      WS_ACCEPT_SESSION_TOKEN: '1',
    };
    before = await createKillableServer(serverUrl, { values, program: programIn(version.source) });
    await before.start();
    // As in a rolling update: the database is migrated while the older servers work.
    await migrateDatabase(url);
    db = createDb(serverUrl, { connections: 3 });
    await populate(db, () => new Date());
    present = await createKillableServer(serverUrl, { values });
    cpSync(join(before.folder, 'keys'), join(present.folder, 'keys'), {
      recursive: true,
      filter: (file) => !file.includes('crl'),
    });
    await present.start();
    for (let n = 0; n < robotCount; n += 1)
      robots.push(await connectRobot(values.MQTT_URL, await aDevice(db, companyIds.mall)));
  });
  afterAll(async () => {
    for (const page of pages) page.socket.close();
    for (const robot of robots) await robot.leave();
    for (const server of [before, present]) await server?.remove();
    await db?.close();
    await new Promise<void>((done) => (broker ? broker.close(done) : done()));
    listener?.close();
    if (folder) await onBase((sql) => sql`drop database if exists ${sql(name)} with (force)`);
    version?.remove();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** A robot that accepts every command and says its state when it is asked. */
  const connectRobot = async (mqttUrl: string, device: TestRobot['device']) => {
    const robot = await TestRobot.connect(mqttUrl, device);
    robot.client.on('message', (topic, payload) => {
      if (topic.endsWith('/instantActions') && payload.includes('stateRequest'))
        void robot.say('state', idleState, 1).catch(() => {});
      if (!topic.endsWith('/xCommand')) return;
      const { commandId } = JSON.parse(payload.toString()) as { commandId: string };
      const reply = robot.durable({ commandId, status: 'SUCCEEDED', code: '' });
      void robot.say('xReply', reply, 1).catch(() => {});
    });
    return robot;
  };
  const introduce = async (robot: TestRobot) => {
    await robot.say('connection', { connectionState: 'ONLINE' }, 1);
    await robot.say('factsheet', factsheet, 1);
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
    await robot.say('state', idleState, 1);
  };
  const isOnlineAt = async (server: KillableServer) => {
    const { data } = await server.send(deviceCalls.list, mallAdmin, {});
    return data.list.filter(({ live }) => live.state === 'ONLINE').length === robotCount;
  };
  const untilOnline = (servers: readonly KillableServer[]) =>
    eventually(
      async () => {
        for (const robot of robots) await introduce(robot);
        await pause(500);
        return (await Promise.all(servers.map(isOnlineAt))).every(Boolean);
      },
      'every robot to be online',
      patienceMs,
    );
  /** An owner learns from the robot's own messages what it can do, and they come over several connections. */
  const untilLocated = (server: KillableServer, robot: TestRobot) =>
    eventually(
      async () => {
        await introduce(robot);
        const input = { id: robot.device.deviceId, seconds: 1 };
        return (await server.send(deviceCalls.locate, mallAdmin, input)).code === 200;
      },
      'the command to be carried out',
      patienceMs,
    );
  const isPushed = ({ received }: BrowserSocket, { device }: TestRobot) =>
    received.some(
      ({ topic, content }) =>
        topic === topics.online.name && JSON.stringify(content).includes(device.deviceId),
    );
  /** A server hears a topic of the others some time after its page subscribed: a robot whose push came earlier goes and comes again. */
  const untilPushed = (page: BrowserSocket) =>
    eventually(
      async () => {
        const missing = robots.filter((robot) => !isPushed(page, robot));
        for (const robot of missing) {
          await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
          await introduce(robot);
        }
        await pause(500);
        return missing.length === 0;
      },
      'a push about every robot',
      patienceMs,
    );
  const sharesOf = async (server: KillableServer) => {
    const { data } = await server.send(serverCalls.list, superAdmin, {});
    return data.servers.map(({ shards }) => shards);
  };

  test('both share the robots, push their states and carry out the commands of both', async () => {
    for (const server of [before, present])
      await eventually(
        async () => (await sharesOf(server)).filter((shards) => shards > 0).length === 2,
        'the shares of both servers',
        patienceMs,
      );
    for (const server of [before, present]) {
      const page = new BrowserSocket(
        `${server.addresses().url.replace('http', 'ws')}/service/ws/${mallAdmin.token}`,
      );
      expect(await page.opened).toBe(true);
      page.send({ subscribe: topics.online.name }, { subscribe: topics.devices.name });
      pages.push(page);
    }
    await untilOnline([before, present]);
    for (const page of pages) await untilPushed(page);
    // Each robot is called through its owner and through the other server.
    for (const server of [before, present]) for (const robot of robots) await untilLocated(server, robot);
  });

  test('the robots of the version before go to this one when it stops, and neither has logged an error', async () => {
    expect(await before.stop()).toBe(0);
    await untilOnline([present]);
    for (const robot of robots) await untilLocated(present, robot);
    expect([before.printed(), present.printed()]).toEqual(['', '']);
  });
});
