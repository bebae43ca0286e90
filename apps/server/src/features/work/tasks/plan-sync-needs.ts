import { taskCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import {
  inNeedScope,
  isServedDevice,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { schedulesSection, tasksSection } from '../../devices/settings/section-service.ts';

/** Any task of the robot: sending one again sends all. */
const anyTask = `(select k.id from ${getTableName(tasks)} k where k.device_id = f.device_id and k.state <> 'DELETED'
  order by k.updated_at desc, k.id limit 1)`;

/** Robots that did not take their tasks or plans. */
export const planSyncNeeds = (): NeedSource[] => [
  {
    kind: 'PLAN_SYNC',
    allow: taskCalls.list.allow,
    sql: needRows(
      {
        key: 'f.device_id',
        companyId: 'f.company_id',
        level: '3',
        since: 'coalesce(f.since, v.updated_at)',
        deviceId: 'f.device_id',
        recordId: anyTask,
        fixer: needWord('OPERATOR'),
        action: `case when ${anyTask} is null then ${needWord('OPEN_DEVICE')} else ${needWord('SEND_PLANS')} end`,
        reason: needWord('SYNC_FAILED'),
        params: `jsonb_build_object('code', f.code)`,
      },
      `from (
        select s.device_id, s.company_id, max(s.code) as code, min(coalesce(s.syncing_since, s.changed_at, s.reported_at)) as since
        from ${getTableName(deviceSections)} s
        where s.state = 'SYNC_FAILED' and s.name in ('${tasksSection}', '${schedulesSection}') and ${inNeedScope('s.company_id')}
        group by s.device_id, s.company_id
      ) f join ${getTableName(devices)} v on v.id = f.device_id and ${isServedDevice('v')}`,
    ),
  },
];
