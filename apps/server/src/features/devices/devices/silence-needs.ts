import { deviceCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { isActiveTask, missedStarts } from '../../../entities/work/missed-starts.ts';
import {
  inNeedScope,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { scheduleStarts, schedules } from '../../../entities/work/schedule-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';

/** A short loss of the connection is normal. */
const silentFor = `interval '10 minutes'`;
const aheadFor = `interval '1 day'`;

const since = 'coalesce(l.since, l.last_seen_at, v.updated_at)';

/** The next start of a robot within a day, or one that the dispatcher still tries. */
const comingWork = `select device_id, min(due_at) as due_at from (
    select p.device_id, p.next_due_at as due_at from ${getTableName(schedules)} p
      join ${getTableName(tasks)} k on k.id = p.task_id and ${isActiveTask('k')}
    where p.enabled and p.next_due_at <= ${needNow} + ${aheadFor}
    union all
    select s.device_id, s.due_at from ${getTableName(scheduleStarts)} s where s.state = 'DUE' and s.due_at <= ${needNow}
  ) coming group by device_id`;

/** Silent robots with work: what they missed in the last day, or what is due within the next one. */
export const silenceNeeds = (): NeedSource[] => [
  {
    kind: 'SILENT',
    allow: deviceCalls.list.allow,
    sql: needRows(
      {
        key: 'v.id',
        companyId: 'v.company_id',
        level: 'case when m.device_id is null then 3 else 4 end',
        since,
        areaM2: 'm.area_m2',
        lostM2Hours: 'm.lost_m2_hours',
        deviceId: 'v.id',
        fixer: needWord('ANYONE'),
        action: needWord('OPEN_DEVICE'),
        reason: `case when m.device_id is null then ${needWord('WORK_AHEAD')} else ${needWord('WORK_MISSED')} end`,
        params: `jsonb_build_object('starts', coalesce(m.starts, 0), 'dueAt', to_char(c.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'timezone', s.timezone)`,
      },
      `from ${getTableName(deviceLives)} l
      join ${getTableName(devices)} v on v.id = l.id and v.binding = 'ACTIVATED' and ${inNeedScope('v.company_id')}
      left join (
        select device_id, sum(area_m2) as area_m2, sum(lost_m2_hours) as lost_m2_hours, sum(starts) as starts
        from ${missedStarts} group by device_id
      ) m on m.device_id = v.id
      left join (${comingWork}) c on c.device_id = v.id
      left join ${getTableName(sites)} s on s.id = v.site_id
      where l.state = 'OFFLINE' and ${since} <= ${needNow} - ${silentFor}
        and (m.device_id is not null or c.device_id is not null)`,
    ),
  },
];
