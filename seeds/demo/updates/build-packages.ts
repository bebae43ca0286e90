import { createCipheriv } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { packageFormatOf, type PackageFormat } from '@sweepline/contract';
import type { OtaManifest } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import { otaPackages, otaWhitelists } from '../../../apps/server/src/entities/updates/ota-package-table.ts';
import { accountByName } from '../../../apps/server/src/entities/people/account-service.ts';
import { tarGzOf } from '../../../apps/server/src/features/updates/packages/archive-samples.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { zipStream } from '../../../apps/server/src/platform/documents/zip-stream.ts';
import { storeFile, type FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import { signManifest } from '../../../scripts/ota/sign-package.ts';
import { demoKeyId, demoReleaseKey } from './demo-release-key.ts';
import { packageCases, type PackageCase } from './package-cases.ts';

const dayMs = 86_400_000;
const whitelistedRobots = 3;

/** Bytes that do not compress, the same for the same seed. */
const noise = (bytes: number, seed: string) =>
  createCipheriv('aes-128-ctr', seed.padEnd(16, '.').slice(0, 16), Buffer.alloc(16)).update(
    Buffer.alloc(bytes),
  );

/** A real archive of a format, so that the simulated robots unpack it. */
async function archiveOf(format: PackageFormat, { version, kilobytes }: PackageCase): Promise<Buffer> {
  const image = noise(kilobytes * 768, version);
  if (format === 'tar.gz')
    return tarGzOf([
      { name: 'version', content: Buffer.from(version) },
      { name: 'image.bin', content: image },
    ]);
  const first = format === 'apk' ? 'AndroidManifest.xml' : 'version';
  return await buffer(
    zipStream([
      { name: first, content: [version] },
      { name: 'image.txt', content: [image.toString('base64')] },
    ]),
  );
}

/** The times of a package that follow from its state. */
function timesOf({ state, daysAgo }: PackageCase, nowMs: number) {
  const at = (ms: number) => new Date(ms).toISOString();
  const uploadedMs = nowMs - daysAgo * dayMs;
  const isReleased = state === 'PUBLISHED' || state === 'UNLISTED' || state === 'EXPIRED';
  return {
    uploadedAt: at(uploadedMs),
    updatedAt: at(uploadedMs + dayMs / 2),
    checkedAt: state === 'DRAFT' ? null : at(uploadedMs + dayMs / 4),
    releaseAt: state === 'PENDING_RELEASE' ? at(nowMs + 2 * dayMs) : null,
    releasedAt: isReleased ? at(uploadedMs + dayMs / 2) : null,
    expiresAt: state === 'EXPIRED' ? at(nowMs - 30 * dayMs) : null,
  };
}

/** Creates software packages for each model, signed with the key of the demo world. */
export async function buildPackages(
  db: Tx,
  files: FileStore,
  now: () => Date,
  companyId: string,
): Promise<void> {
  const admin = await accountByName(db, 'admin');
  if (!admin) throw new Error('the demo world has no admin');
  const { id: accountId } = admin.account;
  for (const it of packageCases) {
    const format = packageFormatOf(it.models[0] ?? '', it.pkgType) ?? 'zip';
    const content = await archiveOf(format, it);
    const name = `${it.models.join('-')}-${it.pkgType}-${it.version}.${format}`;
    const kind = { kind: 'OTA_PACKAGE', mediaType: 'application/octet-stream', uploadedById: accountId };
    const file = await storeFile(db, files, now, { ...kind, companyId, name, content });
    const { bytes, sha256 } = file;
    const { models, pkgType, version, minVersion = null, fromVersions = [], needs = [] } = it;
    const says = { models, pkgType, version, minVersion, fromVersions, needs };
    const manifest: OtaManifest = { ...says, bytes, sha256, keyId: demoKeyId };
    const { signature } = signManifest(manifest, demoReleaseKey);
    const times = timesOf(it, now().getTime());
    const { forced = false, releaseScope = 'ALL', reasons = '', remarks = '', state } = it;
    const words = { name: it.name, forced, releaseScope, reasons, remarks, state };
    const people = {
      uploadedById: accountId,
      updatedById: accountId,
      checkedById: times.checkedAt ? accountId : null,
    };
    const id = newId();
    const row = {
      id,
      companyId,
      fileId: file.id,
      format,
      signature,
      ...manifest,
      ...words,
      ...times,
      ...people,
    };
    await db.insert(otaPackages).values(row);
    if (releaseScope === 'WHITELIST') await whitelist(db, { id, companyId, models, at: times.updatedAt });
  }
}

interface Listed {
  id: string;
  companyId: string;
  models: readonly string[];
  at: string;
}

async function whitelist(db: Tx, { id: packageId, companyId, models, at: addedAt }: Listed): Promise<void> {
  const robots = await db
    .select({ deviceId: devices.id, model: devices.model })
    .from(devices)
    .where(eq(devices.binding, 'ACTIVATED'))
    .orderBy(devices.sn);
  const chosen = robots.filter(({ model }) => models.includes(model)).slice(0, whitelistedRobots);
  for (const { deviceId } of chosen)
    await db.insert(otaWhitelists).values({ companyId, packageId, deviceId, addedAt });
}
