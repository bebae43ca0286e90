import { getTableName } from 'drizzle-orm';
import { hoursSince, inNeedScope, needNow } from '../figures/need-source.ts';
import { runs } from './run-table.ts';
import { scheduleStarts } from './schedule-table.ts';
import { tasks } from './task-table.ts';

/** After this time a missed start is history: the next one is due. */
const missedSpan = `interval '1 day'`;

/** SQL: task `alias` may start. */
export const isActiveTask = (alias: string): string => `${alias}.state not in ('DELETED', 'DISABLED')`;

/** The name of `missedStartsSql` in the statement of all needs, which computes it once for every source. */
export const missedStarts = 'missed_starts';

/** As in `outcomeOf` of the calendar. */
const missedFor = `coalesce(nullif(nullif(r.code, ''), 'SCHEDULE_MISSED'), nullif(s.reason, ''), r.code, '')`;

/**
 * SQL of the tasks whose starts of the last day were missed, with the area and the cleaning lost since the first of them. A run
 * that failed before it began counts as missed, as in the calendar; a run of the task after the start has caught it up.
 */
export const missedStartsSql = `select s.company_id, s.task_id, s.device_id, k.map_id, min(s.due_at) as since, count(*)::int as starts,
    max(k.planned_m2) as area_m2, max(k.planned_m2) * ${hoursSince('min(s.due_at)')} as lost_m2_hours,
    (array_agg(${missedFor} order by s.due_at desc))[1] as code
  from ${getTableName(scheduleStarts)} s
    join ${getTableName(tasks)} k on k.id = s.task_id and ${isActiveTask('k')}
    left join ${getTableName(runs)} r on r.id = s.run_id and r.device_id = s.device_id
  where s.due_at > ${needNow} - ${missedSpan} and s.due_at <= ${needNow} and s.state in ('MISSED', 'STARTED') and ${inNeedScope('s.company_id')}
    and (s.state = 'MISSED' and r.id is null or r.state = 'FAILED' and r.started_at is null)
    and not exists (select from ${getTableName(runs)} c where c.task_id = s.task_id and c.created_at >= s.due_at
      and (c.state <> 'FAILED' or c.started_at is not null))
  group by s.company_id, s.task_id, s.device_id, k.map_id`;
