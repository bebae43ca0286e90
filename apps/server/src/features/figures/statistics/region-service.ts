import type { Place } from '@sweepline/contract';
import { workingModes } from '@sweepline/contract/robot';
import { getTableName } from 'drizzle-orm';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { paginate, type PageInput } from '../../../platform/db/paginate.ts';

interface PlaceFilter extends PageInput {
  companyId?: string | undefined;
  siteId?: string | null | undefined;
}

const within = `($1::uuid[] is null or s.company_id = any($1::uuid[])) and ($2::uuid is null or s.company_id = $2::uuid)
  and ($3::uuid is null or s.id = $3::uuid)`;

/** Sites with the state of their robots, those with most robots first. */
export async function readPlaces(db: Tx, { companyId, siteId, ...page }: PlaceFilter) {
  const parameters = [db.scope === '*' ? null : db.scope, companyId ?? null, siteId ?? null];
  return await paginate(
    page,
    (limit, offset) =>
      db.raw<Place>(
        `select s.id, s.name, s.address, c.name as "companyName", c.region as country, s.latitude, s.longitude,
           count(v.id)::int as devices, count(v.id) filter (where l.state = 'ONLINE')::int as online,
           count(v.id) filter (where l.state = 'ONLINE' and l.mode = any($4::text[]))::int as working,
           coalesce(max(l.alarm_level), 0) as "alarmLevel"
         from ${getTableName(sites)} s join ${getTableName(companies)} c on c.id = s.company_id
           left join ${getTableName(devices)} v on v.site_id = s.id and v.binding <> 'VOID'
           left join ${getTableName(deviceLives)} l on l.id = v.id
         where ${within}
         group by s.id, c.name, c.region order by devices desc, s.name, s.id limit $5::int offset $6::int`,
        [...parameters, workingModes, limit, offset],
      ),
    db
      .raw<{ total: number }>(
        `select count(*)::int as total from ${getTableName(sites)} s where ${within}`,
        parameters,
      )
      .then(([counted]) => counted?.total ?? 0),
  );
}
