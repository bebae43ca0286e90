import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { visible, inValues } from '../../../platform/db/page.ts';
import { writeRecord } from '../../../entities/service/maintenance-record-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { changesOf, partsOf } from './device-version-rules.ts';
import { deviceVersions } from '../../../entities/updates/device-version-table.ts';

export { partsOf } from './device-version-rules.ts';

/** The last row of each part of these devices, without removed parts. */
export async function currentParts(tx: Tx, deviceIds: readonly string[]) {
  const { deviceId, part, before, after, at, id } = deviceVersions;
  const rows = await tx
    .selectDistinctOn([deviceId, part], { deviceId, part, before, after, at })
    .from(deviceVersions)
    .where(and(inValues(deviceId, deviceIds), visible(tx, deviceVersions)))
    .orderBy(deviceId, part, desc(id));
  return rows.flatMap((row) => (row.after === null ? [] : [{ ...row, version: row.after }]));
}

type VersionRow = typeof deviceVersions.$inferSelect;

/** Software with another version than before was updated. The first report of a part is no update. */
async function recordUpdate(tx: Tx, companyId: string, rows: readonly VersionRow[]): Promise<void> {
  const updated = rows.filter(
    ({ part, before, after }) => before !== null && after !== null && !part.startsWith('hardware'),
  );
  const [first] = updated;
  if (!first) return;
  await writeRecord(tx, {
    companyId,
    deviceId: first.deviceId,
    at: first.at,
    type: 'UPDATE',
    source: 'UPDATE',
    details: Object.fromEntries(updated.map(({ part, before, after }) => [part, `${before} → ${after}`])),
    cause: `version:${first.id}`,
  });
}

/**
 * Stores the changes since the last snapshot of this device. The comparison runs in the transaction that stores the
 * snapshot and locks its row. A repeated report adds no rows, and no acknowledged report is lost.
 */
export async function storeVersions(
  tx: Tx,
  deviceId: string,
  report: Record<string, unknown>,
  at: string,
): Promise<void> {
  const [device] = await tx
    .select({ companyId: devices.companyId })
    .from(devices)
    .where(eq(devices.id, deviceId))
    .for('key share');
  if (!device) return;
  const current = await currentParts(tx, [deviceId]);
  const was = Object.fromEntries(current.map(({ part, version }) => [part, version]));
  const rows = changesOf(was, partsOf(report)).map((change) => ({
    companyId: device.companyId,
    deviceId,
    at,
    ...change,
  }));
  if (rows.length === 0) return;
  const stored = await tx.insert(deviceVersions).values(rows).returning();
  await recordUpdate(tx, device.companyId, stored);
}
