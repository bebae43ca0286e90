/** The list request of both sides: filter and page. */
export interface Asked {
  states: string[];
  page: number;
  pageSize: number;
}

/** What the bare process answers. Both statements take companies and states; the rows also a limit and an offset. */
export interface BareList {
  databaseUrl: string;
  rowsSql: string;
  totalSql: string;
}

/** Hand-written SQL for the list and its exact total, with the tenant scope only. */
export const rowsSql = `
  select d.id, d.sn, d.model, d.manufacturer, d.nickname, d.company_id, c.name as company_name, s.id as site_id, s.name as site_name,
    d.binding, d.activated_at, d.usable_until, d.inventory, d.use_status, d.usage_type, d.warranty_from, d.warranty_until, d.iccid, d.tags, d.software_version,
    d.hardware_version, d.version, g.id as group_id, g.name as group_name, l.state, l.since, l.last_seen_at, l.mode, l.paused, l.soc, l.charging, l.map_id,
    l.clean_water_pct, l.dirty_water_pct, l.dust_bag_pct, l.network_mode, l.cleaning_mode, l.coverage, l.run_id, l.alarm_level
  from devices d
  join companies c on c.id = d.company_id
  left join sites s on s.id = d.site_id
  left join device_groups g on g.id = d.group_id and g.company_id = d.company_id
  left join device_live l on l.id = d.id
  where d.company_id = any($1) and d.binding <> 'VOID' and coalesce(l.state, 'OFFLINE') = any($2)
  order by d.nickname, d.id limit $3 offset $4`;

export const totalSql = `
  select count(*)::int as total from devices d left join device_live l on l.id = d.id
  where d.company_id = any($1) and d.binding <> 'VOID' and coalesce(l.state, 'OFFLINE') = any($2)`;
