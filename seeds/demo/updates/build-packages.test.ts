import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { releaseStates } from '@sweepline/contract';
import { otaManifest } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { otaPackages } from '../../../apps/server/src/entities/updates/ota-package-table.ts';
import { checkPackageFile } from '../../../apps/server/src/features/updates/packages/package-archive-service.ts';
import {
  checkSignature,
  readOtaKeys,
  releaseKeysOf,
} from '../../../apps/server/src/features/updates/packages/package-signature-service.ts';
import { inScope } from '../../../apps/server/src/platform/db/db.ts';
import { storedFiles } from '../../../apps/server/src/platform/files/file-table.ts';
import { createFileStore, type FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { makeDatabase, type TestDatabase } from '../../../apps/server/src/test-kit/database.ts';
import { buildCompanies } from '../build-companies.ts';
import { buildPeople } from '../build-companies.ts';
import { buildPackages } from './build-packages.ts';
import { demoKeyEntry } from './demo-release-key.ts';

const now = () => new Date('2030-03-04T05:06:07Z');
let database: TestDatabase;
let folder: string;
let files: FileStore;
beforeAll(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sweepline-packages-'));
  files = createFileStore(pathToFileURL(folder).href);
  await inScope(database.db, '*', async (tx) => {
    const companyIds = await buildCompanies(tx, now);
    await buildPeople(tx, now, companyIds, 'seed-of-a-test');
    await buildPackages(tx, files, now, companyIds.provider);
  });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('the demo world has packages in every state; each is a safe archive, signed with its key', async () => {
  const keys = releaseKeysOf(readOtaKeys(demoKeyEntry()));
  const packages = await inScope(database.db, '*', (tx) =>
    tx
      .select({ row: otaPackages, file: storedFiles })
      .from(otaPackages)
      .innerJoin(storedFiles, eq(storedFiles.id, otaPackages.fileId)),
  );
  expect(new Set(packages.map(({ row }) => row.state)).size).toBe(releaseStates.length);
  for (const { row, file } of packages) {
    await checkPackageFile(files, file, row.format);
    const manifest = otaManifest.strip().parse(row);
    expect(() => checkSignature(keys, { manifest, signature: row.signature }), row.name).not.toThrow();
  }
});
