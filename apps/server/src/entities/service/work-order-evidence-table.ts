import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { workOrders } from './work-order-table.ts';

/** The state of the robot when an order was made. Rows are only added: the evidence outlives the robot and its map. */
export const workOrderEvidence = ownedTable(
  'work_order_evidence',
  {
    orderId: uuid()
      .notNull()
      .references(() => workOrders.id, { onDelete: 'cascade' }),
    takenAt: moment().notNull(),
    /** As `workOrderEvidence` of the contract. */
    content: jsonb().$type<unknown>().notNull(),
    /** SHA-256 of the content in its canonical form, hex. */
    fingerprint: text().notNull(),
    /** The picture of the map version. The reference keeps the file when the map is deleted. */
    gridFileId: uuid().references(() => storedFiles.id),
  },
  (table) => [
    index('work_order_evidence_order').on(table.orderId),
    index('work_order_evidence_grid').on(table.gridFileId),
    index('work_order_evidence_company').on(table.companyId),
  ],
);
