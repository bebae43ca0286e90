import { rename, writeFile } from 'node:fs/promises';
import { gt, isNotNull, and } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';
import type { Authority } from '../../features/devices/identity/certificate-service.ts';
import { deviceCertificates } from '../../entities/devices/certificate-table.ts';

const pollMs = 5_000;
/** Rewritten long before the list ends: OpenSSL refuses every certificate once its list has expired. */
const rewriteAfterMs = 12 * 3_600_000;

interface RevocationWriterDeps {
  db: Db;
  authority: Pick<Authority, 'revocations'>;
  /** The PEM file that an outside broker reads. */
  file: string;
  now: Clock;
}

/** The issued certificates that are revoked and have not expired. */
const revokedCertificates = (db: Db, now: Date) =>
  inScope(
    db,
    '*',
    (tx) =>
      tx
        .select({ serial: deviceCertificates.serial, revokedAt: deviceCertificates.revokedAt })
        .from(deviceCertificates)
        .where(
          and(isNotNull(deviceCertificates.revokedAt), gt(deviceCertificates.notAfter, now.toISOString())),
        )
        .orderBy(deviceCertificates.serial),
    { readOnly: true },
  );

/** Writes the revocation list when it changes or grows old. The file is replaced in one step. */
export function createRevocationWriter({
  db,
  authority,
  file,
  now,
}: RevocationWriterDeps): () => Promise<void> {
  let writtenSerials: string | undefined;
  let writtenMs = 0;
  return async () => {
    const at = now();
    const revoked = await revokedCertificates(db, at);
    const serials = revoked.map(({ serial }) => serial).join();
    if (serials === writtenSerials && at.getTime() - writtenMs < rewriteAfterMs) return;
    const list = await authority.revocations(
      revoked.map(({ serial, revokedAt }) => ({ serial, at: new Date(revokedAt ?? at) })),
      at,
    );
    await writeFile(`${file}.new`, `${list}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
    [writtenSerials, writtenMs] = [serials, at.getTime()];
  };
}

/** Keeps the list up to date for an outside broker until stopped. The operator of that broker makes it reload the file. */
export const startRevocationWriter = (deps: RevocationWriterDeps, onError: (error: unknown) => void) =>
  repeatedly(createRevocationWriter(deps), { everyMs: pollMs }, onError);
