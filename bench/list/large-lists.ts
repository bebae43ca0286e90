import { alarmCalls, deviceCalls, urlOf, type Call } from '@sweepline/contract';
import { bareList as alarmList } from '../alarms/list-measures.ts';

/** One list of the large company: the call, and bare SQL for the same rows. */
export interface LargeList {
  name: string;
  path: string;
  body: { page: number; pageSize: number };
  rows: string;
  total: string;
  /** How many times faster than the build before it should be. */
  goal: number;
}

const deviceColumns = `
  select d.id, d.sn, d.model, d.manufacturer, d.nickname, d.company_id, c.name as company_name, s.id as site_id, s.name as site_name,
    d.binding, d.activated_at, d.usable_until, d.inventory, d.use_status, d.usage_type, d.warranty_from, d.warranty_until, d.iccid, d.tags, d.software_version,
    d.hardware_version, d.version, g.id as group_id, g.name as group_name, l.state, l.since, l.last_seen_at, l.mode, l.paused, l.soc, l.charging, l.map_id,
    l.clean_water_pct, l.dirty_water_pct, l.dust_bag_pct, l.network_mode, l.cleaning_mode, l.coverage, l.run_id, l.alarm_level
  from devices d
  join companies c on c.id = d.company_id
  left join sites s on s.id = d.site_id
  left join device_groups g on g.id = d.group_id and g.company_id = d.company_id
  left join device_live l on l.id = d.id
  where d.company_id = any($1) and d.binding <> 'VOID'`;

const list = (
  name: string,
  call: Call,
  goal: number,
  body: { page?: number } & Record<string, unknown>,
  sql: { rows: string; total: string },
): LargeList => ({ name, path: urlOf(call), goal, body: { page: 1, pageSize: 20, ...body }, ...sql });

/** Hand-written SQL for a page of robots and the exact total, with the tenant scope only. */
const robots = (order: string, more = '') => ({
  rows: `${deviceColumns}${more} order by ${order} limit $2 offset $3`,
  total: `select count(*)::int as total from devices d where d.company_id = any($1) and d.binding <> 'VOID'${more}`,
});

const byName = robots('d.nickname, d.id');
const keyword = '1234';

export const largeLists: LargeList[] = [
  list('robots by name, page 1', deviceCalls.list, 10, { sort: 'nickname' }, byName),
  list(
    'robots by activation, newest first',
    deviceCalls.list,
    50,
    { sort: '-activatedAt' },
    robots('d.activated_at desc nulls last, d.id desc'),
  ),
  list('robots by name, page 500', deviceCalls.list, 20, { sort: 'nickname', page: 500 }, byName),
  list(
    'robots by battery, lowest first',
    deviceCalls.list,
    10,
    { sort: 'soc' },
    robots('l.soc asc, d.id asc'),
  ),
  list(
    'robots with a keyword of few hits',
    deviceCalls.list,
    15,
    { sort: 'nickname', keyword },
    robots('d.nickname, d.id', ` and (d.nickname ilike '%${keyword}%' or d.sn ilike '%${keyword}%')`),
  ),
  list('alarms, page 1', alarmCalls.list, 4, {}, { rows: alarmList.rows, total: alarmList.total }),
];
