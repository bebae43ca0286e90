import { and, desc, eq, isNull } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import type { Issued } from './certificate-service.ts';
import { deviceCertificates } from '../../../entities/devices/certificate-table.ts';

/** The present certificate and the one before it, until the robot has changed over. */
const maxValid = 2;

const ofDevice = (deviceId: string) =>
  and(eq(deviceCertificates.deviceId, deviceId), isNull(deviceCertificates.revokedAt));

/** Stores a certificate of a robot; of the earlier ones only the last stays valid. */
export async function admitCertificate(
  tx: Tx,
  now: Clock,
  { deviceId, companyId }: { deviceId: string; companyId: string },
  { fingerprint, serial, notBefore, notAfter }: Issued,
): Promise<void> {
  await tx
    .insert(deviceCertificates)
    .values({ deviceId, companyId, fingerprint, serial, notBefore, notAfter });
  const outdated = await tx
    .select({ id: deviceCertificates.id })
    .from(deviceCertificates)
    .where(ofDevice(deviceId))
    .orderBy(desc(deviceCertificates.id))
    .offset(maxValid);
  if (outdated.length === 0) return;
  const ids = outdated.map(({ id }) => id);
  await tx
    .update(deviceCertificates)
    .set({ revokedAt: now().toISOString() })
    .where(inValues(deviceCertificates.id, ids));
}

/**
 * Revokes all certificates of a robot that is unbound, renamed or given a new secret. The gateway refuses and disconnects
 * it after a reload: call `announceDevice` after the commit. Returns their number.
 */
export const revokeCertificates = (tx: Tx, now: Clock, deviceId: string): Promise<number> =>
  asSystem(tx, async (system) => {
    const revoked = await system
      .update(deviceCertificates)
      .set({ revokedAt: now().toISOString() })
      .where(ofDevice(deviceId))
      .returning({ id: deviceCertificates.id });
    return revoked.length;
  });

/** The newest valid certificate of a robot. */
export async function presentCertificate(tx: Tx, deviceId: string) {
  const [row] = await tx
    .select()
    .from(deviceCertificates)
    .where(ofDevice(deviceId))
    .orderBy(desc(deviceCertificates.id))
    .limit(1);
  return row;
}

/** When a certificate is due for renewal: at two thirds of its validity (docs/protocol/credentials.md#renewal). */
export function renewAfter({ notBefore, notAfter }: Pick<Issued, 'notBefore' | 'notAfter'>): string {
  const [from, to] = [Date.parse(notBefore), Date.parse(notAfter)];
  return new Date(from + ((to - from) * 2) / 3).toISOString();
}
