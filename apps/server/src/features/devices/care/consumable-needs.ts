import { deviceCareCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import {
  inNeedScope,
  isServedDevice,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';

/** The alarm of a used up part tells since when. The robot repeats the level with every state. */
const exhaustedAt = `(select min(a.raised_at) from ${getTableName(alarms)} a
  where a.device_id = v.id and a.code = '20302' and a.cleared_at is null)`;

/** Parts that are used up, as the robot last reported them. */
export const consumableNeeds = (): NeedSource[] => [
  {
    kind: 'CONSUMABLE',
    allow: deviceCareCalls.consumables.allow,
    sql: needRows(
      {
        key: `v.id || ':' || (part.value ->> 'id')`,
        companyId: 'v.company_id',
        level: '3',
        since: `coalesce(${exhaustedAt}, (l.live #>> '{consumables,at}')::timestamptz, ${needNow})`,
        deviceId: 'v.id',
        fixer: needWord('ANYONE'),
        action: needWord('OPEN_CARE'),
        reason: needWord('PART_EXHAUSTED'),
        params: `jsonb_build_object('part', part.value ->> 'id')`,
      },
      `from ${getTableName(deviceLives)} l
      join ${getTableName(devices)} v on v.id = l.id and ${isServedDevice('v')}
      cross join lateral jsonb_array_elements(case jsonb_typeof(l.live #> '{consumables,value}')
        when 'array' then l.live #> '{consumables,value}' else '[]'::jsonb end) part
      where ${inNeedScope('v.company_id')} and (part.value ->> 'remainingPct')::float8 <= 0`,
    ),
  },
];
