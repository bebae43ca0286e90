import { zoneBoardCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { maps } from '../../../entities/places/map-table.ts';
import {
  hoursSince,
  inNeedScope,
  needNow,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { dueOfZone, stateOfZone } from './zone-board-sql.ts';
import { zoneTargets } from './zone-board-table.ts';

/** Zones with a target, of the visible maps. */
const targetedZones = `select m.id as map_id, m.company_id, z.value ->> 'id' as zone_id, z.value ->> 'name' as name, z.value -> 'points' as points
  from (select distinct t.map_id from ${getTableName(zoneTargets)} t where t.source <> 'NONE' and ${inNeedScope('t.company_id')}) g
    join ${getTableName(maps)} m on m.id = g.map_id
    cross join lateral jsonb_array_elements(m.elements -> 'zones') z
  where z.value ->> 'type' = 'CLEAN'`;

const corner = (index: string, axis: string) => `(z.points -> (${index}) ->> '${axis}')::float8`;
const next = '(p.place::int % jsonb_array_length(z.points))';
const here = 'p.place::int - 1';
/** The area of the polygon of a zone without a measured floor. */
const polygonM2 = `(select abs(sum(${corner(here, 'x')} * ${corner(next, 'y')} - ${corner(next, 'x')} * ${corner(here, 'y')})) / 2
  from jsonb_array_elements(z.points) with ordinality p(value, place))`;

/** Due of a zone that was never cleaned: one interval after its target was set. */
const dueAt = `case when j.state = 'NEVER' then j.target_at + j.every_hours * interval '1 hour' else j.due_at end`;

const rows = `select z.map_id, z.company_id, z.zone_id, z.name, z.overdue_at as since, z.state, z.source, z.every_hours,
    coalesce(z.floor_m2, ${polygonM2}) as area_m2
  from (
    select j.*, ${dueAt} as overdue_at from (
      select z.*, t.source, t.every_hours, t.updated_at as target_at, good.floor_m2, due.due_at, ${stateOfZone} as state
      from (${targetedZones}) z
      join ${getTableName(zoneTargets)} t on t.map_id = z.map_id and t.zone_id = z.zone_id and t.source <> 'NONE'
      ${dueOfZone}
    ) j where j.state in ('OVERDUE', 'NEVER')
  ) z`;

/**
 * Overdue zones by the rules of the board. A start that was missed within the last day is the need of its task, so a zone with a
 * plan follows after that day.
 */
export const zoneNeeds = (): NeedSource[] => [
  {
    kind: 'OVERDUE_ZONE',
    allow: zoneBoardCalls.list.allow,
    sql: needRows(
      {
        key: `z.map_id || ':' || z.zone_id`,
        companyId: 'z.company_id',
        level: '3',
        since: 'z.since',
        areaM2: 'z.area_m2',
        lostM2Hours: `z.area_m2 * ${hoursSince('z.since')}`,
        mapId: 'z.map_id',
        zoneId: 'z.zone_id',
        name: 'z.name',
        fixer: needWord('OPERATOR'),
        // The page of needs proposes a robot by the rule of all starts.
        action: needWord('OPEN_ZONE'),
        reason: `case when z.state = 'NEVER' then ${needWord('NEVER_CLEANED')} when z.source = 'SCHEDULE' then ${needWord('PLAN_PASSED')}
          else ${needWord('INTERVAL_OVER')} end`,
        params: `jsonb_build_object('hours', z.every_hours)`,
      },
      `from (${rows}) z
      where z.since <= ${needNow} and (z.source = 'INTERVAL' or z.since <= ${needNow} - interval '1 day')`,
    ),
  },
];
