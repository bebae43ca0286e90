import type { ApiUserState } from '@sweepline/contract';
import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { apiKeys, apiUsers } from '../../../entities/api/api-user-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';

const stateAt = (now: Clock) => sql<ApiUserState>`case when ${apiUsers.revokedAt} is not null then 'REVOKED'
  when ${apiUsers.validUntil} <= ${now().toISOString()}::timestamptz then 'EXPIRED'
  when ${apiUsers.suspendedAt} is not null then 'SUSPENDED' else 'ENABLED' end`;

const keysInForce = sql<number>`(select count(*)::int from ${apiKeys} k
  where k.user_id = ${apiUsers.id} and k.revoked_at is null)`;
const lastUse = sql<
  string | null
>`(select max(k.last_used_at) from ${apiKeys} k where k.user_id = ${apiUsers.id})`;

/** API users in the form of the contract, newest first. Whether one is expired is decided by the query. */
export const apiUserRows = (db: Tx, now: Clock, where: SQL | undefined) =>
  db
    .select({
      id: apiUsers.id,
      companyId: apiUsers.companyId,
      companyName: companies.name,
      name: apiUsers.name,
      contactName: apiUsers.contactName,
      contactEmail: apiUsers.contactEmail,
      validFrom: apiUsers.validFrom,
      validUntil: apiUsers.validUntil,
      addresses: apiUsers.addresses,
      callsPerDay: apiUsers.callsPerDay,
      callsPerSecond: apiUsers.callsPerSecond,
      state: stateAt(now),
      keys: keysInForce,
      lastUsedAt: lastUse.mapWith(apiKeys.lastUsedAt),
      suspendedAt: apiUsers.suspendedAt,
      suspendedBy: apiUsers.suspendedBy,
      revokedAt: apiUsers.revokedAt,
      revokedBy: apiUsers.revokedBy,
      createdAt: apiUsers.createdAt,
      createdBy: apiUsers.createdBy,
      version: apiUsers.version,
    })
    .from(apiUsers)
    .innerJoin(companies, eq(companies.id, apiUsers.companyId))
    .where(and(visible(db, apiUsers), where))
    .orderBy(desc(apiUsers.createdAt), desc(apiUsers.id));

/** The condition for API users in one of these states. */
export const inStates = (now: Clock, states: readonly ApiUserState[]) =>
  sql`${stateAt(now)} = any(${sql.param(`{${states.join(',')}}`)})`;

/** One API user in the form of the contract. */
export async function readApiUser(db: Tx, now: Clock, id: string) {
  const [row] = await apiUserRows(db, now, eq(apiUsers.id, id));
  if (!row) throw new Refusal('notFound');
  return row;
}
