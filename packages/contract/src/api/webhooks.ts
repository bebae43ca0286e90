import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { openEventNames } from './open-event-names.ts';
import { webhookDisablings, webhookModes, webhookStates } from './webhook-values.ts';

const settings = {
  name: z.string().trim().max(60).default(''),
  /** An https address without credentials. */
  url: z.string().trim().min(1).max(500),
  mode: z.enum(webhookModes).default('SNAPSHOT'),
  events: z.array(z.enum(openEventNames)).min(1).max(openEventNames.length),
};

/** An address of an API user to which events are sent. */
export const webhook = z.object({
  id: z.string(),
  /** The API user. */
  userId: z.string(),
  userName: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  name: z.string(),
  url: z.string(),
  mode: z.enum(webhookModes),
  events: z.array(z.enum(openEventNames)),
  state: z.enum(webhookStates),
  disabledFor: z.enum(webhookDisablings).nullable(),
  disabledAt: moment.nullable(),
  /** The first failure since the last success; null while deliveries succeed. */
  failingSince: moment.nullable(),
  lastSuccessAt: moment.nullable(),
  /** The receiver asked for a pause until then (`Retry-After`). */
  pausedUntil: moment.nullable(),
  /** Both secrets sign until then; null without a rotation. */
  formerUntil: moment.nullable(),
  /** Deliveries that wait. */
  waiting: z.number().int(),
  createdAt: moment,
  createdBy: z.string(),
  version: z.number().int(),
});
export type Webhook = z.infer<typeof webhook>;

const { apiAccess, apiWebhooks } = permissions;
const path = 'service/webhook';
/** The secret is only in this answer. */
const withSecret = z.object({ webhook, secret: z.string() });

export const webhookCalls = calls('webhooks', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: apiAccess,
    reads: true,
    input: listInput({ userId: z.uuid().optional(), state: z.enum(webhookStates).optional() }),
    output: listOf(webhook),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: apiAccess,
    reads: true,
    input: byId,
    output: webhook,
  },
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: apiWebhooks,
    input: z.strictObject({ userId: z.uuid(), ...settings }),
    output: withSecret,
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: apiWebhooks,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...settings }),
    output: webhook,
  },
  /** A new secret. Both sign for a day; the receiver accepts either. */
  rotate: { method: 'POST', path: `${path}/rotate`, allow: apiWebhooks, input: byId, output: withSecret },
  /** What waited is sent now. Events of the time in between are sent by a replay of the range. */
  enable: { method: 'POST', path: `${path}/enable`, allow: apiWebhooks, input: byId, output: webhook },
  disable: { method: 'POST', path: `${path}/disable`, allow: apiWebhooks, input: byId, output: webhook },
  /** With its log. */
  delete: { method: 'POST', path: `${path}/delete`, allow: apiWebhooks, input: byId, output: nothing },
  /** Sends a test event once, also to a disabled endpoint. */
  test: {
    method: 'POST',
    path: `${path}/test`,
    allow: apiWebhooks,
    input: byId,
    output: z.object({ deliveryId: z.string() }),
  },
});
