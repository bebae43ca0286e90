import { eq } from 'drizzle-orm';
import { devices } from '../../../../entities/devices/device-table.ts';
import {
  otaRecords,
  siteUpdateWindows,
  type OtaTaskRow,
} from '../../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { inValues } from '../../../../platform/db/page.ts';
import { newId } from '../../../../platform/runtime/ids.ts';
import type { RecordChange } from '../records/record-store.ts';
import { candidatesOf } from './candidates.ts';

/** Updates that begin now, with the site of their robot; of one site, the first only. */
async function choose(db: Tx, task: OtaTaskRow, free: number, at: string) {
  const taken = new Set<string>();
  const chosen = new Map<string, string | null>();
  for await (const found of candidatesOf(db, task, at))
    for (const { id, siteId } of found) {
      if (task.plan.onePerSite && siteId !== null && taken.has(siteId)) continue;
      if (siteId !== null) taken.add(siteId);
      chosen.set(id, siteId);
      if (chosen.size >= free) return chosen;
    }
  return chosen;
}

/**
 * Chooses the robots that begin now and decides their commands. Two tasks never choose at the same time, so that a site has one update
 * at a time whatever the task.
 */
export async function chooseOffers(
  db: Tx,
  task: OtaTaskRow,
  free: number,
  now: Date,
): Promise<RecordChange[]> {
  if (free <= 0 || task.stage === null) return [];
  await db.raw(`select pg_advisory_xact_lock(hashtext('ota_offers'))`);
  const at = now.toISOString();
  const chosen = await choose(db, task, free, at);
  if (chosen.size === 0) return [];
  const records = await db
    .select()
    .from(otaRecords)
    .where(inValues(otaRecords.id, [...chosen.keys()]))
    .orderBy(otaRecords.stage, otaRecords.rank);
  return records.map((record) => ({
    record,
    patch: {
      step: 'OFFERED',
      commandId: newId(),
      jobId: newId(),
      offeredAt: at,
      since: at,
      attempt: record.attempt + 1,
      startedAt: record.startedAt ?? at,
      busySiteId: chosen.get(record.id) ?? null,
      retryAt: null,
    },
  }));
}

/** The window that the robot keeps to: that of its site, or else that of the plan. */
export async function windowsOf(db: Tx, task: OtaTaskRow, deviceIds: readonly string[]) {
  if (task.force || deviceIds.length === 0) return () => null;
  const rows = await db
    .select({ id: devices.id, window: siteUpdateWindows.window })
    .from(devices)
    .innerJoin(siteUpdateWindows, eq(siteUpdateWindows.siteId, devices.siteId))
    .where(inValues(devices.id, deviceIds));
  const windows = new Map(rows.map(({ id, window }) => [id, window]));
  return (deviceId: string) => windows.get(deviceId) ?? task.plan.window;
}
