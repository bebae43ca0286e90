import type { Webhook } from '@sweepline/contract';
import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { apiUsers } from '../../../entities/api/api-user-table.ts';
import { webhookDeliveries, webhookEndpoints } from '../../../entities/api/webhook-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

/** Counted up to this; more are shown as this many. */
const maxWaiting = 10_000;

const waiting = sql<number>`(select count(*)::int from (select from ${webhookDeliveries} d
  where d.endpoint_id = ${webhookEndpoints.id} and d.state = 'WAITING' limit ${sql.raw(String(maxWaiting))}) q)`;

const state = sql<
  Webhook['state']
>`case when ${webhookEndpoints.disabledAt} is null then 'ENABLED' else 'DISABLED' end`;

/** Webhooks in the form of the contract, newest first. No secret leaves this table. */
export const webhookRows = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      id: webhookEndpoints.id,
      userId: webhookEndpoints.userId,
      userName: apiUsers.name,
      companyId: webhookEndpoints.companyId,
      companyName: companies.name,
      name: webhookEndpoints.name,
      url: webhookEndpoints.url,
      mode: webhookEndpoints.mode,
      events: webhookEndpoints.events,
      state,
      disabledFor: webhookEndpoints.disabledFor,
      disabledAt: webhookEndpoints.disabledAt,
      failingSince: webhookEndpoints.failingSince,
      lastSuccessAt: webhookEndpoints.lastSuccessAt,
      pausedUntil: webhookEndpoints.pausedUntil,
      formerUntil: webhookEndpoints.formerUntil,
      waiting,
      createdAt: webhookEndpoints.createdAt,
      createdBy: webhookEndpoints.createdBy,
      version: webhookEndpoints.version,
    })
    .from(webhookEndpoints)
    .innerJoin(apiUsers, eq(apiUsers.id, webhookEndpoints.userId))
    .innerJoin(companies, eq(companies.id, webhookEndpoints.companyId))
    .where(and(visible(db, webhookEndpoints), where))
    .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id));

/** One webhook in the form of the contract. */
export async function readWebhook(db: Tx, id: string): Promise<Webhook> {
  const [row] = await webhookRows(db, eq(webhookEndpoints.id, id));
  if (!row) throw new Refusal('notFound');
  return row;
}
