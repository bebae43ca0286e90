import postgres from 'postgres';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { companyId } from '../../seeds/many-devices.ts';

export interface ManyOrders {
  orders: number;
  companies: number;
  /** Number of orders of company 1, the large one. */
  large: number;
  /** Companies 2 to `equal.companies` + 1 have this many orders each, independent of the total. */
  equal: { companies: number; orders: number };
}

/** Orders per statement. */
const batch = 100_000;

/** Orders of the last 360 days: nine of ten are resolved, half of them name a robot and a code of the company. */
export async function seedManyOrders(databaseUrl: string, world: ManyOrders): Promise<void> {
  const { orders, companies, large, equal } = world;
  const equalEnd = large + equal.companies * equal.orders;
  const others = companies - 1 - equal.companies;
  const company = `case when n < ${large} then 1 when n < ${equalEnd} then 2 + (n - ${large}) / ${equal.orders}
    else ${equal.companies + 2} + (n - ${equalEnd}) % ${others} end`;
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  try {
    for (let from = 0; from < orders; from += batch)
      await sql.unsafe(`
        insert into work_orders (id, company_id, number, name, type, level, fault_type, origin, description, state, device_sn,
          device_name, device_model, device_id, alarm_code, publisher_id, assignee_id, submitted_at, dispatched_at, responded_at,
          resolved_at, resolution, resolved_late, resolve_left_ms, rating, updated_at)
        select ('0190d009-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, c.id, '2030-' || lpad(n::text, 8, '0'), 'Brush is jammed',
          'FAULT', (array['GENERAL', 'SERIOUS', 'FATAL'])[1 + n % 3], 'CLEANING', 'ALARM', 'The brush does not turn',
          case when open then (array['SUBMITTED', 'PROCESSING'])[1 + n % 2] else 'RESOLVED' end, 'D' || lpad((n % 9000)::text, 8, '0'),
          'Robot', (array['J20', 'J30', 'J40'])[1 + n % 3],
          case when n % 2 = 0 and not open then ('0190d001-0000-7000-8000-' || lpad((n % 9000)::text, 12, '0'))::uuid end,
          (array['20110', '10110', '30102', '40101'])[1 + n % 4], c.id, case when n % 5 > 0 then c.id end, t.at,
          t.at + interval '1 hour', t.at + interval '1 hour', case when not open then t.at + (1 + n % 50) * interval '1 hour' end,
          case when not open then 'FIXED' end, case when not open then n % 7 / 6 end, 0, case when n % 3 = 0 then 1 + n % 5 end, t.at
        from generate_series(${from}, ${Math.min(orders, from + batch) - 1}) n,
          lateral (select ('0190d000-0000-7000-8000-' || lpad((${company})::text, 12, '0'))::uuid as id) c,
          lateral (select n % 10 = 0 as open, now() - ((n::bigint * 7919) % 518400) * interval '1 minute' as at) t`);
    await sql`vacuum analyze work_orders`;
    const [counts] = await sql<{ all: number; second: number }[]>`
      select count(*)::int as all, count(*) filter (where company_id = ${companyId(2)})::int as second from work_orders`;
    if (counts?.all !== orders || counts.second !== equal.orders)
      throw new Error('the seeded orders are wrong');
  } finally {
    await sql.end();
  }
}
