import type { Camera } from '@sweepline/contract/robot';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { aiConsents, aiProjectDevices, type AiConsentRow, type AiProjectDeviceRow } from './ai-table.ts';

interface JobOwner {
  deviceId: string;
  companyId: string;
}

/** The robot of a project by the job of its last start. It stays locked when it is read to be changed. */
export async function collectionOfJob(
  tx: Tx,
  { deviceId, companyId }: JobOwner,
  jobId: string,
  { lock = false } = {},
): Promise<AiProjectDeviceRow | undefined> {
  const query = tx
    .select()
    .from(aiProjectDevices)
    .where(
      and(
        eq(aiProjectDevices.jobId, jobId),
        eq(aiProjectDevices.deviceId, deviceId),
        eq(aiProjectDevices.companyId, companyId),
      ),
    )
    .$dynamic();
  return (await (lock ? query.for('update') : query))[0];
}

/** Notes how many pictures a robot says that it has collected. */
export async function noteCollected(
  tx: Tx,
  { deviceId, companyId }: JobOwner,
  jobId: string,
  collected: number | undefined,
): Promise<void> {
  if (collected === undefined) return;
  await tx
    .update(aiProjectDevices)
    .set({ collected })
    .where(
      and(
        eq(aiProjectDevices.jobId, jobId),
        eq(aiProjectDevices.deviceId, deviceId),
        eq(aiProjectDevices.companyId, companyId),
      ),
    );
}

/** The consent of a site that is in force at a time; undefined without one. */
export async function consentOf(tx: Tx, siteId: string, at: string): Promise<AiConsentRow | undefined> {
  const [row] = await tx
    .select()
    .from(aiConsents)
    .where(and(eq(aiConsents.siteId, siteId), isNull(aiConsents.withdrawnAt), gt(aiConsents.until, at)));
  return row;
}

/** Whether a consent covers these cameras. */
export const covers = (consent: Pick<AiConsentRow, 'cameras'> | undefined, cameras: readonly Camera[]) =>
  consent !== undefined && cameras.every((camera) => consent.cameras.includes(camera));
