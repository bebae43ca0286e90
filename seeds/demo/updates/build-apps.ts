import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import { accountByName } from '../../../apps/server/src/entities/people/account-service.ts';
import {
  appInstalls,
  appPackageFiles,
  appPictureFiles,
  appReleases,
  apps,
  type AppRow,
} from '../../../apps/server/src/entities/updates/app-table.ts';
import { readApk } from '../../../apps/server/src/features/updates/app-releases/apk/apk-file.ts';
import {
  apkEntries,
  signedZip,
} from '../../../apps/server/src/features/updates/app-releases/apk/apk-samples.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { archiveSourceOf } from '../../../apps/server/src/platform/files/archive-source.ts';
import { storeFile, type FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { packPng } from '../../../apps/server/src/platform/files/png.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import { appCases, type AppCase } from './app-cases.ts';
import { demoAppSigner } from './demo-app-key.ts';

const dayMs = 86_400_000;
const side = 96;

interface World {
  tx: Tx;
  files: FileStore;
  now: () => Date;
  companyId: string;
  accountId: string;
}

/** A disc on a ground of the colour. */
async function drawIcon([red, green, blue]: AppCase['colour']): Promise<Buffer> {
  const data = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isDisc = Math.hypot(x - side / 2, y - side / 2) < side * 0.3;
      data.set(isDisc ? [255, 255, 255, 255] : [red, green, blue, 255], (y * side + x) * 4);
    }
  }
  return Buffer.from(await packPng({ width: side, height: side, channels: 4, data }));
}

type ReleaseCase = AppCase['releases'][number];

/** The times of a version that follow from its state. */
function timesOf({ state, daysAgo, isHalted = false }: ReleaseCase, nowMs: number) {
  const at = (ms: number) => new Date(ms).toISOString();
  const uploadedMs = nowMs - daysAgo * dayMs;
  const isReleased = state === 'PUBLISHED';
  return {
    uploadedAt: at(uploadedMs),
    updatedAt: at(uploadedMs),
    checkedAt: isReleased ? at(uploadedMs) : null,
    releasedAt: isReleased ? at(uploadedMs) : null,
    haltedAt: isHalted ? at(uploadedMs + dayMs) : null,
  };
}

/** A real signed apk, read as an uploaded one is. */
async function addRelease(world: World, app: AppRow, one: ReleaseCase, icon: Buffer): Promise<void> {
  const { tx, files, now, companyId, accountId } = world;
  const { version, build, state, stages = [{ percent: 100, hours: 0 }], leastBuild = null, notes } = one;
  const iconName = 'res/mipmap/icon.png';
  const entries = apkEntries({
    packageId: app.packageId,
    version,
    build,
    label: app.name,
    icon: 0x7f_02_00_00,
    resources: [{ type: 2, index: 0, density: 480, value: iconName }],
    files: [{ name: iconName, content: icon }],
  });
  const content = signedZip(entries, { v2: demoAppSigner() });
  const name = `${app.packageId}-${version}.apk`;
  const about = { kind: appPackageFiles, mediaType: 'application/vnd.android.package-archive' };
  const file = await storeFile(tx, files, now, {
    ...about,
    companyId,
    uploadedById: accountId,
    name,
    content,
  });
  const { labels, certificates, minSdk } = await readApk(archiveSourceOf(files, file));
  const times = timesOf(one, now().getTime());
  const facts = { version, build, minSdk, labels, certificates, iconFileId: app.iconFileId };
  const stored = { fileId: file.id, bytes: file.bytes, sha256: file.sha256 };
  const settings = { releaseScope: 'ALL' as const, whitelist: [], leastBuild, notes, stages, state };
  await tx.insert(appReleases).values({
    companyId,
    appId: app.id,
    forced: false,
    ...facts,
    ...stored,
    ...settings,
    ...times,
    uploadedById: accountId,
    updatedById: accountId,
    checkedById: times.checkedAt === null ? null : accountId,
  });
}

/** Installs of each version. Those of a screen are robots. */
async function addInstalls({ tx, now, companyId }: World, app: AppRow, releases: readonly ReleaseCase[]) {
  const robots = await tx.select({ sn: devices.sn }).from(devices).orderBy(devices.sn);
  const nowMs = now().getTime();
  const builds = releases.flatMap(({ build, installs }) => Array.from({ length: installs }, () => build));
  const rows = builds.map((build, n) => ({
    companyId,
    appId: app.id,
    install: app.platform === 'ROBOT_SCREEN' ? (robots[n]?.sn ?? `screen-${n}`) : `phone-${1_000 + n * 37}`,
    build,
    lang: n % 3 === 0 ? ('ge' as const) : ('en' as const),
    firstSeenAt: new Date(nowMs - (40 + n) * dayMs).toISOString(),
    lastSeenAt: new Date(nowMs - ((n * 7) % 20) * 3_600_000).toISOString(),
  }));
  if (rows.length > 0) await tx.insert(appInstalls).values(rows).onConflictDoNothing();
}

/** Apps of robot screens and phones of the provider, with versions in stages. */
export async function buildApps(tx: Tx, files: FileStore, now: () => Date, companyId: string): Promise<void> {
  const admin = await accountByName(tx, 'admin');
  if (!admin) throw new Error('the demo world has no admin');
  const world = { tx, files, now, companyId, accountId: admin.account.id };
  const at = now().toISOString();
  for (const { colour, releases, ...one } of appCases) {
    const icon = await drawIcon(colour);
    const about = { companyId, kind: appPictureFiles, name: 'icon.png', mediaType: 'image/png' };
    const { id: iconFileId } = await storeFile(tx, files, now, { ...about, content: icon });
    const row = {
      ...one,
      id: newId(),
      companyId,
      iconFileId,
      models: [],
      companyIds: [],
      screenshotFileIds: [],
      publisher: 'Sweepline',
      createdAt: at,
      updatedAt: at,
      updatedById: world.accountId,
    };
    const [app] = await tx.insert(apps).values(row).returning();
    for (const release of releases) await addRelease(world, app!, release, icon);
    await addInstalls(world, app!, releases);
  }
}
