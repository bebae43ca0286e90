import { maxSnoozeDays } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { missedStarts, missedStartsSql } from '../../../entities/work/missed-starts.ts';
import {
  inNeedScope,
  needAccount,
  needCompany,
  needNow,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { needHandOvers, needSnoozes } from './need-table.ts';

const rank = 'level desc, lost_m2_hours desc nulls last, since, id';

/** An alarm of this level is listed for all who see the robot, also if another person takes care of it. */
const seenByAll = 5;

const sourceRows = ({ kind, sql }: NeedSource, index: number) =>
  `select ${index} as source, '${kind}' as kind, s.* from (${sql}) s`;

/** The rows of a page with the names that the caller sees. */
const columns = `p.id, p.source, p.kind, p.level, p.since, p.area_m2 as "areaM2", p.lost_m2_hours as "lostM2Hours",
  p.company_id as "companyId", o.name as "companyName",
  case when v.id is not null then jsonb_build_object('id', v.id, 'name', coalesce(nullif(v.nickname, ''), v.sn), 'sn', v.sn, 'model', v.model) end as device,
  case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as site,
  case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name) end as task,
  case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end as map,
  case when p.zone_id is not null then jsonb_build_object('id', p.zone_id, 'name', p.name) end as zone,
  coalesce(p.name, k.name, nullif(v.nickname, ''), v.sn, m.name, '') as name, p.record_id as "recordId", p.fixer, p.action,
  p.reason, p.params, p.snoozed_until as "snoozedUntil", p.assignee_id as "assigneeId", a.name as "assigneeName", p.handed_at as "handedAt", p.is_handed as "isHanded"`;

/**
 * SQL of one page of the needs of several sources, with the counts of all. It has one row at least. Parameters: now, companies in
 * scope, own company, own account, snoozed ('true' or 'false'), kinds, assignee, id, limit, offset, of others. A snooze or a hand-over that
 * ended is judged by the clock here. A hand-over goes before the owner of the record. A need with the cause of another one, and what
 * another person takes care of, are left out.
 */
export const needStatement = (sources: readonly NeedSource[]): string => `
  with typed as (select $1::timestamptz, $2::uuid[], ${needCompany}, ${needAccount}),
  ${missedStarts} as (${missedStartsSql}),
  found as (${sources.map(sourceRows).join('\n  union all\n  ')}),
  judged as (
    select n.*, n.kind || ':' || n.key as id, z.until as snoozed_until, coalesce(h.account_id, n.owner_id) as assignee_id,
      coalesce(h.handed_at, n.owned_at) as handed_at, h.account_id is not null as is_handed
    from found n
    left join ${getTableName(needSnoozes)} z on z.account_id = ${needAccount} and z.need_id = n.kind || ':' || n.key and z.until > ${needNow}
    left join ${getTableName(needHandOvers)} h on h.need_id = n.kind || ':' || n.key and h.company_id = coalesce(n.company_id, ${needCompany})
      and h.handed_at > ${needNow} - interval '${maxSnoozeDays} days'
    where n.part_of is null or not exists (select from found c where c.kind || ':' || c.key = n.part_of)
  ),
  reached as (
    select *, assignee_id is not null and assignee_id <> ${needAccount} and not (kind = 'ALARM' and level >= ${seenByAll}) as is_of_other from judged
  ),
  filtered as (
    select * from reached where ($5::text is null or (snoozed_until is not null) = ($5::text = 'true')) and ($6::text[] is null or kind = any($6::text[]))
      and ($7::uuid is null or assignee_id = $7::uuid) and ($8::text is null or id = $8::text)
      and ($11::boolean is null or is_of_other = $11::boolean)
  ),
  counts as (
    select (select count(*)::int from filtered) as total, (select count(*)::int from reached where snoozed_until is not null and not is_of_other) as snoozed,
      (select count(*)::int from reached where snoozed_until is null and is_of_other) as others,
      (select coalesce(jsonb_object_agg(kind, n), '{}') from (
        select kind, count(*)::int as n from reached where snoozed_until is null and not is_of_other group by kind) k) as kinds
  )
  select c.total, c.snoozed as "snoozedCount", c.others as "othersCount", c.kinds, ${columns}
  from counts c
    left join (select * from filtered order by ${rank} limit $9::int offset $10::int) p on true
    left join ${getTableName(companies)} o on o.id = p.company_id
    left join ${getTableName(devices)} v on v.id = p.device_id
    left join ${getTableName(tasks)} k on k.id = p.task_id
    left join ${getTableName(maps)} m on m.id = p.map_id
    left join ${getTableName(sites)} s on s.id = coalesce(v.site_id, m.site_id)
    left join lateral (
      select coalesce(nullif(a.nickname, ''), a.username) as name from ${getTableName(accounts)} a
      where a.id = p.assignee_id and (a.id = ${needAccount} or ${inNeedScope('a.company_id')})
    ) a on true
  order by p.level desc, p.lost_m2_hours desc nulls last, p.since, p.id`;
