import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { robotCleanupJob } from './robot-cleanup-service.ts';
import { createPartitions } from './telemetry-partitions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase();
});
beforeEach(() => database.reset());
afterAll(() => database?.close());

const dayMs = 86_400_000;
const start = Date.parse('2020-03-01T12:00:00.000Z');
const daysLater = (days: number) => () => new Date(start + days * dayMs);
const [companyId, deviceId] = [newId(), newId()];
/** An id as a robot with version 7 makes it. */
const idAt = (ms: number) =>
  `${ms
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-${crypto.randomUUID().slice(-12)}`;

const write = (statement: string, values: (string | number)[] = []) =>
  inScope(database.db, '*', (tx) => tx.raw(statement, values));
const create = (days: number) => inScope(database.db, '*', (tx) => createPartitions(tx, daysLater(days)));
const cleanUp = (days: number) => robotCleanupJob(database.db, daysLater(days)).run();
const count = async (table: string) =>
  (await write(`select count(*)::int as rows from ${table}`))[0]?.['rows'];
const partitionsOf = (table: string) =>
  database.asOwner(async (sql) => {
    const rows = await sql<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass`;
    return rows.map(({ name }) => name).toSorted();
  });

const receive = (msgId: string, days: number) =>
  write(
    `insert into journal_ids (device_id, msg_id, received_at) values ($1, $2, $3) on conflict do nothing returning 1`,
    [deviceId, msgId, daysLater(days)().toISOString()],
  );
const noteEvent = (days: number) =>
  write(
    `insert into device_events (id, company_id, device_id, at, kind, before, after) values ($1, $2, $3, $4, 'MODE', '', '')`,
    [newId(), companyId, deviceId, daysLater(days)().toISOString()],
  );
const reject = (days: number) =>
  write(
    `insert into dead_letters (id, at, topic, sn, reason, detail, bytes, head) values ($1, $2, '', '', '', '', 0, '')`,
    [newId(), daysLater(days)().toISOString()],
  );
const drive = (runId: string, days = 0) =>
  write(`insert into run_paths (id, company_id, run_id, seq, points) values ($1, $2, $3, 0, '[]')`, [
    idAt(daysLater(days)().getTime()),
    companyId,
    runId,
  ]);
const sample = (days: number) =>
  write(`insert into device_history (company_id, device_id, at, alarm_level) values ($1, $2, $3, 0)`, [
    companyId,
    deviceId,
    daysLater(days)().toISOString(),
  ]);

/** One row of the first day in each table. */
async function aDayOfRows() {
  await create(0);
  await receive(idAt(start), 0);
  await noteEvent(0);
  await reject(0);
  await drive(idAt(start));
  await sample(0);
}

test.each([
  { table: 'dead_letters', partition: 'dead_letters_20200301', days: 14 },
  { table: 'journal_ids', partition: 'journal_ids_20200301', days: 45 },
  { table: 'device_history', partition: 'device_history_20200301', days: 90 },
  { table: 'run_paths', partition: 'run_paths_20200301', days: 180 },
  // A month is dropped when its last day is old enough.
  { table: 'device_events', partition: 'device_events_202003', days: 30 + 1096 },
])('$table keeps a day for $days days and then drops its partition', async ({ table, partition, days }) => {
  await aDayOfRows();
  expect(await partitionsOf(table)).toContain(partition);
  await cleanUp(days);
  expect(await count(table)).toBe(1);
  await cleanUp(days + 1);
  expect(await count(table)).toBe(0);
  expect(await partitionsOf(table)).not.toContain(partition);
});

test('no partition shows a row by its own name, and none can be written', async () => {
  await aDayOfRows();
  await receive(crypto.randomUUID(), 0);
  await noteEvent(4_000);
  const tables = ['dead_letters', 'journal_ids', 'device_history', 'run_paths', 'device_events'];
  const partitions = (await Promise.all(tables.map(partitionsOf))).flat();
  const open: string[] = [];
  for (const partition of partitions) {
    const rows = await write(`select * from ${partition}`);
    if (rows.length > 0) open.push(partition);
    expect(await write(`delete from ${partition} returning 1`)).toEqual([]);
  }
  expect(open).toEqual([]);
  expect(await count('journal_ids')).toBe(2);
  await expect(write(`insert into journal_ids_rest values ($1, $1, now())`, [newId()])).rejects.toThrow(
    'row-level security',
  );
});

test('a message is stored once, whatever the version and the time of its id', async () => {
  await create(0);
  const ids = [
    idAt(start),
    idAt(0),
    idAt(start + 300 * dayMs),
    crypto.randomUUID(),
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  ];
  for (const id of ids) expect(await receive(id, 0)).toHaveLength(1);
  for (const id of ids) expect(await receive(id, 1)).toEqual([]);
});

test('a message that was received lately is recognised after the partition of its id was dropped', async () => {
  await create(0);
  const [early, late] = [idAt(start), idAt(start + 1)];
  await receive(early, 0);
  await receive(late, 40);
  await cleanUp(60);
  expect(await partitionsOf('journal_ids')).not.toContain('journal_ids_20200301');
  expect(await receive(late, 60)).toEqual([]);
  expect(await receive(early, 60)).toHaveLength(1);
});

test('ids of other versions and of wrong clocks are deleted row by row when they are old', async () => {
  await create(0);
  for (const id of [crypto.randomUUID(), idAt(0)]) {
    await receive(id, 0);
    await drive(id);
  }
  await cleanUp(46);
  expect(await count('journal_ids')).toBe(0);
  expect(await count('run_paths')).toBe(2);
  await cleanUp(181);
  expect(await count('run_paths')).toBe(0);
});

test('a row that came before the partition of its day moves there', async () => {
  await create(0);
  const ahead = idAt(start + 20 * dayMs);
  await receive(ahead, 0);
  await reject(20);
  await create(20);
  const stored = await database.asOwner(
    (sql) =>
      sql`select msg_id as id from journal_ids_20200321 union all select id from dead_letters_20200321`,
  );
  expect(stored).toHaveLength(2);
  expect(await receive(ahead, 1)).toEqual([]);
});

test('a server whose clock is years ahead drops nothing', async () => {
  await create(Math.floor((Date.now() - start) / dayMs));
  await reject((Date.now() - start) / dayMs);
  await cleanUp(4_000);
  expect(await count('dead_letters')).toBe(1);
});

test('the path of a run is read from one partition', async () => {
  await create(0);
  const plan = await write(
    `explain (format json) select points from run_paths where run_id = '${idAt(start)}'`,
  );
  expect(JSON.stringify(plan).match(/(?<="Relation Name":")run_paths_(\d{8}|[a-z]+)/g)).toEqual([
    'run_paths_20200301',
  ]);
});
