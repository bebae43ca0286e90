import { maintenancePlanCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import {
  inNeedScope,
  isServedDevice,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { maintenanceDues } from './maintenance-plan-table.ts';

/** Robots whose maintenance is overdue, or due with its work order made. */
export const maintenanceNeeds = (): NeedSource[] => [
  {
    kind: 'MAINTENANCE',
    allow: maintenancePlanCalls.dues.allow,
    sql: needRows(
      {
        key: 'm.id',
        companyId: 'm.company_id',
        level: `case when m.due_at <= ${needNow} then 3 else 2 end`,
        since: `least(m.due_at, ${needNow})`,
        deviceId: 'm.device_id',
        fixer: needWord('TECHNICIAN'),
        action: needWord('OPEN_MAINTENANCE'),
        reason: `case when m.due_at <= ${needNow} then ${needWord('MAINTENANCE_OVERDUE')} else ${needWord('MAINTENANCE_DUE')} end`,
        params: `jsonb_build_object('plan', m.plan_name, 'until', m.due_at)`,
      },
      `from ${getTableName(maintenanceDues)} m
      join ${getTableName(devices)} v on v.id = m.device_id and ${isServedDevice('v')}
      where ${inNeedScope('m.company_id')} and m.active and (m.due_at <= ${needNow} or m.order_id is not null)`,
    ),
  },
];
