import { getTableName } from 'drizzle-orm';
import { alarmChanged } from '../../entities/devices/alarm-change.ts';
import { alarmSettingOf } from '../../entities/devices/alarm-setting-service.ts';
import { alarms } from '../../entities/devices/alarm-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { companies } from '../../entities/people/company-table.ts';
import type { Ctx } from '../../platform/calls/ctx.ts';

interface Changed {
  alarmId: string;
  deviceId: string;
  deviceName: string;
  companyId: string;
  code: string;
  level: number;
  text: string;
}

/** Lists follow any of them; more would only repeat that they changed. */
const maxPublished = 200;

/**
 * Gives the open alarms of a code the level that the settings now have, in the company of this path and in those below it that
 * inherit from it.
 */
export async function applyLevels({ db, now, services }: Ctx, path: string, code: string): Promise<number> {
  const setting = alarmSettingOf({
    companyId: 'a.company_id',
    code: 'a.code',
    errorType: 'a.type',
    model: `coalesce(v.model, '')`,
    now: '$3::timestamptz',
  });
  const rows = await db.raw<Changed>(
    `with next as (
       select a.id, s.level, coalesce(nullif(v.nickname, ''), v.sn, '') as device_name
       from ${getTableName(alarms)} a
       left join ${getTableName(devices)} v on v.id = a.device_id
       cross join lateral ${setting} s
       where a.cleared_at is null and a.code = $2 and a.company_id in (
         select id from ${getTableName(companies)} where path ~>=~ $1 and path ~<~ (left($1, -1) || '0')))
     update ${getTableName(alarms)} set level_override = next.level from next
     where alarms.id = next.id and alarms.level_override is distinct from next.level
     returning alarms.id as "alarmId", alarms.device_id as "deviceId", next.device_name as "deviceName",
       alarms.company_id as "companyId", alarms.code, alarms.effective_level as level, alarms.text`,
    [path, code, now().toISOString()],
  );
  db.afterCommit(() => {
    for (const { companyId, ...alarm } of rows.slice(0, maxPublished))
      // `again`: lists and counts follow, and it is not announced as a new alarm.
      services.bus.publish(alarmChanged, { ...alarm, raised: true, again: true }, { companyId });
  });
  return rows.length;
}
