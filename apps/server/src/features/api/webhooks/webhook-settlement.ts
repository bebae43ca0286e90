import type { attemptKinds, WebhookDisabling } from '@sweepline/contract';
import { and, eq, isNotNull } from 'drizzle-orm';
import {
  webhookDeliveries,
  webhookEndpoints,
  type WebhookEndpointRow,
} from '../../../entities/api/webhook-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { notify } from '../../people/notices/notice-service.ts';
import type { ClaimedDelivery } from './webhook-claim.ts';
import type { Outcome } from './webhook-request.ts';
import { hasFailedTooLong, retryDelayMs } from './webhook-schedule.ts';

interface Deps {
  bus: Bus;
  now: Clock;
}

interface Settled {
  delivery: ClaimedDelivery;
  endpointId: string;
  kind: (typeof attemptKinds)[number];
  outcome: Outcome;
}

const gone = 410;
/** Failures of this time are told, and so is the first success after them. */
const toldAfterMs = 86_400_000;
/** Successes follow each other by the second; the row is written once a minute. */
const successEveryMs = 60_000;

/** What becomes of a delivery after an attempt of the schedule. */
function nextOf({ delivery, outcome }: Settled, now: Date) {
  const attempts = delivery.attempts + 1;
  if (outcome.failure === null) return { state: 'DELIVERED' as const, attempts, nextAt: null };
  const isFinal = outcome.failure === 'EVENT' || outcome.status === gone;
  const delayMs = isFinal ? undefined : retryDelayMs(attempts, Math.random(), outcome.retryAfterS);
  return delayMs === undefined
    ? { state: 'FAILED' as const, attempts, nextAt: null }
    : { state: 'WAITING' as const, attempts, nextAt: new Date(now.getTime() + delayMs).toISOString() };
}

/** Stores what came of an attempt. A replay counts neither for the schedule nor for the health of its endpoint. */
export async function settleDelivery(tx: Tx, deps: Deps, settled: Settled): Promise<void> {
  const { delivery, endpointId, kind, outcome } = settled;
  const now = deps.now();
  // A row whose lease is over may be another server's by now.
  const own = and(
    eq(webhookDeliveries.id, delivery.id),
    eq(webhookDeliveries.at, delivery.at),
    eq(webhookDeliveries.leasedUntil, delivery.leasedUntil),
  );
  const [row] = await tx.select().from(webhookDeliveries).where(own).for('update');
  if (!row) return;
  if (kind === 'SCHEDULE') {
    const next = nextOf(settled, now);
    await tx
      .update(webhookDeliveries)
      .set({ ...next, leasedUntil: null })
      .where(own);
    await settleEndpoint(tx, deps, endpointId, outcome);
    return;
  }
  const isDone = outcome.failure === null;
  const state = isDone
    ? 'DELIVERED'
    : row.nextAt === null && row.state !== 'DELIVERED'
      ? 'FAILED'
      : row.state;
  await tx
    .update(webhookDeliveries)
    .set({ state, replayAt: null, leasedUntil: null, ...(isDone && { nextAt: null }) })
    .where(own);
}

async function settleEndpoint(tx: Tx, deps: Deps, id: string, outcome: Outcome): Promise<void> {
  const now = deps.now();
  const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update');
  // What happened to the event says nothing about the receiver.
  if (!row || outcome.failure === 'EVENT') return;
  if (outcome.failure === null) return await succeed(tx, deps, row, now);
  const failingSince = row.failingSince ?? now.toISOString();
  const pausedUntil =
    outcome.retryAfterS === undefined
      ? row.pausedUntil
      : new Date(now.getTime() + outcome.retryAfterS * 1_000).toISOString();
  await tx.update(webhookEndpoints).set({ failingSince, pausedUntil }).where(eq(webhookEndpoints.id, id));
  if (row.disabledAt !== null) return;
  if (outcome.status === gone) await disableEndpoint(tx, deps, row, 'GONE');
  else if (hasFailedTooLong(failingSince, now)) await disableEndpoint(tx, deps, row, 'FAILING');
}

async function succeed(tx: Tx, { bus, now: clock }: Deps, row: WebhookEndpointRow, now: Date): Promise<void> {
  const { id, companyId, failingSince, lastSuccessAt } = row;
  const isFresh = lastSuccessAt !== null && now.getTime() - Date.parse(lastSuccessAt) < successEveryMs;
  if (failingSince === null && isFresh) return;
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: null, lastSuccessAt: now.toISOString() })
    .where(eq(webhookEndpoints.id, id));
  if (failingSince === null || now.getTime() - Date.parse(failingSince) < toldAfterMs) return;
  await notify(tx, bus, clock, {
    kind: 'system',
    companyId,
    template: 'webhookRecovered',
    params: { name: nameOfWebhook(row) },
    occasion: `webhook/${id}/recovered/${failingSince}`,
  });
}

/** A webhook is known by its name, or by the host of its address. */
const nameOfWebhook = ({ name, url }: Pick<WebhookEndpointRow, 'name' | 'url'>) => name || new URL(url).host;

const templates = { GONE: 'webhookGone', FAILING: 'webhookFailing' } as const;

/** Disables an endpoint. What waits stays and is sent when a person enables it again. */
export async function disableEndpoint(
  tx: Tx,
  { bus, now }: Deps,
  row: WebhookEndpointRow,
  disabledFor: WebhookDisabling,
): Promise<void> {
  const { id, companyId } = row;
  const disabledAt = now().toISOString();
  await tx.update(webhookEndpoints).set({ disabledAt, disabledFor }).where(eq(webhookEndpoints.id, id));
  // Without a moment a row costs nothing in the search for due ones.
  await tx
    .update(webhookDeliveries)
    .set({ nextAt: null })
    .where(and(eq(webhookDeliveries.endpointId, id), isNotNull(webhookDeliveries.nextAt)));
  if (disabledFor === 'PERSON') return;
  await notify(tx, bus, now, {
    kind: 'system',
    companyId,
    template: templates[disabledFor],
    params: { name: nameOfWebhook(row) },
    occasion: `webhook/${id}/disabled/${disabledAt}`,
  });
}
