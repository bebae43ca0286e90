import { topics } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { alarmSettingOf } from '../../../entities/alarms/alarm-setting-service.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';

interface Changed {
  id: string;
  deviceId: string;
  companyId: string;
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
       select a.id, s.level
       from ${getTableName(alarms)} a
       left join ${getTableName(devices)} v on v.id = a.device_id
       cross join lateral ${setting} s
       where a.cleared_at is null and a.code = $2 and a.company_id in (
         select id from ${getTableName(companies)} where path ~>=~ $1 and path ~<~ (left($1, -1) || '0')))
     update ${getTableName(alarms)} set level_override = next.level from next
     where alarms.id = next.id and alarms.level_override is distinct from next.level
     returning alarms.id, alarms.device_id as "deviceId", alarms.company_id as "companyId"`,
    [path, code, now().toISOString()],
  );
  db.afterCommit(() => {
    for (const [companyId, changed] of Map.groupBy(rows.slice(0, maxPublished), (row) => row.companyId))
      services.bus.publish(
        topics.alarmActs,
        { changes: changed.map(({ id, deviceId }) => ({ id, deviceId })) },
        { companyId },
      );
  });
  return rows.length;
}
