import type { PlacedBlock } from '@sweepline/contract';
import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, tenantPolicy } from '../../../platform/db/columns.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { companies } from '../../../entities/people/company-table.ts';

/** The arrangement of a company's data board. */
export const boardLayouts = pgTable(
  'board_layouts',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Null after a reset: the row keeps the version, so that a save on an older layout is still refused. */
    blocks: jsonb().$type<PlacedBlock[]>(),
    version: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [tenantPolicy(), unique('board_layouts_company').on(table.companyId)],
);
