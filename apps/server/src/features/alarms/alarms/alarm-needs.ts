import { alarmCalls, alarmFixers, defaultFixerOf } from '@sweepline/contract';
import { alarmCodes, foreignCode } from '@sweepline/contract/robot';
import { getTableName } from 'drizzle-orm';
import { alarmSettingOf } from '../../../entities/alarms/alarm-setting-service.ts';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { stopsCleaning } from '../../../entities/alarms/stopping-alarms.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { missedStarts } from '../../../entities/work/missed-starts.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import {
  inNeedScope,
  isServedDevice,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { alarmActs } from './alarm-act-table.ts';

/** From this effective level on a robot needs help: see docs/protocol/codes.md#alarm-codes. */
const minLevel = 3;
/** The used up part itself is a need of its own, which names the part. */
const consumableExhausted = '20302';

const codes = Object.keys(alarmCodes);
const defaultFixer = (code: string) =>
  `case ${alarmFixers
    .filter((fixer) => fixer !== 'TECHNICIAN')
    .map((fixer) => {
      const ofFixer = codes.filter((each) => defaultFixerOf(each) === fixer).map((each) => `'${each}'`);
      return `when ${code} in (${ofFixer.join(', ')}) then '${fixer}'`;
    })
    .join(' ')} else ${needWord('TECHNICIAN')} end`;

/** Only codes with settings are looked up; the others have the fixer of the product. */
const fixer = `coalesce(
  case when a.code in (select s.code from ${getTableName(alarmSettings)} s where s.fixer is not null) then (
    select setting.fixer from ${alarmSettingOf({
      companyId: 'a.company_id',
      code: 'a.code',
      errorType: 'a.error_type',
      model: 'v.model',
      now: needNow,
    })} setting) end,
  ${defaultFixer('a.code')})`;

/** Only codes with a suggestion are looked up. An alarm with an order needs no second one. */
const action = `case when a.code in (select s.code from ${getTableName(alarmSettings)} s where s.order_mode = 'SUGGEST')
    and (select setting.order_mode from ${alarmSettingOf({
      companyId: 'a.company_id',
      code: 'a.code',
      errorType: 'a.error_type',
      model: 'v.model',
      now: needNow,
    })} setting) = 'SUGGEST'
    and not exists (select from ${getTableName(workOrders)} w where w.device_id = a.device_id and w.alarm_code = a.code
      and (w.state <> 'RESOLVED' or w.alarm_id = a.alarm_id))
  then ${needWord('ADD_ORDER')} else ${needWord('OPEN_ALARM')} end`;

/** The alarms that stand, and the causes of which a follower stands. */
const openIds = `select o.id from ${getTableName(alarms)} o where o.cleared_at is null and ${inNeedScope('o.company_id')}
  union all select o.cause_id from ${getTableName(alarms)} o where o.cleared_at is null
    and o.cause_id is not null and ${inNeedScope('o.company_id')}`;
const ownedAt = `(select max(c.at) from ${getTableName(alarmActs)} c where c.alarm_id = a.owned_id and c.kind = 'ASSIGNED')`;

/**
 * Open alarms, one need per robot and code. The first one that forbids cleaning costs the starts that the robot missed since then. Followers stand under their cause,
 * and a shelved or processed alarm is no need.
 */
export const alarmNeeds = (): NeedSource[] => [
  {
    kind: 'ALARM',
    allow: alarmCalls.list.allow,
    sql: needRows(
      {
        key: `a.device_id || ':' || a.code`,
        companyId: 'a.company_id',
        level: 'a.level',
        since: 'a.raised_at',
        areaM2: 'a.area_m2',
        lostM2Hours: 'a.lost_m2_hours',
        deviceId: 'a.device_id',
        recordId: 'a.alarm_id',
        ownerId: 'a.owner_id',
        ownedAt: `case when a.owner_id is not null then coalesce(${ownedAt}, a.raised_at) end`,
        fixer,
        action,
        reason: needWord('ALARM_OPEN'),
        params: `jsonb_build_object('code', a.code, 'text', a.text, 'level', a.level, 'count', a.count, 'starts', coalesce(a.starts, 0))`,
      },
      `from (
        select a.*, m.area_m2, m.lost_m2_hours, m.starts
        from (select g.*, ${stopsCleaning('g', 'level')} and row_number() over
          (partition by g.device_id, ${stopsCleaning('g', 'level')} order by g.raised_at, g.code) = 1 as is_first from (
          select a.device_id, a.company_id, a.code, max(a.effective_level) as level, min(a.raised_at) as raised_at,
            sum(a.count)::int as count, max(a.text) as text, max(case a.code when '${foreignCode}' then a.type else '' end) as error_type,
            (array_agg(a.id order by a.effective_level desc, a.raised_at, a.id))[1] as alarm_id,
            (array_agg(a.id order by a.raised_at, a.id) filter (where a.owner_id is not null))[1] as owned_id,
            (array_agg(a.owner_id order by a.raised_at, a.id) filter (where a.owner_id is not null))[1] as owner_id
          from ${getTableName(alarms)} a
          where a.id in (${openIds}) and a.cause_id is null and a.effective_level >= ${minLevel}
            and a.code <> '${consumableExhausted}' and a.processed_at is null and coalesce(a.shelved_until <= ${needNow}, true)
            and ${inNeedScope('a.company_id')}
          group by a.device_id, a.company_id, a.code
        ) g) a left join lateral (
          select sum(m.area_m2) as area_m2, sum(m.lost_m2_hours) as lost_m2_hours, sum(m.starts) as starts
          from ${missedStarts} m where m.device_id = a.device_id and m.since >= a.raised_at and a.is_first
        ) m on true
      ) a
      join ${getTableName(devices)} v on v.id = a.device_id and v.company_id = a.company_id and ${isServedDevice('v')}`,
    ),
  },
];
