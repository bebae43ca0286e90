import { and, desc, eq, isNull } from 'drizzle-orm';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inValues } from '../../platform/db/page.ts';
import type { Issued } from './certificate-service.ts';
import { deviceCertificates } from './certificate-table.ts';

/** One to connect with and one it was renewed from, for as long as the robot has not changed over. */
const maxValid = 2;

const ofDevice = (deviceId: string) =>
  and(eq(deviceCertificates.deviceId, deviceId), isNull(deviceCertificates.revokedAt));

/** Lets a robot in with a certificate; of those before only the last stays good. */
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
 * Takes all certificates of a robot back: unbound, renamed, or given a new secret. It is refused from the moment the gateway
 * reads the device again, and put out: call `announceDevice` after the commit. Answers how many there were.
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

/** The newest certificate of a robot that is still good. */
export async function presentCertificate(tx: Tx, deviceId: string) {
  const [row] = await tx
    .select()
    .from(deviceCertificates)
    .where(ofDevice(deviceId))
    .orderBy(desc(deviceCertificates.id))
    .limit(1);
  return row;
}

/** When a certificate is to be renewed: at two thirds of its life (protocol 2.23). */
export function renewAfter({ notBefore, notAfter }: Pick<Issued, 'notBefore' | 'notAfter'>): string {
  const [from, to] = [Date.parse(notBefore), Date.parse(notAfter)];
  return new Date(from + ((to - from) * 2) / 3).toISOString();
}
