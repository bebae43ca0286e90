import { jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** The last factsheet and the last `xReported` snapshot of a device, written when their content changes. */
export const deviceDocuments = ownedTable(
  'device_documents',
  {
    deviceId: uuid().notNull(),
    /** FACTSHEET or REPORTED. */
    kind: text().notNull(),
    /** SHA-256 of the content without its header. */
    hash: text().notNull(),
    document: jsonb().$type<Record<string, unknown>>().notNull(),
    changedAt: moment().notNull(),
  },
  (table) => [unique('device_documents_kind').on(table.deviceId, table.kind)],
);
