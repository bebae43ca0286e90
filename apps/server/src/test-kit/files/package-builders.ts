import { otaPackages, otaWhitelists } from '../../entities/updates/ota-package-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storeFile, type FileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

/** Builders of software packages. The default company is the provider. */
export function packageBuilders(db: Db, files: FileStore, now: Clock) {
  let count = 0;

  /** A published package for J30. Its file is no archive and its signature is none. */
  const aPackage = (overrides: Partial<typeof otaPackages.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const { companyId = companyIds.provider } = overrides;
      const version = `1.${++count}.0`;
      const content = Buffer.from(version);
      const file = { companyId, kind: 'OTA_PACKAGE', name: 'x', mediaType: 'application/zip', content };
      const { id: fileId, bytes, sha256 } = await storeFile(tx, files, now, file);
      const at = now().toISOString();
      const row = {
        companyId,
        name: `Package ${count}`,
        models: ['J30'],
        pkgType: 'ROBOT' as const,
        version,
        fromVersions: [],
        needs: [],
        format: 'tar.gz' as const,
        fileId,
        bytes,
        sha256,
        keyId: 'test',
        signature: '',
        forced: false,
        releaseScope: 'ALL' as const,
        remarks: '',
        state: 'PUBLISHED' as const,
        uploadedAt: at,
        uploadedById: newId(),
        releasedAt: at,
        updatedAt: at,
        ...overrides,
      };
      return (await tx.insert(otaPackages).values(row).returning())[0]!;
    });

  const aWhitelisted = (row: { packageId: string; deviceId: string }) =>
    inScope(db, '*', (tx) =>
      tx
        .insert(otaWhitelists)
        .values({ ...row, companyId: companyIds.provider, addedAt: now().toISOString() })
        .returning(),
    );

  return { aPackage, aWhitelisted };
}
