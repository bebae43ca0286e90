import type { Subscription } from '@sweepline/contract';
import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, visible, inValues } from '../../../platform/db/page.ts';
import {
  subscriptionReaders,
  reportDeliveries,
  reportSubscriptions as table,
  withDocument,
} from './subscription-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { paginate, type PageInput } from '../../../platform/db/paginate.ts';

/** A column with its table name. The query builder omits the table in a sub-select. */
const column = (name: string) => sql.raw(`report_subscriptions.${name}`);

const readers = sql<Subscription['readers']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id, 'accountId', r.account_id,
      'name', coalesce(nullif(a.nickname, ''), a.username, r.address), 'address', coalesce(a.email, r.address),
      'unsubscribedAt', to_char(r.unsubscribed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by r.account_id is null, a.nickname, r.address)
  from ${subscriptionReaders} r left join ${accounts} a on a.id = r.account_id where r.subscription_id = ${column('id')}), '[]')`;

const last = sql<Subscription['last']>`(
  select jsonb_build_object('state', d.state, 'reason', case when d.state = 'SENT' then '' else d.reason end,
    'at', to_char(coalesce(d.sent_at, d.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from ${reportDeliveries} d where d.subscription_id = ${column('id')} and not d.by_hand order by d.created_at desc, d.id desc limit 1)`;

const idAndName = (source: string, id: SQL) => sql<{ id: string; name: string } | null>`(
  select jsonb_build_object('id', n.id, 'name', n.name) from ${sql.raw(source)} n where n.id = ${id})`;

const columns = {
  id: table.id,
  name: table.name,
  companyName: sql<string>`coalesce((select c.name from ${companies} c where c.id = ${column('company_id')}), '')`,
  every: table.every,
  weekday: table.weekday,
  monthDay: table.monthDay,
  clock: table.clock,
  timezone: table.timezone,
  lang: table.lang,
  area: table.area,
  volume: table.volume,
  onlyCompany: idAndName('companies', column('only_company_id')),
  site: idAndName('sites', column('site_id')),
  devices: sql<Subscription['devices']>`coalesce((
    select jsonb_agg(jsonb_build_object('id', v.id, 'name', coalesce(nullif(v.nickname, ''), v.sn)) order by v.nickname, v.sn)
    from ${devices} v where v.id = any(${column('device_ids')})), '[]')`,
  readers,
  enabled: table.enabled,
  nextAt: table.nextAt,
  last,
  version: table.version,
  updatedAt: table.updatedAt,
  updatedBy: table.updatedBy,
};

/** Subscriptions with their readers and the state of the last delivery. */
export const subscriptionRows = (db: Tx) => db.select(columns).from(table).$dynamic();

/** One page of subscriptions, ordered by name. */
export function listSubscriptions(db: Tx, input: PageInput, ...conditions: (SQL | undefined)[]) {
  const where = and(visible(db, table), ...conditions);
  const rows = subscriptionRows(db).where(where).orderBy(table.name, table.id);
  return paginate(input, rows, counted(db, table, where));
}

/** A delivery in the form of the contract. */
export const deliveryOf = ({ fromDay, toDay, ...row }: typeof reportDeliveries.$inferSelect) => ({
  ...row,
  from: fromDay,
  to: toDay,
  hasDocument: row.state === 'SENT' && row.reason === withDocument,
  reason: row.state === 'SENT' && row.reason === withDocument ? '' : row.reason,
});

/** One page of the deliveries of a subscription, newest first. */
export async function listDeliveries(
  db: Tx,
  input: PageInput,
  subscriptionId: string,
  states: readonly string[],
) {
  const where = and(
    visible(db, reportDeliveries),
    eq(reportDeliveries.subscriptionId, subscriptionId),
    states.length > 0 ? inValues(reportDeliveries.state, states) : undefined,
  );
  const rows = db
    .select()
    .from(reportDeliveries)
    .where(where)
    .orderBy(desc(reportDeliveries.createdAt), desc(reportDeliveries.id));
  const page = await paginate(input, rows, counted(db, reportDeliveries, where));
  return { ...page, list: page.list.map(deliveryOf) };
}
