import { deviceCalls } from '@sweepline/contract';
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

const warnBefore = `interval '30 days'`;

/** Robots whose use ends within a month, or has ended. */
export const useNeeds = (): NeedSource[] => [
  {
    kind: 'USE_ENDING',
    allow: deviceCalls.list.allow,
    sql: needRows(
      {
        key: 'v.id',
        companyId: 'v.company_id',
        level: `case when v.usable_until <= ${needNow} then 4 when v.usable_until <= ${needNow} + interval '7 days' then 3 else 2 end`,
        since: `case when v.usable_until <= ${needNow} then v.usable_until else v.usable_until - ${warnBefore} end`,
        deviceId: 'v.id',
        fixer: needWord('ADMINISTRATOR'),
        action: needWord('OPEN_BINDING'),
        reason: `case when v.usable_until <= ${needNow} then ${needWord('USE_ENDED')} else ${needWord('USE_ENDS')} end`,
        params: `jsonb_build_object('until', to_char(v.usable_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`,
      },
      `from ${getTableName(devices)} v
      where v.usable_until <= ${needNow} + ${warnBefore} and v.binding <> 'UNBINDING' and ${isServedDevice('v')} and ${inNeedScope('v.company_id')}`,
    ),
  },
];
