import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { openEventNames } from './open-event-names.ts';
import {
  attemptFailures,
  attemptKinds,
  webhookDeliveryStates,
  webhookModes,
  webhookTest,
} from './webhook-values.ts';

const types = [...openEventNames, webhookTest] as const;

/** One event on its way to one endpoint. */
const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  /** Sent as `webhook-id`: the same in each attempt. */
  eventId: z.string(),
  type: z.enum(types),
  /** When the event happened. */
  at: moment,
  state: z.enum(webhookDeliveryStates),
  attempts: z.number().int(),
  /** When it is sent again; null without a further attempt. */
  nextAt: moment.nullable(),
  lastAttemptAt: moment.nullable(),
  /** Of the last attempt. */
  status: z.number().int().nullable(),
  failure: z.enum(attemptFailures).nullable(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const attempt = z.object({
  id: z.string(),
  at: moment,
  kind: z.enum(attemptKinds),
  durationMs: z.number().int(),
  status: z.number().int().nullable(),
  failure: z.enum(attemptFailures).nullable(),
  /** The first bytes of the answer as text. */
  answer: z.string(),
  request: z.object({
    url: z.string(),
    mode: z.enum(webhookModes),
    headers: z.record(z.string(), z.string()),
    /** Null once the event is not stored or not visible any more. */
    body: z.string().nullable(),
  }),
});
export type WebhookAttempt = z.infer<typeof attempt>;

const detail = delivery.extend({ attemptList: z.array(attempt) });
export type WebhookDeliveryDetail = z.infer<typeof detail>;

const { apiAccess, apiWebhooks } = permissions;
const path = 'service/webhook/delivery';

export const webhookDeliveryCalls = calls('webhookDeliveries', {
  /** Newest first, of the last thirty days. */
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: apiAccess,
    reads: true,
    input: listInput({
      webhookId: z.uuid().optional(),
      userId: z.uuid().optional(),
      state: z.array(z.enum(webhookDeliveryStates)).max(webhookDeliveryStates.length).optional(),
      type: z.array(z.enum(types)).max(types.length).optional(),
      from: moment.optional(),
      to: moment.optional(),
    }),
    output: listOf(delivery),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: apiAccess,
    reads: true,
    input: byId,
    output: detail,
  },
  /** Sends it again once, with the same id and the present secret, also to a disabled endpoint. */
  replay: { method: 'POST', path: `${path}/replay`, allow: apiWebhooks, input: byId, output: delivery },
  /** Sends the events of a range once, also those that came while the endpoint was disabled. */
  replayRange: {
    method: 'POST',
    path: `${path}/replayRange`,
    allow: apiWebhooks,
    input: z.strictObject({
      /** The endpoint. */
      id: z.uuid(),
      from: moment,
      to: moment,
      /** Leaves out what was delivered. */
      onlyFailed: z.boolean().default(true),
    }),
    output: z.object({ deliveries: z.number().int() }),
  },
});
