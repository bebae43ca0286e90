import { setTimeout as pause } from 'node:timers/promises';
import { deviceBindingCalls, deviceCalls, errors, noElements, taskCalls } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleClaims } from '../platform/calls/claim-settlement.ts';
import { createFileStore } from '../platform/files/files.ts';
import { createDb } from '../platform/db/db.ts';
import { newId } from '../platform/runtime/ids.ts';
import { aDevice, eventually, idleState, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { builders } from '../test-kit/builders/builders.ts';
import { square } from '../test-kit/square.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import { createKillableServer, type KillableServer } from '../test-kit/servers/killable-server.ts';
import { companyIds, people, populate } from '../test-kit/people.ts';

const { mallAdmin } = people;
const now = () => new Date();

let database: TestDatabase;
let server: KillableServer;
const robots: TestRobot[] = [];

beforeAll(async () => {
  database = await makeDatabase();
  await populate(database.db, now);
  server = await createKillableServer(database.serverUrl);
  await server.start();
});
afterAll(async () => {
  for (const robot of robots) await robot.leave();
  await server?.remove();
  await database?.close();
});

/** An online robot of the mall on a map with one zone. */
async function aRobot() {
  const files = createFileStore(`file://${server.folder}/files`);
  const map = await builders(database.db, files, now).aMap({
    elements: { ...noElements, zones: [square(2, 2, 'a')] },
  });
  const registered = await aDevice(database.db, companyIds.mall);
  return { mapId: map.id, registered };
}
type TestedRobot = Awaited<ReturnType<typeof aRobot>>;

/** Connects the robot and waits until the server shows it. */
async function comeOnline({ registered, mapId }: TestedRobot) {
  const robot = await TestRobot.connect(server.addresses().mqttUrl, registered);
  robots.push(robot);
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
  await robot.say(
    'factsheet',
    {
      protocolFeatures: { mobileRobotActions: [{ actionType: 'cleanArea', actionScopes: ['NODE'] }] },
    },
    1,
  );
  const position = { x: 1, y: 1, theta: 0, mapId, localized: true };
  const maps = [{ mapId, mapVersion: '1', mapStatus: 'ENABLED' }];
  await robot.say('state', { ...idleState, maps, mobileRobotPosition: position }, 1);
  await eventually(async () => {
    const { data } = await server.send(deviceCalls.detail, mallAdmin, { id: registered.deviceId });
    return data.live.connection.state === 'ONLINE' && data.live.position;
  }, 'the robot to be online');
}

const cases = [
  {
    call: taskCalls.cleanNow,
    table: 'runs',
    inputOf: ({ registered, mapId }: TestedRobot) => ({
      deviceId: registered.deviceId,
      mapId,
      zoneIds: ['a'],
      cleaningMode: 'SCRUB',
      strength: 'STANDARD',
      repetitions: 1,
    }),
    recordOf: (data: Record<string, unknown>) => data['id'],
  },
  {
    call: deviceCalls.locate,
    table: 'commands',
    inputOf: ({ registered }: TestedRobot) => ({ id: registered.deviceId, seconds: 5 }),
    recordOf: (data: Record<string, unknown>) => data['deviceId'],
  },
  {
    call: deviceBindingCalls.freeze,
    table: 'devices',
    inputOf: ({ registered }: TestedRobot) => ({ id: registered.deviceId, reason: 'The rent is due' }),
    recordOf: (data: Record<string, unknown>) => data['id'],
  },
] as const;
const named = cases.map((it) => ({ ...it, name: it.call.path }));

/** The entries of a call about a device's press, without those of other tests. */
const entriesSince = (path: string, since: Date) =>
  database.asOwner(
    (sql) =>
      sql`select code, reason, account_name, record_id from audit_entries
        where call = ${`POST ${path}`} and at >= ${since.toISOString()} order by at, id`,
  );

/** Sends the call, kills the server while the call waits for the locked table, and starts the server again. */
async function killWaiting(table: string, send: () => Promise<unknown>) {
  await database.asOwner(async (sql) => {
    await sql.begin(async (tx) => {
      await tx`lock table ${tx(table)} in exclusive mode`;
      let early: unknown;
      const sent = send().then(
        (answer) => void (early = answer),
        () => {},
      );
      await eventually(async () => {
        if (early) throw new Error(`answered ${JSON.stringify(early)}`);
        const [row] = await database.asOwner(
          (other) => other`select count(*)::int as n from pg_locks where not granted
            and relation = ${table}::regclass and database = (select oid from pg_database where datname = current_database())`,
        );
        return row?.['n'] > 0;
      }, 'the call to wait for the table');
      await server.kill();
      await sent;
    });
  });
  await server.start();
}

test.each(named)(
  '$name killed before its answer was stored is answered from what happened, once, with its audit entry',
  async ({ call, inputOf, recordOf }) => {
    const robot = await aRobot();
    await comeOnline(robot);
    const [since, headers] = [now(), { 'idempotency-key': newId() }];
    const send = () => server.send(call, mallAdmin, inputOf(robot), headers);
    await killWaiting('audit_entries', send);
    // Settled at the start, before the call is repeated.
    const [entry, ...others] = await entriesSince(call.path, since);
    expect(entry).toMatchObject({ code: 200, reason: null, account_name: 'mallAdmin' });
    const answer = await send();
    expect(answer.code).toBe(200);
    expect(entry?.['record_id']).toBe(recordOf(answer.data as Record<string, unknown>));
    expect(await send()).toEqual(answer);
    expect(others).toEqual([]);
    expect(await entriesSince(call.path, since)).toHaveLength(1);
    const made = await database.asOwner(
      (sql) => sql`select 1 from ${sql(call === taskCalls.cleanNow ? 'runs' : 'commands')}
        where device_id = ${robot.registered.deviceId} and by <> ''`,
    );
    expect(made.length).toBeLessThanOrEqual(1);
  },
  60_000,
);

test.each(named.slice(0, 2))(
  '$name killed before it changed anything is recorded as not carried out, and a repetition carries it out',
  async ({ call, table, inputOf }) => {
    const robot = await aRobot();
    await comeOnline(robot);
    const [since, headers] = [now(), { 'idempotency-key': newId() }];
    const send = () => server.send(call, mallAdmin, inputOf(robot), headers);
    await killWaiting(table, send);
    expect(await entriesSince(call.path, since)).toMatchObject([
      { code: errors.notCarriedOut.code, reason: 'notCarriedOut' },
    ]);
    await comeOnline(robot);
    const answer = await send();
    expect(answer.code).toBe(200);
    expect((await entriesSince(call.path, since)).map(({ reason }) => reason)).toEqual([
      'notCarriedOut',
      null,
    ]);
  },
  60_000,
);

test('a press of the same key waits for the running one, and the claim of a live process is not settled', async () => {
  const robot = await aRobot();
  await comeOnline(robot);
  const [since, headers] = [now(), { 'idempotency-key': newId() }];
  const { call, inputOf } = cases[0];
  const send = () => server.send(call, mallAdmin, inputOf(robot), headers);
  const other = createDb(database.serverUrl);
  const answers = await database.asOwner(async (sql) => {
    const both = await sql.begin(async (tx) => {
      await tx`lock table audit_entries in exclusive mode`;
      const sent = [send(), send()];
      await eventually(async () => {
        const [claim] = await database.asOwner(
          (owner) => owner`select 1 from idempotency_keys where pending is not null`,
        );
        return claim;
      }, 'the claim');
      await pause(200);
      // Another process settles what ended processes left behind; it would wait for the locked table.
      await settleClaims(other);
      return [Promise.all(sent)];
    });
    return await both[0];
  });
  await other.close();
  expect(answers?.map(({ code }) => code)).toEqual([200, 200]);
  expect(answers?.[0]).toEqual(answers?.[1]);
  expect(await entriesSince(call.path, since)).toHaveLength(1);
});
