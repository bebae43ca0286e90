import { noTexts } from '@sweepline/contract';
import { appInstalls, appPackageFiles, appReleases, apps } from '../../entities/updates/app-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storeFile, type FileStore } from '../../platform/files/files.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

/** Builders of apps and their versions. The default company is the provider. */
export function appBuilders(db: Db, files: FileStore, now: Clock) {
  let count = 0;

  /** A published app of screens. */
  const anApp = (overrides: Partial<typeof apps.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        companyId: companyIds.provider,
        name: `App ${++count}`,
        packageId: `com.example.app${count}`,
        platform: 'ROBOT_SCREEN' as const,
        category: 'OPERATION' as const,
        models: [],
        publisher: 'Test',
        companyIds: [],
        descriptions: { ...noTexts, en: 'Starts tasks.' },
        screenshotFileIds: [],
        state: 'PUBLISHED' as const,
        createdAt: at,
        updatedAt: at,
        ...overrides,
      };
      return (await tx.insert(apps).values(row).returning())[0]!;
    });

  /** A published version for all installs. Its file is no apk. */
  const anAppRelease = async (overrides: Partial<typeof appReleases.$inferInsert> = {}) => {
    const { companyId = companyIds.provider } = overrides;
    const appId = overrides.appId ?? (await anApp({ companyId })).id;
    return await inScope(db, '*', async (tx) => {
      const build = ++count;
      const content = Buffer.from(`apk ${build}`);
      const file = { companyId, kind: appPackageFiles, name: 'x.apk', mediaType: 'application/zip', content };
      const { id: fileId, bytes, sha256 } = await storeFile(tx, files, now, file);
      const at = now().toISOString();
      const row = {
        companyId,
        version: `1.${build}.0`,
        build,
        minSdk: 26,
        fileId,
        bytes,
        sha256,
        certificates: [{ sha256: 'ab'.repeat(32), subject: 'CN=Test', minSdk: 24, maxSdk: null }],
        labels: [],
        forced: false,
        releaseScope: 'ALL' as const,
        whitelist: [],
        notes: { ...noTexts, en: 'Faster.' },
        stages: [{ percent: 100, hours: 0 }],
        state: 'PUBLISHED' as const,
        uploadedAt: at,
        uploadedById: newId(),
        releasedAt: at,
        updatedAt: at,
        ...overrides,
        appId,
      };
      return (await tx.insert(appReleases).values(row).returning())[0]!;
    });
  };

  const anAppInstall = (row: Pick<typeof appInstalls.$inferInsert, 'appId' | 'install' | 'build'>) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const seen = { companyId: companyIds.provider, firstSeenAt: at, lastSeenAt: at };
      return (
        await tx
          .insert(appInstalls)
          .values({ ...row, ...seen })
          .returning()
      )[0]!;
    });

  return { anApp, anAppRelease, anAppInstall };
}
