import { networkCardCalls } from '@sweepline/contract';
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
import { networkCards } from './network-card-table.ts';

const warnBefore = `interval '30 days'`;

/** Cards whose contract ends within a month, or ended in the last one. */
export const cardNeeds = (): NeedSource[] => [
  {
    kind: 'SIM_ENDING',
    allow: networkCardCalls.list.allow,
    sql: needRows(
      {
        key: 'c.id',
        companyId: 'c.company_id',
        level: `case when c.expires_at <= ${needNow} then 4 when c.expires_at <= ${needNow} + interval '7 days' then 3 else 2 end`,
        since: `case when c.expires_at <= ${needNow} then c.expires_at else c.expires_at - ${warnBefore} end`,
        deviceId: 'v.id',
        recordId: 'c.iccid',
        name: 'c.iccid',
        fixer: needWord('ADMINISTRATOR'),
        action: needWord('OPEN_CARDS'),
        reason: `case when c.expires_at <= ${needNow} then ${needWord('SIM_ENDED')} else ${needWord('SIM_ENDS')} end`,
        params: `jsonb_build_object('until', to_char(c.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'operator', c.operator)`,
      },
      `from ${getTableName(networkCards)} c
      left join lateral (
        select v.id from ${getTableName(devices)} v where v.iccid = c.iccid and ${isServedDevice('v')} order by v.id limit 1
      ) v on true
      where c.status <> 'DEACTIVATED' and c.expires_at <= ${needNow} + ${warnBefore} and c.expires_at > ${needNow} - ${warnBefore}
        and ${inNeedScope('c.company_id')}`,
    ),
  },
];
