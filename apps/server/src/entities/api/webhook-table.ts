import {
  attemptFailures,
  attemptKinds,
  webhookDeliveryStates,
  webhookDisablings,
  webhookModes,
  type OpenEventName,
  type webhookTest,
} from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable, tenantPolicy } from '../../platform/db/columns.ts';
import { apiUsers } from './api-user-table.ts';

/** Addresses to which events are sent. */
export const webhookEndpoints = ownedTable(
  'webhook_endpoints',
  {
    userId: uuid()
      .notNull()
      .references(() => apiUsers.id, { onDelete: 'cascade' }),
    name: text().notNull().default(''),
    url: text().notNull(),
    mode: text({ enum: webhookModes }).notNull(),
    events: text().array().$type<OpenEventName[]>().notNull(),
    secretSealed: text().notNull(),
    /** Signs too until `formerUntil`. */
    formerSecretSealed: text(),
    formerUntil: moment(),
    disabledAt: moment(),
    disabledFor: text({ enum: webhookDisablings }),
    failingSince: moment(),
    lastSuccessAt: moment(),
    pausedUntil: moment(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    index('webhook_endpoints_user').on(table.userId, table.createdAt),
    index('webhook_endpoints_company').on(table.companyId),
  ],
);
export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect;

/** The event of an endpoint on its way. The row belongs to the company of the endpoint. In partitions by the day of the event. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().notNull(),
    companyId: uuid().notNull(),
    endpointId: uuid().notNull(),
    eventId: uuid().notNull(),
    /** Of the event. */
    at: moment().notNull(),
    name: text().$type<OpenEventName | typeof webhookTest>().notNull(),
    state: text({ enum: webhookDeliveryStates }).notNull(),
    /** Attempts of the schedule. */
    attempts: integer().notNull().default(0),
    /** The next attempt of the schedule; null when there is none. */
    nextAt: moment(),
    /** Asked for by a person: one attempt beside the schedule. */
    replayAt: moment(),
    /** A server sends it until then; after that the server is taken for dead. */
    leasedUntil: moment(),
  },
  (table) => [
    tenantPolicy(),
    primaryKey({ columns: [table.id, table.at] }),
    unique('webhook_deliveries_once').on(table.endpointId, table.eventId, table.at),
    index('webhook_deliveries_due')
      .on(table.endpointId, sql`least(${table.nextAt}, ${table.replayAt})`)
      .where(sql`${table.nextAt} is not null or ${table.replayAt} is not null`),
    index('webhook_deliveries_log').on(table.endpointId, table.at),
    index('webhook_deliveries_company').on(table.companyId, table.at),
  ],
);
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;

/** What was sent and answered. The body is built again from the event, which never changes. In partitions by day. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: uuid().notNull(),
    companyId: uuid().notNull(),
    deliveryId: uuid().notNull(),
    at: moment().notNull(),
    kind: text({ enum: attemptKinds }).notNull(),
    mode: text({ enum: webhookModes }).notNull(),
    url: text().notNull(),
    /** Sent as `webhook-timestamp` and `webhook-signature`. */
    stamp: integer().notNull(),
    signature: text().notNull(),
    durationMs: integer().notNull(),
    status: integer(),
    failure: text({ enum: attemptFailures }),
    answer: text().notNull().default(''),
  },
  (table) => [
    tenantPolicy(),
    primaryKey({ columns: [table.id, table.at] }),
    index('webhook_attempts_delivery').on(table.deliveryId, table.at),
    index('webhook_attempts_company').on(table.companyId),
  ],
);
export type WebhookAttemptRow = typeof webhookAttempts.$inferSelect;
