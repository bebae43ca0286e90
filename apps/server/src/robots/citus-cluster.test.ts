import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alarms } from '../entities/alarms/alarm-table.ts';
import { samplesDuring } from '../entities/devices/device-history.ts';
import { spansDuring } from '../features/devices/history/device-span-service.ts';
import { checkBoardSums } from '../features/figures/statistics/board/board-recount.ts';
import { readRunPath } from '../features/work/tasks/run-path-service.ts';
import { createDb, inScope, type Db, type Scope } from '../platform/db/db.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { ownerRole, serverRole, withDatabase, withRole } from '../platform/embedded/connection.ts';
import { newId } from '../platform/runtime/ids.ts';
import { noCitus, startCitus, type CitusCluster } from '../test-kit/citus/citus-cluster.ts';
import { asOwner } from '../test-kit/owner-connection.ts';
import { distribute } from '../test-kit/citus/distribute.ts';
import { createPartitions, keepPartitions } from './care/telemetry-partitions.ts';
import { journalIds } from './intake/journal-table.ts';
import { aCompany, aGateway, anOnlineRobot, eventually, onOutsideBroker } from './test-kit/test-gateway.ts';

const tables = ['device_history', 'device_events', 'run_paths', 'journal_ids'];
const dayMs = 86_400_000;
const patienceMs = 60_000;
const eventCount = 200;

// The other suites run on distributed tables, too (`scripts/test.ts`); these tests look at the workers and stop one.
describe.skipIf(noCitus || !onOutsideBroker)('telemetry on a Citus cluster of two workers', () => {
  let cluster: CitusCluster;
  let url: string;
  let db: Db;
  beforeAll(async () => {
    cluster = await startCitus();
    url = withDatabase(cluster.coordinator.url, 'sweepline');
    await asOwner(cluster.coordinator.url, (sql) => sql`create database sweepline`);
    await migrateDatabase(url);
    await distribute(
      url,
      cluster.workers.map((it) => it.url),
    );
    db = createDb(withRole(url, serverRole), { connections: 6 });
    await inScope(db, '*', (tx) => createPartitions(tx, () => new Date()));
  });
  afterAll(async () => {
    await db?.close();
    await cluster?.stop();
  });

  /** Runs a statement on each worker, to which the tables of shards are visible. */
  const onWorkers = async (text: string) => {
    const answers = cluster.workers.map(({ url: address }) =>
      asOwner(withDatabase(address, 'sweepline'), async (sql) => {
        await sql`set citus.override_table_visibility to off`;
        return await sql.unsafe(text);
      }),
    );
    return (await Promise.all(answers)).flatMap((rows) => [...rows]);
  };
  const raw = (scope: Scope, text: string, values: unknown[] = []) =>
    inScope(db, scope, (tx) => tx.raw(text, values));
  /** The rows that a role reads from the shards of a table by their own names. */
  const rowsByName = async (table: string, role: string) => {
    const counts = cluster.workers.map(({ url: address }) =>
      asOwner(withRole(withDatabase(address, 'sweepline'), role), async (sql) => {
        await sql`set citus.override_table_visibility to off`;
        const shards = await sql<{ name: string }[]>`
          select relname as name from pg_class where relname ~ ${`^${table}(_\\w+)?_\\d{6}$`} and relkind in ('r', 'p')`;
        let rows = 0;
        for (const { name } of shards) rows += (await sql`select from ${sql(name)}`).length;
        return rows;
      }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
  /** A row in each table with a company. */
  const write = async (scope: Scope, companyId: string) => {
    const ids = [companyId, newId()];
    await raw(
      scope,
      `insert into device_history (company_id, device_id, at, alarm_level) values ($1, $2, now(), 0)`,
      ids,
    );
    await raw(
      scope,
      `insert into device_events (id, company_id, device_id, at, kind, before, after) values ($2, $1, $2, now(), 'MODE', '', '')`,
      ids,
    );
    await raw(
      scope,
      `insert into run_paths (id, company_id, run_id, seq, points) values ($2, $1, $2, 0, '[]')`,
      ids,
    );
  };

  test('every row is on a worker, and both workers have some', async () => {
    for (let n = 0; n < 20; n += 1) await write('*', newId());
    for (const table of tables.slice(0, 3)) {
      const [coordinator] = await asOwner(
        url,
        (sql) => sql`select sum(pg_relation_size(relid))::int as bytes from pg_partition_tree(${table})`,
      );
      expect(coordinator, table).toEqual({ bytes: 0 });
    }
    const perWorker = await raw(
      '*',
      `select nodeport, count(distinct shardid)::int as shards from citus_shards where table_name = any($1::text[]::regclass[]) group by 1`,
      [tables],
    );
    expect(perWorker).toEqual([expect.anything(), expect.anything()]);
    expect(await raw('*', 'select count(*)::int as rows from run_paths')).toEqual([{ rows: 20 }]);
  });

  test('a scope sees and writes the rows of its companies only, on the coordinator and on a worker', async () => {
    const [ours, theirs] = [newId(), newId()];
    await write('*', theirs);
    await write([ours], ours);
    for (const table of tables.slice(0, 3)) {
      expect(await raw([ours], `select company_id from ${table}`), table).toEqual([{ company_id: ours }]);
      expect(await raw([], `select company_id from ${table}`), table).toEqual([]);
      expect(await raw([ours], `delete from ${table} where company_id = $1 returning 1`, [theirs])).toEqual(
        [],
      );
    }
    await expect(write([ours], theirs)).rejects.toThrow('row-level security');
    for (const table of tables.slice(0, 3)) {
      expect(await rowsByName(table, ownerRole)).toBeGreaterThan(0);
      expect(await rowsByName(table, serverRole), table).toBe(0);
    }
  });

  test('a partition comes and goes on the workers, too', async () => {
    const partitionsOf = async (table: string, day: string) =>
      (
        await onWorkers(
          `select relname as name from pg_class where relname ~ '^${table}_${day}_\\d{6}$' and relkind = 'r'`,
        )
      ).length;
    const start = Date.parse('2020-03-01T12:00:00.000Z');
    const daysLater = (days: number) => () => new Date(start + days * dayMs);
    await inScope(db, '*', (tx) => createPartitions(tx, daysLater(0)));
    const days = [
      ['device_history', '20200301'],
      ['device_events', '202003'],
      ['run_paths', '20200301'],
      ['journal_ids', '20200301'],
    ] as const;
    for (const [table, day] of days) expect(await partitionsOf(table, day), table).toBe(4);
    await keepPartitions(db, daysLater(2_000));
    for (const [table, day] of days) expect(await partitionsOf(table, day), table).toBe(0);
  });

  test('what a robot sends is stored, counted and read', async () => {
    const running = await aGateway(db);
    const { device, robot } = await anOnlineRobot(running, db, await aCompany(db));
    await eventually(
      async () =>
        (await raw('*', 'select from device_history where device_id = $1', [device.deviceId])).length > 0,
      'a sample',
      patienceMs,
    );
    await robot.leave();
    await running.gateway.stop();
    const [from, to] = [-dayMs, dayMs].map((ms) => new Date(Date.now() + ms).toISOString()) as [
      string,
      string,
    ];
    await inScope(db, [device.companyId], async (tx) => {
      expect(await samplesDuring(tx, device.deviceId, from, to, 60)).not.toEqual([]);
      const { spans } = await spansDuring(tx, device.deviceId, 'CONNECTION', from, to);
      expect(spans.map(({ value }) => value)).toContain('ONLINE');
      expect(await readRunPath(tx, newId())).toEqual([]);
    });
    const { sums, differences } = await inScope(db, '*', checkBoardSums);
    expect(sums).toBeGreaterThan(0);
    expect(differences).toBe(0);
  });

  test('events of a robot wait while a worker is down, and each is stored once', async () => {
    const running = await aGateway(db);
    const { device, robot } = await anOnlineRobot(running, db, await aCompany(db));
    const entries = Array.from({ length: eventCount }, (_, n) =>
      // Each has its own code, because a flood of one code becomes one row.
      robot.durable({ alarmId: newId(), event: 'RAISED', code: `${10_000 + n}`, level: 2 }),
    );
    const waiting = new Map(entries.map((entry) => [entry.msgId, entry]));
    const sendAll = async () => {
      for (const { message } of robot.received.filter(({ topic }) => topic === 'xAck'))
        for (const id of message['acks'] as string[]) waiting.delete(id);
      for (const entry of waiting.values()) await robot.say('xAlarm', entry, 1);
      return waiting.size;
    };
    await sendAll();
    for (const worker of cluster.workers) {
      await worker.kill('SIGKILL');
      await sendAll();
      await worker.restart();
      await sendAll();
    }
    await eventually(async () => (await sendAll()) === 0, 'every event to be acknowledged', patienceMs);
    const [ids, rows] = await inScope(db, '*', (tx) =>
      Promise.all([
        tx.select().from(journalIds).where(eq(journalIds.deviceId, device.deviceId)),
        tx.select().from(alarms).where(eq(alarms.deviceId, device.deviceId)),
      ]),
    );
    expect(ids.map(({ msgId }) => msgId).toSorted()).toEqual(entries.map(({ msgId }) => msgId).toSorted());
    expect(rows).toHaveLength(eventCount);
    expect(rows.every(({ count }) => count === 1)).toBe(true);
    await robot.leave();
    await running.gateway.stop();
  });
});
