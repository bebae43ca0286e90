import { taskCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { deviceLives } from '../../entities/devices/device-live-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { missedStarts } from '../../entities/work/missed-starts.ts';
import { isServedDevice, needRows, needWord, type NeedSource } from '../../entities/work/need-source.ts';

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
