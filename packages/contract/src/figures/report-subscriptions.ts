import { z } from 'zod';
import { emailAddress } from '../people/accounts.ts';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { areaUnits, volumeUnits } from '../people/people.ts';
import { permissions } from '../grammar/permissions.ts';
import { because } from '../grammar/reasons/because.ts';
import { timeZone } from '../grammar/time-zone.ts';
import { weekday } from '../grammar/weekday.ts';

export const subscriptionRhythms = ['DAY', 'WEEK', 'MONTH'] as const;
export type SubscriptionRhythm = (typeof subscriptionRhythms)[number];
/** Waiting for the first or next attempt, being sent, accepted by the mail server, or given up with a reason. */
export const deliveryStates = ['WAITING', 'SENDING', 'SENT', 'GAVE_UP'] as const;
export const subscriptionLimits = { addresses: 20, devices: 200, attempts: 8 } as const;
const unsubscribeToken = z.string().min(1).max(120);

const subscriptionFields = {
  name: z.string().trim().min(1).max(60),
  every: z.enum(subscriptionRhythms),
  weekday: weekday.default(1),
  /** A day every month has. */
  monthDay: z.number().int().min(1).max(28).default(1),
  /** Local time in `timezone`. */
  clock: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, because('TIME')),
  timezone: timeZone,
  /** For receivers without an account; accounts use the language of their profile. */
  lang: z.enum(langs),
  area: z.enum(areaUnits).default('M2'),
  volume: z.enum(volumeUnits).default('LITRE'),
  onlyCompanyId: z.uuid().nullable().default(null),
  siteId: z.uuid().nullable().default(null),
  deviceIds: z.array(z.uuid()).max(subscriptionLimits.devices).default([]),
  accountIds: z.array(z.uuid()).max(subscriptionLimits.addresses).default([]),
  addresses: z.array(emailAddress).max(subscriptionLimits.addresses).default([]),
};

export const subscription = z.object({
  id: z.string(),
  name: z.string(),
  companyName: z.string(),
  every: z.enum(subscriptionRhythms),
  weekday,
  monthDay: z.number().int(),
  clock: z.string(),
  timezone: z.string(),
  lang: z.enum(langs),
  area: z.enum(areaUnits),
  volume: z.enum(volumeUnits),
  onlyCompany: z.object({ id: z.string(), name: z.string() }).nullable(),
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  devices: z.array(z.object({ id: z.string(), name: z.string() })),
  readers: z.array(
    z.object({
      id: z.string(),
      accountId: z.string().nullable(),
      /** The account's name, or the address. */
      name: z.string(),
      /** Empty when the account has no address; it then receives nothing. */
      address: z.string(),
      unsubscribedAt: moment.nullable(),
    }),
  ),
  enabled: z.boolean(),
  nextAt: moment.nullable(),
  last: z.object({ state: z.enum(deliveryStates), at: moment, reason: z.string() }).nullable(),
  version: z.number().int(),
  updatedAt: moment,
  updatedBy: z.string(),
});
export type Subscription = z.infer<typeof subscription>;

export const delivery = z.object({
  id: z.string(),
  address: z.string(),
  lang: z.enum(langs),
  from: z.iso.date(),
  to: z.iso.date(),
  /** Requested with `sendNow`. */
  byHand: z.boolean(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** Time of the next attempt while WAITING. */
  dueAt: moment,
  reason: z.string(),
  /** The PDF of the period was attached. */
  hasDocument: z.boolean(),
  createdAt: moment,
  sentAt: moment.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

const { subscriptions: allow, subscriptionManage: manage } = permissions;
const path = 'service/report/subscription';

export const subscriptionCalls = calls('subscriptions', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow,
    reads: true,
    input: listInput({ keyword, every: z.array(z.enum(subscriptionRhythms)).max(3).optional() }),
    output: listOf(subscription),
  },
  /** The sender address of this installation, or null when it cannot send mail. */
  mail: {
    method: 'GET',
    path: `${path}/mail`,
    allow,
    input: z.strictObject({}),
    output: z.object({ from: z.string().nullable(), ownAddress: z.string() }),
  },
  create: {
    method: 'POST',
    path: `${path}/add`,
    allow: manage,
    input: z.strictObject(subscriptionFields),
    output: subscription,
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: manage,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...subscriptionFields }),
    output: subscription,
  },
  setEnabled: {
    method: 'POST',
    path: `${path}/setEnabled`,
    allow: manage,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), enabled: z.boolean() }),
    output: subscription,
  },
  remove: { method: 'POST', path: `${path}/delete`, allow: manage, input: byId, output: nothing },
  /** Sends the report of the last complete period to the caller's own address. */
  sendNow: { method: 'POST', path: `${path}/sendNow`, allow, input: byId, output: delivery },
  deliveries: {
    method: 'POST',
    path: `${path}/deliveries`,
    allow,
    reads: true,
    input: listInput({ id: z.uuid(), state: z.array(z.enum(deliveryStates)).max(4).optional() }),
    output: listOf(delivery),
  },
  /** Retries a delivery that was given up; `id` is the subscription. */
  retry: {
    method: 'POST',
    path: `${path}/retry`,
    allow: manage,
    input: z.strictObject({ id: z.uuid(), delivery: z.uuid() }),
    output: nothing,
  },
  /** The subscription of an unsubscribe link; public. */
  unsubscribeInfo: {
    method: 'POST',
    path: `${path}/unsubscribeInfo`,
    allow: 'everyone',
    reads: true,
    input: z.strictObject({ token: unsubscribeToken }),
    output: z.object({ name: z.string(), address: z.string(), unsubscribedAt: moment.nullable() }),
  },
  unsubscribe: {
    method: 'POST',
    path: `${path}/unsubscribe`,
    allow: 'everyone',
    input: z.strictObject({ token: unsubscribeToken }),
    output: nothing,
  },
});
