import { webhookDeliveryCalls, webhookRules, webhookTest, type Input } from '@sweepline/contract';
import { and, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { getTableName } from 'drizzle-orm';
import { apiEvents } from '../../../entities/api/api-event-table.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '../../../entities/api/webhook-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { attemptOf, deliveryRows, readDelivery } from './delivery-rows.ts';
import { sendSoon } from './send-soon.ts';
import { visibleEvent } from './webhook-attempt.ts';
import { bodyOfEvent, bodyOfTest } from './webhook-body.ts';

type ListInput = Input<typeof webhookDeliveryCalls.list>;

const conditionOf = ({ webhookId, userId, state, type, from, to }: ListInput) =>
  and(
    webhookId === undefined ? undefined : eq(webhookDeliveries.endpointId, webhookId),
    userId === undefined ? undefined : eq(webhookEndpoints.userId, userId),
    state && state.length > 0 ? inValues(webhookDeliveries.state, state) : undefined,
    type && type.length > 0 ? inValues(webhookDeliveries.name, type) : undefined,
    from === undefined ? undefined : gte(webhookDeliveries.at, from),
    to === undefined ? undefined : lte(webhookDeliveries.at, to),
  );

const countOf = async (db: Tx, input: ListInput): Promise<number> => {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(and(visible(db, webhookDeliveries), conditionOf(input)));
  return row?.total ?? 0;
};

async function detail({ db }: Ctx, { id }: { id: string }) {
  const delivery = await readDelivery(db, id);
  const { eventId, at, type, webhookId } = delivery;
  const { companyId } = await find(db, webhookEndpoints, webhookId);
  const attempts = await db
    .select()
    .from(webhookAttempts)
    .where(and(visible(db, webhookAttempts), eq(webhookAttempts.deliveryId, id)))
    .orderBy(desc(webhookAttempts.at), desc(webhookAttempts.id));
  const event = type === webhookTest ? undefined : await visibleEvent(db, eventId, at, companyId);
  const attemptList = attempts.map((row) =>
    attemptOf(row, eventId, (mode) =>
      type === webhookTest ? bodyOfTest({ eventId, at, companyId }) : event ? bodyOfEvent(event, mode) : null,
    ),
  );
  return { ...delivery, attemptList };
}

/** Events of a range that an endpoint wants, as deliveries that are sent once. One that exists keeps its schedule. */
const queueRange = `insert into ${getTableName(webhookDeliveries)} as d (id, company_id, endpoint_id, event_id, at, name, state, replay_at)
  select gen_random_uuid(), w.company_id, w.id, e.id, e.at, e.name, 'WAITING', $4::timestamptz
  from ${getTableName(webhookEndpoints)} w
    join ${getTableName(apiEvents)} e on e.at >= $2::timestamptz and e.at <= $3::timestamptz and e.name = any(w.events) and e.place is not null
    join ${getTableName(companies)} c on c.id = e.company_id
      and w.company_id = any(string_to_array(trim(trailing '/' from c.path), '/')::uuid[])
  where w.id = $1::uuid
  on conflict (endpoint_id, event_id, at) do update set replay_at = excluded.replay_at where not ($5::boolean and d.state = 'DELIVERED')
  returning 1`;

async function replayRange(
  ctx: Ctx,
  { id, from, to, onlyFailed }: Input<typeof webhookDeliveryCalls.replayRange>,
) {
  const { db, now } = ctx;
  await find(db, webhookEndpoints, id, { lock: true });
  const queued = await db.raw(queueRange, [id, from, to, now().toISOString(), onlyFailed]);
  // The transaction is undone with the refusal.
  if (queued.length > webhookRules.replays)
    throw wrongField('to', 'RANGE_TOO_LARGE', { most: webhookRules.replays });
  sendSoon(ctx);
  return { deliveries: queued.length };
}

export const webhookDeliveryAnswers = answer(webhookDeliveryCalls, {
  list: ({ db }, input) => paginate(input, deliveryRows(db, conditionOf(input)), countOf(db, input)),

  detail,

  replay: async (ctx, { id }) => {
    const { db, now } = ctx;
    const [row] = await db
      .update(webhookDeliveries)
      .set({ replayAt: now().toISOString() })
      .where(and(visible(db, webhookDeliveries), eq(webhookDeliveries.id, id)))
      .returning({ id: webhookDeliveries.id });
    if (!row) throw new Refusal('notFound');
    sendSoon(ctx);
    return await readDelivery(db, id);
  },

  replayRange,
});
