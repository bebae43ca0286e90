import { getTableName } from 'drizzle-orm';
import { apiUsers } from '../../../entities/api/api-user-table.ts';
import { webhookDeliveries, webhookEndpoints } from '../../../entities/api/webhook-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';

/** A delivery that this server sends now. */
export interface ClaimedDelivery {
  id: string;
  at: string;
  endpointId: string;
  eventId: string;
  companyId: string;
  name: string;
  attempts: number;
  /** A person asked for it. */
  isReplay: boolean;
  /** The lease, by which the server knows later whether the row is still its own. */
  leasedUntil: string;
}

/** Longer than an attempt may take. After it another server sends the delivery. */
const leaseMs = 60_000;
/** Of one endpoint at a time, so that a slow one keeps the others waiting for nothing. */
export const perEndpoint = 4;

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Each endpoint in force gives its oldest due deliveries; a row that another server holds is passed over. */
const claim = `with due as (
    select d.id, d.at from ${getTableName(webhookEndpoints)} w
      join ${getTableName(apiUsers)} u on u.id = w.user_id and u.revoked_at is null and u.suspended_at is null
        and u.valid_from <= $1::timestamptz and u.valid_until > $1::timestamptz
      join ${getTableName(companies)} c on c.id = w.company_id and not exists (select from ${getTableName(companies)} above
        where above.frozen_at is not null and above.id = any(string_to_array(trim(trailing '/' from c.path), '/')::uuid[]))
      cross join lateral (
        select q.id, q.at from ${getTableName(webhookDeliveries)} q
        where q.endpoint_id = w.id and least(q.next_at, q.replay_at) <= $1::timestamptz
          and (q.leased_until is null or q.leased_until <= $1::timestamptz)
          and (w.disabled_at is null or q.replay_at <= $1::timestamptz)
        order by least(q.next_at, q.replay_at) limit ${perEndpoint} for update skip locked
      ) d
    where (w.paused_until is null or w.paused_until <= $1::timestamptz) and not w.id = any($3::uuid[])
    limit $4
  )
  update ${getTableName(webhookDeliveries)} d set leased_until = $2::timestamptz from due where d.id = due.id and d.at = due.at
  returning d.id, ${iso('d.at')} as at, d.endpoint_id as "endpointId", d.event_id as "eventId", d.company_id as "companyId", d.name,
    d.attempts, d.replay_at is not null and d.replay_at <= $1::timestamptz as "isReplay"`;

/** Takes due deliveries for a while, at most `most`, none of the busy endpoints. */
export async function claimDeliveries(
  db: Db,
  now: Date,
  { most, busy }: { most: number; busy: readonly string[] },
): Promise<ClaimedDelivery[]> {
  const leasedUntil = new Date(now.getTime() + leaseMs).toISOString();
  const values = [now.toISOString(), leasedUntil, busy, most];
  const rows = await inScope(db, '*', (tx) => tx.raw<Omit<ClaimedDelivery, 'leasedUntil'>>(claim, values));
  return rows.map((row) => ({ ...row, leasedUntil }));
}
