import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compareOtaVersions } from '@sweepline/contract/robot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveredVersions } from '../../../apps/robot-sim/src/wire/messages/reported.ts';
import { inScope } from '../../../apps/server/src/platform/db/db.ts';
import { createFileStore } from '../../../apps/server/src/platform/files/files.ts';
import { makeDatabase, type TestDatabase } from '../../../apps/server/src/test-kit/database.ts';
import { buildCompanies, buildPeople, buildSites } from '../build-companies.ts';
import { buildFleet } from '../build-fleet.ts';
import { buildMaps } from '../build-maps.ts';
import { buildPackages } from './build-packages.ts';
import { buildRollouts } from './build-rollouts.ts';

const now = () => new Date('2030-03-04T05:06:07Z');
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sweepline-rollouts-'));
  const files = createFileStore(pathToFileURL(folder).href);
  await inScope(database.db, '*', async (tx) => {
    const companyIds = await buildCompanies(tx, now);
    await buildPeople(tx, now, companyIds, 'seed-of-a-test');
    const sites = await buildSites(tx, now, companyIds);
    await buildMaps(tx, files, now, companyIds, sites);
    await buildFleet(tx, now, companyIds, sites);
    await buildPackages(tx, files, now, companyIds.provider);
    await buildRollouts(tx, now, companyIds.provider);
  });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('a rollout is done, one stopped at its canary and one runs; their counters equal the records', async () => {
  const tasks = await database.asOwner(
    (sql) => sql<{ state: string; counted: number; open: number; records: number }[]>`
      select t.state, (select count(*)::int from ota_records r where r.task_id = t.id) as records,
        (select count(*)::int from ota_records r where r.task_id = t.id and r.ended_at is null) as open,
        (select sum(initializing + upgrading + successful + failed)::int from ota_stages s where s.task_id = t.id) as counted
      from ota_tasks t order by t.state`,
  );
  expect(tasks.map(({ state }) => state)).toEqual(['DONE', 'RUNNING', 'STOPPED']);
  for (const { counted, records } of tasks) expect(counted).toBe(records);
  expect(tasks[0]!.open).toBe(0);
});

test('the records agree with the reported versions, and these with what the simulated robots run', async () => {
  const rows = await database.asOwner(
    (sql) => sql<{ model: string; part: string; state: string; from: string; to: string; version: string }[]>`
      select d.model, lower(r.pkg_type) as part, r.state, r.from_version as from, r.to_version as to,
        (select v.after from device_versions v where v.device_id = r.device_id and v.part = lower(r.pkg_type)
         order by v.id desc limit 1) as version
      from ota_records r join devices d on d.id = r.device_id`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { model, part, state, from, to, version } of rows) {
    expect(version).toBe(state === 'SUCCESSFUL' ? to : from);
    expect(compareOtaVersions(deliveredVersions(model)[part]!, version)).toBe(0);
  }
});
