import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import { connectionOf, withDatabase } from '../../platform/embedded/connection.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { newId } from '../../platform/runtime/ids.ts';

const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
const name = `${new URL(inject('databaseUrl')).pathname.slice(1)}_${randomBytes(6).toString('hex')}`;
const url = withDatabase(inject('databaseUrl'), name);
let owner: Sql;
/** Makes the role of the server, which the first migration names. */
let other: TestDatabase;

/** An id of version 7; `newId` never goes back. */
const idAt = (ms: number) =>
  ms
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-') + newId().slice(13);

const connect = (address: string) => {
  const [host, options] = connectionOf(address);
  return postgres(host, { ...options, max: 1, onnotice: () => {} });
};

/** The migrations before the one under test. */
function earlierMigrations(): string {
  cpSync(join(import.meta.dirname, '../../../migrations'), folder, { recursive: true });
  const journal = join(folder, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
  const before = entries.slice(
    0,
    entries.findIndex(({ tag }) => tag.endsWith('history_partitions')),
  );
  writeFileSync(journal, JSON.stringify({ ...rest, entries: before }));
  return folder;
}

beforeAll(async () => {
  other = await makeDatabase();
  const root = connect(inject('databaseUrl'));
  await root`create database ${root(name)}`;
  await root.end();
  owner = connect(url);
});
afterAll(async () => {
  await owner?.end();
  const root = connect(inject('databaseUrl'));
  await root`drop database if exists ${root(name)} with (force)`;
  await root.end();
  await other?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the rows of the version before are in the partitions after an update, and its statements still work', async () => {
  await migrate(drizzle(owner), { migrationsFolder: earlierMigrations() });
  const [device, company] = [newId(), newId()];
  const days = [1, 3, 10, 400];
  for (const ago of days) {
    const atMs = Date.now() - ago * 86_400_000;
    const at = new Date(atMs).toISOString();
    await owner`insert into journal_ids values (${device}, ${idAt(atMs)}, ${at}), (${device}, ${crypto.randomUUID()}, ${at})`;
    await owner`insert into dead_letters values (${newId()}, null, null, ${at}, '', '', '', '', 0, '')`;
    await owner`insert into device_events values (${newId()}, ${company}, ${device}, ${at}, 'MODE', '', '')`;
    await owner`insert into run_paths values (${newId()}, ${company}, ${idAt(atMs)}, 0, '[]')`;
  }
  const rowsOf = async (table: string) =>
    [...(await owner.unsafe(`select * from ${table}`))].map((row) => JSON.stringify(row)).toSorted();
  const tables = ['journal_ids', 'dead_letters', 'device_events', 'run_paths'];
  const before = await Promise.all(tables.map(rowsOf));

  await migrateDatabase(url);
  expect(await Promise.all(tables.map(rowsOf))).toEqual(before);
  const [last] = await owner`select to_char(now() - interval '10 days', 'YYYYMMDD') as day`;
  expect(await rowsOf(`journal_ids_${last?.['day']}`)).toHaveLength(1);
  expect(await rowsOf(`dead_letters_${last?.['day']}`)).toHaveLength(1);

  const [known] = await owner`select * from journal_ids limit 1`;
  const again = await owner`insert into journal_ids (device_id, msg_id, received_at)
    values (${device}, ${known?.['msg_id']}, now()) on conflict do nothing returning 1`;
  expect([...again]).toEqual([]);
  await owner`delete from journal_ids where received_at < now() - interval '45 days'`;
  expect(await rowsOf('journal_ids')).toHaveLength(6);
  await owner`select keep_device_history(current_date, 7, 90)`;
});
