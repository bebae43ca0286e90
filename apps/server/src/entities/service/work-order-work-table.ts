import type { CheckAnswer, CheckItem } from '@sweepline/contract';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { workOrders } from './work-order-table.ts';

const orderId = () =>
  uuid()
    .notNull()
    .references(() => workOrders.id, { onDelete: 'cascade' });

/** The work on an order; at most one row each. The points of the checklist are a copy, which a change of the template leaves alone. */
export const workOrderWorks = ownedTable(
  'work_order_works',
  {
    orderId: orderId(),
    templateId: uuid(),
    templateName: text().notNull().default(''),
    templateVersion: integer().notNull().default(0),
    items: jsonb().$type<CheckItem[]>().notNull().default([]),
    requiresSignature: boolean().notNull().default(false),
    requiresPhoto: boolean().notNull().default(false),
    answers: jsonb().$type<CheckAnswer[]>().notNull().default([]),
    signatureName: text().notNull().default(''),
    /** Null for a typed name. */
    signaturePictureId: uuid(),
    signedAt: moment(),
    /** The orders that failed points made, by the id of the point. */
    followUps: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** The ids of the last saves: a repeated one changes nothing. */
    clientIds: uuid().array().notNull().default([]),
    version: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedById: uuid(),
    updatedBy: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('work_order_works_order').on(table.orderId),
    index('work_order_works_company').on(table.companyId),
  ],
);
export type WorkOrderWorkRow = typeof workOrderWorks.$inferSelect;

/** The parts that were used for an order. Number and name are copies: the list of parts changes. */
export const workOrderParts = ownedTable(
  'work_order_parts',
  {
    orderId: orderId(),
    partId: uuid().notNull(),
    number: text().notNull(),
    name: text().notNull(),
    consumable: text(),
    quantity: integer().notNull(),
    /** The command that resets the counter of the wearing part. */
    resetCommandId: uuid(),
    at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('work_order_parts_part').on(table.orderId, table.partId),
    index('work_order_parts_company').on(table.companyId, table.at),
  ],
);
export type WorkOrderPartRow = typeof workOrderParts.$inferSelect;

/** Labour per person. The company is the writer's, so that the tenant scope shows it to that company and those above only. */
export const workOrderLabours = ownedTable(
  'work_order_labours',
  { orderId: orderId(), byId: uuid().notNull(), minutes: integer().notNull(), at: moment().notNull() },
  (table) => [
    uniqueIndex('work_order_labours_person').on(table.orderId, table.byId),
    index('work_order_labours_company').on(table.companyId),
  ],
);
