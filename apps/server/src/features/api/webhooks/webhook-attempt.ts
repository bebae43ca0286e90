import { webhookTest } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import { apiEvents } from '../../../entities/api/api-event-table.ts';
import {
  webhookAttempts,
  webhookEndpoints,
  type WebhookEndpointRow,
} from '../../../entities/api/webhook-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { bodyOfEvent, bodyOfTest, headersOf } from './webhook-body.ts';
import type { ClaimedDelivery } from './webhook-claim.ts';
import { sendWebhook, type Outcome, type RequestOptions } from './webhook-request.ts';
import { settleDelivery } from './webhook-settlement.ts';
import { webhookSignature } from './webhook-signature.ts';

export interface AttemptDeps {
  db: Db;
  bus: Bus;
  now: Clock;
  vault: Pick<Vault, 'open'>;
  request: RequestOptions;
}

/** An event that the endpoint may see as the tree of companies is now. */
export async function visibleEvent(tx: Tx, eventId: string, at: string, companyId: string) {
  const [row] = await tx
    .select({ event: apiEvents })
    .from(apiEvents)
    .innerJoin(companies, eq(companies.id, apiEvents.companyId))
    .where(
      and(
        eq(apiEvents.id, eventId),
        eq(apiEvents.at, at),
        sql`${companyId}::uuid = any(string_to_array(trim(trailing '/' from ${companies.path}), '/')::uuid[])`,
      ),
    );
  return row?.event;
}

/** What is sent: the endpoint and the body; without a body the event is gone or was moved out of sight. */
const readContent = (db: Db, { endpointId, eventId, at, name, companyId }: ClaimedDelivery) =>
  inScope(db, '*', async (tx) => {
    const [endpoint] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
    if (!endpoint) return undefined;
    if (name === webhookTest) return { endpoint, body: bodyOfTest({ eventId, at, companyId }) };
    const event = await visibleEvent(tx, eventId, at, companyId);
    return { endpoint, body: event && bodyOfEvent(event, endpoint.mode) };
  });

/** The secrets that sign now: the present one, and for a day after a rotation the former one. */
function secretsOf(
  { secretSealed, formerSecretSealed, formerUntil }: WebhookEndpointRow,
  vault: AttemptDeps['vault'],
  now: Date,
) {
  const former =
    formerSecretSealed !== null && formerUntil !== null && Date.parse(formerUntil) > now.getTime();
  return [secretSealed, ...(former ? [formerSecretSealed] : [])].map((sealed) => vault.open(sealed));
}

const lost: Outcome = { status: null, failure: 'EVENT', answer: '', retryAfterS: undefined, durationMs: 0 };

/** Sends a delivery once and stores what came of it. */
export async function attemptDelivery(deps: AttemptDeps, delivery: ClaimedDelivery): Promise<void> {
  const { db, bus, now, vault, request } = deps;
  const content = await readContent(db, delivery);
  if (!content) return;
  const { endpoint, body } = content;
  const at = now();
  const stamp = Math.floor(at.getTime() / 1_000);
  const signature = webhookSignature(secretsOf(endpoint, vault, at), delivery.eventId, stamp, body ?? '');
  const headers = headersOf(delivery.eventId, stamp, signature);
  const outcome =
    body === undefined ? lost : await sendWebhook(request, { url: endpoint.url, headers, body });
  const kind = delivery.name === webhookTest ? 'TEST' : delivery.isReplay ? 'REPLAY' : 'SCHEDULE';
  const { status, failure, answer, durationMs } = outcome;
  const { url, mode, companyId } = endpoint;
  await inScope(db, '*', async (tx) => {
    await tx.insert(webhookAttempts).values({
      id: newId(),
      companyId,
      deliveryId: delivery.id,
      at: at.toISOString(),
      kind,
      mode,
      url,
      stamp,
      signature,
      durationMs,
      status,
      failure,
      answer,
    });
    await settleDelivery(tx, { bus, now }, { delivery, endpointId: endpoint.id, kind, outcome });
  });
}
