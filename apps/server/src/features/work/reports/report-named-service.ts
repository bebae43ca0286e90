import { and, eq } from 'drizzle-orm';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';

/** Records that a filter of figures may name. */
interface Named {
  companyId?: string | undefined;
  siteId?: string | undefined;
  mapId?: string | undefined;
  taskId?: string | undefined;
  deviceId?: string | undefined;
}

/** Refuses an unknown map. A deleted map is accepted if a visible run was on it. */
async function checkMap(db: Tx, mapId: string): Promise<void> {
  const [map] = await db
    .select({ id: maps.id })
    .from(maps)
    .where(and(eq(maps.id, mapId), visible(db, maps)));
  if (map) return;
  const [run] = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.mapId, mapId), visible(db, runs)))
    .limit(1);
  if (!run) throw new Refusal('notFound');
}

/**
 * Refuses figures and documents about records that the caller may not see. A list of them is empty, but a sum of 0 would look like
 * a record without work.
 */
export async function checkFilterRecords(db: Tx, named: Named): Promise<void> {
  const { companyId, siteId, mapId, taskId, deviceId } = named;
  if (companyId) await findCompany(db, companyId);
  if (siteId) await find(db, sites, siteId);
  if (mapId) await checkMap(db, mapId);
  if (taskId) await find(db, tasks, taskId);
  if (deviceId) await find(db, devices, deviceId);
}
