import { dirname, join } from 'node:path';
import { allCalls, errors, needCalls, type Call, type ErrorName } from '@sweepline/contract';
import { afterAll, expect, test } from 'vitest';
import { installationHolds } from '../../../entities/installation/hold-table.ts';
import { holdEnded } from '../../../entities/installation/hold-state.ts';
import { inScope } from '../../../platform/db/db.ts';
import { BackupFault } from '../../../platform/backup/backup-fault.ts';
import type { BackupMachine } from '../../../platform/backup/backup-machine.ts';
import { backupWorld, passphrase, roomyDisk } from '../../../test-kit/backups/backup-world.ts';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { backupJob } from './backup-job.ts';

const server = testServer();
const world = backupWorld();
afterAll(world.remove);
const {
  overview,
  addPlace,
  changePlace,
  removePlace,
  run,
  rehearse,
  setPassphrase,
  checkPassphrase,
  endHold,
} = allCalls.backups;
const { superAdmin } = people;
const hourMs = 3_600_000;
const refused = async (call: Call, who: typeof superAdmin, input: object, name: ErrorName) =>
  expect((await server.send(call, who, input)).msg).toBe(errors[name].texts.en);
const read = () => server.ok(overview, superAdmin, {});

/** Lets hours pass without ending the sessions of the readers. */
async function pass(hours: number) {
  for (let left = hours; left > 0; left -= 10) {
    server.clock.advance(Math.min(10, left) * hourMs);
    await read();
    await server.ok(needCalls.list, people.mallAdmin, {});
  }
}

/** Makes real backups of the server's database, in this process. */
const machine: BackupMachine = {
  create: (task, onProgress) =>
    world.back({
      ...task,
      databaseUrl: server.databaseUrl,
      filesUrl: world.filesUrlOf(dirname(dirname(dirname(server.pathOfFile('a'.repeat(64)))))),
      disk: roomyDisk,
      onProgress,
    }),
  rehearse: async () => ({ name: 'a backup', lists: 3 }),
  stop: async () => {},
};
const job = (backups = machine) =>
  backupJob({ db: server.db, now: server.clock, vault: server.vault, backups }).run();
async function aPlace(everyHours: 0 | 24 = 0, keep = 3) {
  await server.ok(setPassphrase, superAdmin, { passphrase });
  const folder = world.aFolder();
  return { folder, ...(await server.ok(addPlace, superAdmin, { folder, everyHours, keep })) };
}

test('a backup that the super admin asks for is made, read back and listed with its size', async () => {
  const { id, folder } = await aPlace();
  await server.ok(run, superAdmin, { id });
  expect((await read()).runs).toMatchObject([{ state: 'WAITING', folder, what: 'BACKUP' }]);
  await refused(run, superAdmin, { id }, 'backupRunning');
  await job();
  const { runs, lastGoodAt, isOverdue } = await read();
  expect(runs).toMatchObject([{ state: 'DONE', kind: 'COPY', fault: null, faultyFiles: 0 }]);
  expect(runs[0]?.databaseBytes).toBeGreaterThan(0);
  expect(lastGoodAt).toBe(runs[0]?.endedAt);
  expect(isOverdue).toBe(false);
});

test('a scheduled backup is made when it is due and again after its span; one that failed is tried within the hour', async () => {
  await aPlace(24, 1);
  await job();
  await job();
  expect((await read()).runs.filter(({ what }) => what === 'BACKUP')).toHaveLength(1);
  await pass(24);
  const broken = {
    ...machine,
    create: async () => {
      throw new BackupFault('NO_SPACE', 'the disk is full');
    },
  };
  await job(broken);
  const failed = (await read()).runs.find(({ state }) => state === 'FAILED');
  expect(failed?.fault).toEqual({ code: 'NO_SPACE', detail: 'the disk is full' });
  await pass(1);
  await job();
  const states = (await read()).runs.filter(({ what }) => what === 'BACKUP').map(({ state }) => state);
  // One stays, so the first was deleted after the third succeeded.
  expect(states).toEqual(['DONE', 'FAILED', 'DELETED']);
});

test('a backup is rehearsed by itself a month after the last one, and on request', async () => {
  const { id } = await aPlace(24);
  await job();
  expect((await read()).lastRehearsal).toMatchObject({ state: 'DONE', lists: 3 });
  await server.ok(rehearse, superAdmin, { id });
  await job();
  expect((await read()).runs.filter(({ what }) => what === 'REHEARSAL')).toHaveLength(2);
});

test('a folder without a good backup for two spans is a need of the super admin alone, and gone after the next', async () => {
  await aPlace(24);
  await pass(49);
  expect((await read()).isOverdue).toBe(true);
  const needs = async (person = superAdmin) =>
    (await server.ok(needCalls.list, person, { kind: ['BACKUP'] })).list.map(({ reason }) => reason.code);
  expect(await needs()).toEqual(['BACKUP_NEVER']);
  expect(await needs(people.mallAdmin)).toEqual([]);
  await job();
  expect(await needs()).toEqual([]);
});

test('the passphrase is stored nowhere, is checked, and is asked for again after a month', async () => {
  const { id } = await server.ok(addPlace, superAdmin, { folder: world.aFolder(), everyHours: 0, keep: 1 });
  await refused(run, superAdmin, { id }, 'backupNoPassphrase');
  await server.ok(setPassphrase, superAdmin, { passphrase });
  const rows = await server.asOwner((sql) => sql`select * from backup_settings`);
  expect(JSON.stringify(rows)).not.toContain(passphrase);
  const changes = await server.asOwner((sql) => sql`select * from audit_entries`);
  expect(JSON.stringify(changes)).not.toContain(passphrase);
  await server.asOwner((sql) => sql`update backup_settings set checked_at = checked_at - interval '32 days'`);
  expect((await read()).passphrase.isDue).toBe(true);
  expect(await server.ok(checkPassphrase, superAdmin, { passphrase: 'another passphrase' })).toEqual({
    isRight: false,
  });
  expect((await read()).passphrase.isDue).toBe(true);
  expect(await server.ok(checkPassphrase, superAdmin, { passphrase })).toEqual({ isRight: true });
  expect((await read()).passphrase.isDue).toBe(false);
});

test('a folder is refused inside the data folder, twice, and where no folder can be', async () => {
  const { folder, id } = await aPlace();
  await refused(addPlace, superAdmin, { folder, everyHours: 24, keep: 1 }, 'backupFolderUsed');
  const inside = join(dirname(server.uploadFolder), 'backups');
  await refused(addPlace, superAdmin, { folder: inside, everyHours: 24, keep: 1 }, 'backupFolderInside');
  const belowFile = join(import.meta.filename, 'backups');
  await refused(addPlace, superAdmin, { folder: belowFile, everyHours: 24, keep: 1 }, 'backupFolderUnusable');
  await server.ok(changePlace, superAdmin, { id, everyHours: 6, keep: 5 });
  expect((await read()).places).toMatchObject([{ id, everyHours: 6, keep: 5 }]);
  await server.ok(removePlace, superAdmin, { id });
  expect((await read()).places).toEqual([]);
});

test('the hold after a restore is a need until the super admin ends it, and all servers hear of the end', async () => {
  const at = server.clock().toISOString();
  await inScope(server.db, '*', (tx) =>
    tx.insert(installationHolds).values({ since: at, isCopy: false, backupAt: at }),
  );
  expect((await server.ok(needCalls.list, superAdmin, { kind: ['BACKUP'] })).list).toMatchObject([
    { level: 5, reason: { code: 'ROBOTS_HELD' } },
  ]);
  let ends = 0;
  const stop = server.bus.subscribe(holdEnded, () => void (ends += 1));
  await server.ok(endHold, superAdmin, {});
  stop();
  expect(ends).toBe(1);
  expect((await read()).hold).toBeNull();
  await refused(endHold, superAdmin, {}, 'notFound');
});
