import { workOrderEventKinds, workOrderPictureKinds } from '@sweepline/contract';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { workOrders } from './work-order-table.ts';

const orderId = () =>
  uuid()
    .notNull()
    .references(() => workOrders.id, { onDelete: 'cascade' });

/** The history of an order, read by everyone who sees the order. Rows are only added. */
export const workOrderEvents = ownedTable(
  'work_order_events',
  {
    orderId: orderId(),
    kind: text({ enum: workOrderEventKinds }).notNull(),
    at: moment().notNull(),
    /** Null for what the server did. */
    byId: uuid(),
    text: text().notNull().default(''),
    /** Fields by name with their new values. */
    changes: jsonb().$type<Record<string, string>>().notNull().default({}),
  },
  (table) => [
    index('work_order_events_order').on(table.orderId, table.at, table.id),
    index('work_order_events_company').on(table.companyId),
  ],
);

/** Internal notes. The company is the writer's, so that the tenant scope shows them to it and those above only. */
export const workOrderNotes = ownedTable(
  'work_order_notes',
  { orderId: orderId(), at: moment().notNull(), byId: uuid().notNull(), text: text().notNull() },
  (table) => [
    index('work_order_notes_order').on(table.orderId, table.at, table.id),
    index('work_order_notes_company').on(table.companyId),
  ],
);

/** Pictures of an order, stored without the position and camera data of the file that was sent. */
export const workOrderPictures = ownedTable(
  'work_order_pictures',
  {
    orderId: orderId(),
    fileId: uuid()
      .notNull()
      .references(() => storedFiles.id),
    kind: text({ enum: workOrderPictureKinds }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    at: moment().notNull(),
    byId: uuid(),
    /** The upload, named by the client, and the place of the picture in it: the same upload again stores nothing. */
    clientId: uuid(),
    place: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('work_order_pictures_upload').on(table.orderId, table.clientId, table.place),
    index('work_order_pictures_order').on(table.orderId, table.at),
    index('work_order_pictures_company').on(table.companyId),
    index('work_order_pictures_file').on(table.fileId),
  ],
);
