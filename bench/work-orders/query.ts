/** Hand-written SQL for the list of orders and its exact total, with the tenant scope only. */
export const rowsSql = `
  select w.id, w.number, w.name, w.type, w.level, w.fault_type, w.origin, w.description, w.state, w.company_id, c.name as company_name,
    s.id as site_id, s.name as site_name, s.timezone, d.id as device_id, w.device_sn, w.device_name, w.device_model, w.alarm_id,
    w.alarm_code, p.nickname as publisher, a.nickname as assignee, w.assignee_number, w.appointment_from, w.appointment_until,
    w.waiting_for, w.waiting_since, w.submitted_at, w.dispatched_at, w.updated_at, w.resolved_at, w.resolution, w.verification,
    w.warranty, w.rating, w.respond_by, w.responded_at, w.resolve_by, w.responded_late, w.resolved_late, w.version,
    (select count(*)::int from work_order_pictures i where i.order_id = w.id) as picture_count
  from work_orders w
  join companies c on c.id = w.company_id
  left join sites s on s.id = w.site_id
  left join devices d on d.id = w.device_id and d.company_id = w.company_id
  left join accounts p on p.id = w.publisher_id
  left join accounts a on a.id = w.assignee_id
  where w.company_id = any($1) and w.state = any($2)
  order by w.submitted_at desc, w.id desc limit $3 offset $4`;

export const totalSql = `select count(*)::int as total from work_orders w where w.company_id = any($1) and w.state = any($2)`;
