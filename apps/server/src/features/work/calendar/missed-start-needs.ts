import { taskCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { stopsCleaning } from '../../../entities/alarms/stopping-alarms.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { missedStarts } from '../../../entities/work/missed-starts.ts';
import {
  isServedDevice,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';

/** The need of the first open alarm that forbids cleaning, if it stood before the start: its cause. */
const alarmOf = `(select 'ALARM:' || a.device_id || ':' || a.code from ${getTableName(alarms)} a
  where a.device_id = m.device_id and a.cleared_at is null and a.cause_id is null and a.processed_at is null
    and coalesce(a.shelved_until <= ${needNow}, true) and ${stopsCleaning('a', 'effective_level')} and a.raised_at <= m.since
  order by a.raised_at, a.code limit 1)`;

/** Missed starts of robots that can be started now. Those of a silent robot are in the need of that robot. */
export const missedStartNeeds = (): NeedSource[] => [
  {
    kind: 'MISSED_START',
    allow: taskCalls.list.allow,
    sql: needRows(
      {
        key: 'm.task_id',
        companyId: 'm.company_id',
        level: '4',
        since: 'm.since',
        areaM2: 'm.area_m2',
        lostM2Hours: 'm.lost_m2_hours',
        deviceId: 'm.device_id',
        taskId: 'm.task_id',
        mapId: 'm.map_id',
        partOf: alarmOf,
        fixer: needWord('OPERATOR'),
        action: needWord('START_TASK'),
        reason: needWord('START_MISSED'),
        params: `jsonb_build_object('starts', m.starts, 'code', m.code)`,
      },
      `from ${missedStarts} m
      join ${getTableName(devices)} v on v.id = m.device_id and v.company_id = m.company_id and ${isServedDevice('v')}
      left join ${getTableName(deviceLives)} l on l.id = m.device_id
      where l.state is distinct from 'OFFLINE'`,
    ),
  },
];
