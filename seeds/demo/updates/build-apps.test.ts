import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { appPlatforms } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appReleases, apps } from '../../../apps/server/src/entities/updates/app-table.ts';
import { readApk } from '../../../apps/server/src/features/updates/app-releases/apk/apk-file.ts';
import { inScope } from '../../../apps/server/src/platform/db/db.ts';
import { archiveSourceOf } from '../../../apps/server/src/platform/files/archive-source.ts';
import { storedFiles } from '../../../apps/server/src/platform/files/file-table.ts';
import { createFileStore, type FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { makeDatabase, type TestDatabase } from '../../../apps/server/src/test-kit/database.ts';
import { buildCompanies, buildPeople } from '../build-companies.ts';
import { buildApps } from './build-apps.ts';

const now = () => new Date('2030-03-04T05:06:07Z');
let database: TestDatabase;
let folder: string;
let files: FileStore;
beforeAll(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sweepline-apps-'));
  files = createFileStore(pathToFileURL(folder).href);
  await inScope(database.db, '*', async (tx) => {
    const companyIds = await buildCompanies(tx, now);
    await buildPeople(tx, now, companyIds, 'seed-of-a-test');
    await buildApps(tx, files, now, companyIds.provider);
  });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('the demo world has an app of each platform, and each version is an apk with the same certificate', async () => {
  const { entries, releases } = await inScope(database.db, '*', async (tx) => ({
    entries: await tx.select().from(apps),
    releases: await tx
      .select()
      .from(appReleases)
      .innerJoin(storedFiles, eq(storedFiles.id, appReleases.fileId))
      .innerJoin(apps, eq(apps.id, appReleases.appId)),
  }));
  expect(new Set(entries.map(({ platform }) => platform))).toEqual(new Set(appPlatforms));
  const certificates = new Set<string>();
  for (const { files: file, app_releases: release, apps: app } of releases) {
    const facts = await readApk(archiveSourceOf(files, file));
    expect(facts).toMatchObject({ packageId: app.packageId, build: release.build, version: release.version });
    expect(facts.icon).toBeDefined();
    for (const { sha256 } of facts.certificates) certificates.add(sha256);
  }
  expect([releases.length > 3, certificates.size]).toEqual([true, 1]);
});
