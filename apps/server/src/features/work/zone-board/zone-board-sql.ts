import { defaultMinCoverage } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { schedules, scheduleStarts } from '../../../entities/work/schedule-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { zoneCleanings } from '../../../entities/work/floor/zone-cleaning-table.ts';

/** SQL of one run's cleaning of a zone, with the robot's name. */
export const cleaningJson = (alias: string) => `jsonb_build_object('reportId', ${alias}.report_id,
  'device', (select jsonb_build_object('id', v.id, 'sn', v.sn, 'nickname', v.nickname) from ${getTableName(devices)} v where v.id = ${alias}.device_id),
  'startedAt', ${iso(`${alias}.started_at`)}, 'endedAt', ${iso(`${alias}.ended_at`)},
  'floorM2', ${alias}.floor_m2, 'cleanedM2', ${alias}.cleaned_m2, 'coverage', ${alias}.coverage, 'source', ${alias}.source)`;

/** SQL of a moment in JSON, in the format of the contract. */
const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of the span in which a zone is due soon: a fifth of the interval, between an hour and a day. */
const soon = `greatest(interval '1 hour', least(interval '1 day', coalesce(t.every_hours, 24) * interval '12 minutes'))`;

export const ofZone = 'c.map_id = z.map_id and c.zone_id = z.zone_id';
const plannedFor = `from ${getTableName(schedules)} p join ${getTableName(tasks)} k on k.id = p.task_id
  where p.enabled and k.map_id = z.map_id and z.zone_id = any(k.zone_ids) and k.state not in ('DELETED', 'DISABLED')`;

/** SQL of the first planned start since the last sufficient cleaning, else of the next start. */
const plannedDue = `coalesce(
  (select min(s.due_at) from ${getTableName(scheduleStarts)} s join ${getTableName(tasks)} k on k.id = s.task_id
    where k.map_id = z.map_id and z.zone_id = any(k.zone_ids) and s.state <> 'SKIPPED'
      and s.due_at > coalesce(good.started_at, $1::timestamptz - interval '7 days') and s.due_at <= $1::timestamptz),
  (select min(p.next_due_at) ${plannedFor}))`;

/** SQL: a run with less coverage is no cleaning of zone `z` with target `t`. */
export const leastCoverage = `coalesce(t.least_coverage, ${defaultMinCoverage})`;

/** SQL of `good`, the last sufficient cleaning of zone `z` with target `t`, and of `due`, when the next one is due. `$1` is now. */
export const dueOfZone = `left join lateral (
      select c.started_at, c.ended_at, c.floor_m2, ${cleaningJson('c')} as json from ${getTableName(zoneCleanings)} c
      where ${ofZone} and c.coverage >= ${leastCoverage} order by c.ended_at desc limit 1
    ) good on true
    cross join lateral (
      select case t.source when 'INTERVAL' then good.ended_at + t.every_hours * interval '1 hour'
        when 'SCHEDULE' then ${plannedDue} end as due_at
    ) due`;

/** SQL of the state of zone `z`, after `dueOfZone`. */
export const stateOfZone = `case
        when coalesce(t.source, 'NONE') = 'NONE' then 'FREE'
        when t.source = 'INTERVAL' and good.ended_at is null then 'NEVER'
        when due.due_at is null then 'FREE'
        when due.due_at <= $1::timestamptz then 'OVERDUE'
        when due.due_at <= $1::timestamptz + ${soon} then 'SOON'
        else 'FRESH' end`;
