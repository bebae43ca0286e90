import { getTableName, eq } from 'drizzle-orm';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { otaPackages } from '../../../entities/devices/ota-package-table.ts';
import {
  otaRecords,
  siteUpdateWindows,
  type OtaTaskRow,
} from '../../../entities/devices/updates/ota-task-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { schedules } from '../../../entities/work/schedule-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { RecordChange } from '../records/record-store.ts';
import { zoneSql } from '../robot-zone.ts';
import { inWindowSql } from '../window-rules.ts';

/** A robot begins no update this long before a planned run. */
export const plannedRunMinutes = 45;
/** A robot may begin its download this long before its window. */
export const leadMinutes = 60;
/** More rows than there are places: of one site, the first only is taken. */
const spareRows = 50;

/** An update that goes back ignores the window at the robot, so the server keeps to it. */
export const leadOf = ({ kind }: Pick<OtaTaskRow, 'kind'>) => (kind === 'ROLLBACK' ? 0 : leadMinutes);

/** SQL: the window of the site, or else that of the plan ($5 to $6), is open or opens soon. A robot without a site has that of the plan. */
const openWindow = (() => {
  const [from, to] = ["coalesce(w.window->>'from', $5)", "coalesce(w.window->>'to', $6)"];
  const local = `($3::timestamptz at time zone ${zoneSql('s.timezone', 'd.id')})`;
  const soon = `(${local} + $7::int * interval '1 minute')`;
  return `(${from} is null or ${inWindowSql(from, to, local)} or ${inWindowSql(from, to, soon)})`;
})();

/** SQL: a plan starts a run of the robot soon. */
const plannedSoon = `exists (select from ${getTableName(schedules)} p where p.device_id = d.id and p.enabled
  and p.next_due_at < $3::timestamptz + interval '${plannedRunMinutes} minutes')`;

/** SQL: a package that the robot still has to install is not published. A robot that goes back takes what it had before. */
const isUnlisted = `r.way_package_ids[r.way_index + 1:] &&
  array(select p.id from ${getTableName(otaPackages)} p where p.state <> 'PUBLISHED')`;

const candidatesSql = `select r.id, d.site_id as "siteId"
  from ${getTableName(otaRecords)} r
    join ${getTableName(devices)} d on d.id = r.device_id and d.company_id = r.company_id and d.binding = 'ACTIVATED'
    join ${getTableName(deviceLives)} l on l.id = d.id and l.state = 'ONLINE'
    left join ${getTableName(sites)} s on s.id = d.site_id
    left join ${getTableName(siteUpdateWindows)} w on w.site_id = s.id
  where r.task_id = $1 and r.step = 'READY' and r.stage <= $2 and (r.retry_at is null or r.retry_at <= $3)
    and ($4 or ((r.postponed_until is null or r.postponed_until <= $3) and ${openWindow}))
    and not ${plannedSoon} and ($10 or not ${isUnlisted})
    and (not $8 or d.site_id is null or not exists (select from ${getTableName(otaRecords)} b where b.busy_site_id = d.site_id))
  order by r.stage, r.rank limit $9`;

/** The first ones, with their site; of one site, the first only. */
function choose(found: readonly Candidate[], free: number, onePerSite: boolean) {
  const taken = new Set<string>();
  const chosen = new Map<string, string | null>();
  for (const { id, siteId } of found) {
    if (chosen.size >= free) break;
    if (onePerSite && siteId !== null && taken.has(siteId)) continue;
    if (siteId !== null) taken.add(siteId);
    chosen.set(id, siteId);
  }
  return chosen;
}

interface Candidate {
  id: string;
  siteId: string | null;
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
  const { plan } = task;
  const at = now.toISOString();
  const found = await db.raw<Candidate>(candidatesSql, [
    task.id,
    task.stage,
    at,
    task.force,
    plan.window?.from ?? null,
    plan.window?.to ?? null,
    leadOf(task),
    plan.onePerSite,
    free + spareRows,
    task.kind === 'ROLLBACK',
  ]);
  const chosen = choose(found, free, plan.onePerSite);
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
