import { getTableName } from 'drizzle-orm';
import { deviceLives } from '../../../../entities/devices/device-live-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { otaPackages } from '../../../../entities/updates/ota-package-table.ts';
import {
  otaRecords,
  siteUpdateWindows,
  type OtaTaskRow,
} from '../../../../entities/updates/ota-task-table.ts';
import { sites } from '../../../../entities/places/site-table.ts';
import { schedules } from '../../../../entities/work/schedule-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { plainArray } from '../../../../platform/db/plain-array.ts';
import { sqlZones } from '../robot-zone.ts';
import { inWindowSql } from '../window-rules.ts';

/** A robot begins no update this long before a planned run. */
export const plannedRunMinutes = 45;
/** A robot may begin its download this long before its window. */
export const leadMinutes = 60;

/** An update that goes back ignores the window at the robot, so the server keeps to it. */
export const leadOf = ({ kind }: Pick<OtaTaskRow, 'kind'>) => (kind === 'ROLLBACK' ? 0 : leadMinutes);

const noId = '00000000-0000-0000-0000-000000000000';
const firstBlock = 200;
const maxBlock = 12_800;

/** SQL: the window of the site, or else that of the plan ($4 to $5), is open or opens soon. A robot without a site has that of the plan. */
const openWindow = (() => {
  const [from, to] = ["coalesce(w.window->>'from', $4)", "coalesce(w.window->>'to', $5)"];
  const local = '($2::timestamptz at time zone known_zone(coalesce(s.timezone, z.zone)))';
  const soon = `(${local} + $6::int * interval '1 minute')`;
  return `(${from} is null or ${inWindowSql(from, to, local)} or ${inWindowSql(from, to, soon)})`;
})();

/** SQL: a plan starts a run of the robot soon. */
const plannedSoon = `exists (select from ${getTableName(schedules)} p where p.device_id = d.id and p.enabled
  and p.next_due_at < $2::timestamptz + interval '${plannedRunMinutes} minutes')`;

/** SQL: a package that the robot still has to install is not published. A robot that goes back takes what it had before. */
const isUnlisted = `r.way_package_ids[r.way_index + 1:] &&
  array(select p.id from ${getTableName(otaPackages)} p where p.state <> 'PUBLISHED')`;

/** SQL: the robots among those of the records $1 that may begin at $2. Robots without a site have the zones $10 of the records $9. */
const candidatesSql = `select r.id, d.site_id as "siteId"
  from ${getTableName(otaRecords)} r
    join ${getTableName(devices)} d on d.id = r.device_id and d.company_id = r.company_id and d.binding = 'ACTIVATED'
    join ${getTableName(deviceLives)} l on l.id = d.id and l.state = 'ONLINE'
    left join ${getTableName(sites)} s on s.id = d.site_id
    left join ${getTableName(siteUpdateWindows)} w on w.site_id = s.id
    left join unnest($9::uuid[], $10::text[]) as z(record_id, zone) on z.record_id = r.id
  where r.id = any($1::uuid[]) and (r.retry_at is null or r.retry_at <= $2)
    and ($3 or ((r.postponed_until is null or r.postponed_until <= $2) and ${openWindow}))
    and not ${plannedSoon} and ($8 or not ${isUnlisted})
    and (not $7 or d.site_id is null or not exists (select from ${getTableName(otaRecords)} b where b.busy_site_id = d.site_id))
  order by r.stage, r.rank`;

/** SQL: the next records, in the order of the rollout, after stage $3, rank $4 and id $5. */
const nextReady = `select r.id, r.stage, r.rank from ${getTableName(otaRecords)} r
  where r.task_id = $1 and r.step = 'READY' and r.stage <= $2 and (r.stage, r.rank, r.id) > ($3, $4, $5::uuid)
  order by r.stage, r.rank, r.id limit $6`;

/** An update that may begin, and the site of its robot. */
export interface Candidate {
  id: string;
  siteId: string | null;
}

/**
 * The updates that may begin now, in the order of the rollout, in growing blocks: a tick that finds enough robots among the first ones
 * does not look at the rest of the fleet.
 */
export async function* candidatesOf(
  db: Tx,
  task: Pick<OtaTaskRow, 'id' | 'stage' | 'force' | 'kind' | 'plan'>,
  at: string,
  smallest = firstBlock,
): AsyncGenerator<Candidate[]> {
  const { window, onePerSite } = task.plan;
  const rules = [
    task.force,
    window?.from ?? null,
    window?.to ?? null,
    leadOf(task),
    onePerSite,
    task.kind === 'ROLLBACK',
  ];
  let after = { stage: -1, rank: -1, id: noId };
  for (let block = smallest; ; block = Math.min(maxBlock, block * 2)) {
    const ready = await db.raw<{ id: string; stage: number; rank: number }>(nextReady, [
      task.id,
      task.stage,
      after.stage,
      after.rank,
      after.id,
      block,
    ]);
    const last = ready.at(-1);
    if (!last) return;
    after = last;
    const ids = plainArray(ready.map(({ id }) => id));
    // Only the window of the plan applies to a robot without a site.
    const { ids: zoned, zones } = window ? await sqlZones(db, ids) : { ids: [], zones: [] };
    yield await db.raw<Candidate>(candidatesSql, [ids, at, ...rules, zoned, zones]);
    if (ready.length < block) return;
  }
}
