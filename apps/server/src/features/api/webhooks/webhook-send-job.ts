import { setTimeout as pause } from 'node:timers/promises';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { attemptDelivery, type AttemptDeps } from './webhook-attempt.ts';
import { claimDeliveries, perEndpoint, type ClaimedDelivery } from './webhook-claim.ts';

export interface SendDeps extends AttemptDeps {
  log: { error: (details: object, message: string) => void };
}

/** Deliveries on their way at a time in one server. */
const maxInFlight = 64;
const queueBatch = 1_000;
const pollMs = 200;
/** A run takes no more deliveries after this, so that it ends before it is taken for dead. */
const runMs = 60_000;

/** Queues the deliveries of events that got their places. Returns whether there may be more. */
async function queueDeliveries(db: Db, now: Date): Promise<boolean> {
  const [row] = await inScope(db, '*', (tx) =>
    tx.raw<{ queued: number }>('select queue_webhook_deliveries($1::timestamptz, $2::integer) as queued', [
      now.toISOString(),
      queueBatch,
    ]),
  );
  return row?.queued === queueBatch;
}

/**
 * Sends what is due. While some attempts wait for their receivers, the run goes on to take what becomes due for others: an endpoint has
 * few attempts at a time, so one that hangs does not delay the others.
 */
export async function sendWebhooks(deps: SendDeps): Promise<void> {
  const { db, now, log } = deps;
  const inFlight = new Map<Promise<void>, string>();
  const begin = (delivery: ClaimedDelivery) => {
    const attempt = attemptDelivery(deps, delivery)
      .catch((error: unknown) =>
        log.error({ err: error, delivery: delivery.id }, 'a webhook could not be sent'),
      )
      .finally(() => inFlight.delete(attempt));
    inFlight.set(attempt, delivery.endpointId);
  };
  const beganMs = performance.now();
  while (await queueDeliveries(db, now()));
  do {
    const free = performance.now() - beganMs < runMs ? maxInFlight - inFlight.size : 0;
    const counts = Map.groupBy(inFlight.values(), (endpointId) => endpointId);
    const busy = [...counts].flatMap(([id, ofIt]) => (ofIt.length >= perEndpoint ? [id] : []));
    const claimed = free > 0 ? await claimDeliveries(db, now(), { most: free, busy }) : [];
    for (const delivery of claimed) begin(delivery);
    if (claimed.length === 0 && inFlight.size > 0) {
      await Promise.race([...inFlight.keys(), pause(pollMs, undefined, { ref: false })]);
      await queueDeliveries(db, now());
    }
  } while (inFlight.size > 0);
}

export const webhookSendJob = (deps: SendDeps): Job => ({
  name: 'webhooks.send',
  everySeconds: 1,
  mayOverlap: true,
  run: () => sendWebhooks(deps),
});
