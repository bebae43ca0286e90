import type { AttemptFailure, WebhookAttempt } from '@sweepline/contract';
import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  type WebhookAttemptRow,
} from '../../../entities/api/webhook-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { headersOf } from './webhook-body.ts';

/** Of the last attempt of a delivery. */
const ofLast = <T>(column: string) =>
  sql<T>`(select ${sql.raw(column)} from ${webhookAttempts} a where a.delivery_id = ${webhookDeliveries.id} order by a.at desc limit 1)`;

/** Deliveries in the form of the contract, newest first. */
export const deliveryRows = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      id: webhookDeliveries.id,
      webhookId: webhookDeliveries.endpointId,
      eventId: webhookDeliveries.eventId,
      type: webhookDeliveries.name,
      at: webhookDeliveries.at,
      state: webhookDeliveries.state,
      attempts: sql<number>`(select count(*)::int from ${webhookAttempts} a where a.delivery_id = ${webhookDeliveries.id})`,
      nextAt: sql<string | null>`least(${webhookDeliveries.nextAt}, ${webhookDeliveries.replayAt})`.mapWith(
        webhookDeliveries.nextAt,
      ),
      lastAttemptAt: ofLast<string | null>('a.at').mapWith(webhookAttempts.at),
      status: ofLast<number | null>('a.status'),
      failure: ofLast<AttemptFailure | null>('a.failure'),
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(and(visible(db, webhookDeliveries), where))
    .orderBy(desc(webhookDeliveries.at), desc(webhookDeliveries.id));

/** One delivery in the form of the contract. */
export async function readDelivery(db: Tx, id: string) {
  const [row] = await deliveryRows(db, eq(webhookDeliveries.id, id));
  if (!row) throw new Refusal('notFound');
  return row;
}

/** An attempt with the request as it was sent. `bodyIn` builds the body again. */
export function attemptOf(
  { id, at, kind, durationMs, status, failure, answer, url, mode, stamp, signature }: WebhookAttemptRow,
  eventId: string,
  bodyIn: (mode: WebhookAttemptRow['mode']) => string | null,
): WebhookAttempt {
  const request = { url, mode, headers: headersOf(eventId, stamp, signature), body: bodyIn(mode) };
  return { id, at, kind, durationMs, status, failure, answer, request };
}
