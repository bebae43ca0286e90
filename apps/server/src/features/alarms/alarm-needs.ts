import { alarmCalls, type NeedFixer } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { alarms } from '../../entities/devices/alarm-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { missedStarts } from '../../entities/work/missed-starts.ts';
import {
  inNeedScope,
  isServedDevice,
  needRows,
  needWord,
  type NeedSource,
} from '../../entities/work/need-source.ts';

/** From this level on a robot needs help: see docs/protocol/codes.md#alarm-codes. */
const minLevel = 3;
/** The used up part itself is a need of its own, which names the part. */
const consumableExhausted = '20302';

/** Who can clear an alarm. Others are for a technician. */
const fixers: Partial<Record<NeedFixer, readonly string[]>> = {
  ANYONE: [
    ...['10101', '10102', '10103', '10104', '10105', '10110', '20101', '20102', '20104', '20110', '20201'],
    ...['30102', '30103', '40201', '40202', '40210', '60201'],
  ],
  OPERATOR: ['40101', '40301', '60101', '60102', '60103', '80001', '80003'],
  FACTORY: ['70103'],
  ADMINISTRATOR: ['80010', '80011', '80012', '80013'],
};
const fixerOf = (code: string) =>
  `case ${Object.entries(fixers)
    .map(
      ([fixer, codes]) => `when ${code} in (${codes.map((each) => `'${each}'`).join(', ')}) then '${fixer}'`,
    )
    .join(' ')} else ${needWord('TECHNICIAN')} end`;

/** Open alarms, one need per robot and cause. It costs the starts that the robot missed since then. */
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
        fixer: fixerOf('a.code'),
        action: needWord('OPEN_DEVICE'),
        reason: needWord('ALARM_OPEN'),
        params: `jsonb_build_object('code', a.code, 'text', a.text, 'level', a.level, 'count', a.count, 'starts', coalesce(a.starts, 0))`,
      },
      `from (
        select a.*, sum(m.area_m2) as area_m2, sum(m.lost_m2_hours) as lost_m2_hours, sum(m.starts) as starts
        from (
          select a.device_id, a.company_id, a.code, max(a.level) as level, min(a.raised_at) as raised_at,
            sum(a.count)::int as count, max(a.text) as text
          from ${getTableName(alarms)} a
          where a.cleared_at is null and a.level >= ${minLevel} and a.code <> '${consumableExhausted}' and ${inNeedScope('a.company_id')}
          group by a.device_id, a.company_id, a.code
        ) a left join ${missedStarts} m on m.device_id = a.device_id and m.since >= a.raised_at
        group by a.device_id, a.company_id, a.code, a.level, a.raised_at, a.count, a.text
      ) a
      join ${getTableName(devices)} v on v.id = a.device_id and v.company_id = a.company_id and ${isServedDevice('v')}`,
    ),
  },
];
