import { rename, writeFile } from 'node:fs/promises';
import { gt, isNotNull, and } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';
import type { Authority } from '../identity/certificate-service.ts';
import { deviceCertificates } from '../identity/certificate-table.ts';

const pollMs = 5_000;
/** Long before the list ends: OpenSSL takes no certificate at all on a list that is over. */
const rewriteAfterMs = 12 * 3_600_000;

interface RevocationWriterDeps {
  db: Db;
  authority: Pick<Authority, 'revocations'>;
  /** Where an outside broker finds it, PEM. */
  file: string;
  now: Clock;
}

/** The certificates of ours that were taken back and would still be good. */
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

/** Writes the revocation list when there is something new to say, or the last one grows old. The file is always a whole one. */
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

/** Keeps the list for an outside broker until stopped; the broker is told to read it again by whoever runs it. */
export const startRevocationWriter = (deps: RevocationWriterDeps, onError: (error: unknown) => void) =>
  repeatedly(createRevocationWriter(deps), { everyMs: pollMs }, onError);
