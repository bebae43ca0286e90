import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { activationCodes } from '../../features/stock/activation-codes/activation-code-table.ts';
import { createDb, inScope } from '../../platform/db/db.ts';
import { withDatabase } from '../../platform/embedded/connection.ts';
import { createVault } from '../../platform/files/vault.ts';
import { openWire } from '../../platform/backup/wire/wire-connection.ts';
import { backupWorld } from '../../test-kit/backups/backup-world.ts';
import { asOwner } from '../../test-kit/owner-connection.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { restoreInstallation } from './restore-installation.ts';

const server = testServer();
const world = backupWorld();
const databases: string[] = [];
afterAll(async () => {
  world.remove();
  for (const name of databases)
    await asOwner(inject('databaseUrl'), (sql) => sql`drop database if exists ${sql(name)} with (force)`);
});

/** An empty database beside that of the server. */
async function emptyDatabase(): Promise<string> {
  const base = inject('databaseUrl');
  const name = `${new URL(base).pathname.slice(1)}_restored_${databases.length}`;
  await asOwner(base, (sql) => sql`create database ${sql(name)}`);
  databases.push(name);
  return withDatabase(base, name);
}
const filesUrl = () => world.filesUrlOf(dirname(dirname(dirname(server.pathOfFile('a'.repeat(64))))));
const back = (place: string) => world.back({ place, databaseUrl: server.databaseUrl, filesUrl: filesUrl() });
const rowsIn = async (url: string, select: string) => {
  const restored = createDb(url, { connections: 1 });
  try {
    return await inScope(restored, '*', (tx) => tx.raw<Record<string, unknown>>(select));
  } finally {
    await restored.close();
  }
};
const at = (hours: number) => new Date(server.clock().getTime() + hours * 3_600_000).toISOString();

/** A command that waits, and a start that will be due. */
async function waitingWork() {
  const device = await server.aDevice({ nickname: 'Otter' });
  await server.aCommand({ deviceId: device.id, status: 'QUEUED' });
  await server.aCommand({ deviceId: device.id, status: 'SUCCEEDED' });
  const task = await server.aTask({ deviceId: device.id });
  const schedule = await server.aSchedule({ taskId: task.id, deviceId: device.id, enabled: false });
  await server.aStart({
    taskId: task.id,
    deviceId: device.id,
    scheduleId: schedule.id,
    dueAt: at(1),
    state: 'DUE',
  });
  await server.aManagedFile();
}

test('where PostgreSQL grants no replication the tables are copied, and a restore makes waiting work harmless', async () => {
  await waitingWork();
  const place = world.aFolder();
  const { head } = await back(place);
  expect(head.kind).toBe('COPY');
  const url = await emptyDatabase();
  const restored = await restoreInstallation({
    named: place,
    ...world.into(undefined, { DATABASE_URL: url }),
    now: () => new Date(at(2)),
  });
  expect(restored).toMatchObject({
    expiredCommands: 1,
    missedStarts: 1,
    rowsWithoutFile: 0,
    files: head.files,
  });
  expect(await rowsIn(url, 'select status from commands order by status')).toEqual([
    { status: 'EXPIRED' },
    { status: 'SUCCEEDED' },
  ]);
  expect(await rowsIn(url, 'select state, reason from schedule_starts')).toEqual([
    { state: 'MISSED', reason: 'RESTORED' },
  ]);
  expect(await rowsIn(url, 'select is_copy from installation_holds')).toEqual([{ is_copy: false }]);
  const [before] = await rowsIn(server.databaseUrl, 'select count(*)::int as n from accounts');
  expect(await rowsIn(url, 'select count(*)::int as n from accounts')).toEqual([before]);
  const foreignKeys = "select count(*)::int as n from pg_constraint where contype = 'f'";
  expect(await rowsIn(url, foreignKeys)).toEqual(await rowsIn(server.databaseUrl, foreignKeys));
  const switchedOff = "select tgname from pg_trigger where tgenabled = 'D'";
  expect(await rowsIn(url, switchedOff)).toEqual([]);
});

test('a copy takes new keys, opens what the old ones have sealed, and has no place for backups', async () => {
  const { id, code } = await server.aCode();
  const place = world.aFolder();
  await back(place);
  const url = await emptyDatabase();
  const target = world.into(undefined, { DATABASE_URL: url });
  await restoreInstallation({ named: place, ...target, isCopy: true });
  const key = readFileSync(join(target.env.DATA_DIR, 'keys', 'installation.key'), 'utf8');
  expect(key).not.toBe(world.keys['installation.key']);
  const vault = createVault(Buffer.from(key, 'base64url'));
  const db = createDb(url, { connections: 1 });
  const [row] = await inScope(db, '*', (tx) => tx.select().from(activationCodes));
  await db.close();
  expect(row).toMatchObject({ id, codeHash: vault.mark(code) });
  expect(vault.open(row?.codeSecret ?? '')).toBe(code);
  expect(await rowsIn(url, 'select is_copy from installation_holds')).toEqual([{ is_copy: true }]);
});

test('a database that has tables is refused, and keeps them', async () => {
  const place = world.aFolder();
  await back(place);
  const target = world.into(undefined, { DATABASE_URL: server.databaseUrl });
  await expect(restoreInstallation({ named: place, ...target })).rejects.toThrow(/has \d+ tables/);
});

test('a statement that fails leaves the connection usable', async () => {
  const wire = await openWire(server.databaseUrl);
  const names = await wire.values("select relname from pg_class where relname = 'devices'");
  expect(names).toEqual(['devices']);
  await expect(wire.values('select 1/0')).rejects.toMatchObject({ code: '22012' });
  expect(await wire.values('select 2')).toEqual(['2']);
  wire.close();
});
