import type { PlacedBlock } from '@sweepline/contract';
import { integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { companies } from '../../entities/people/company-table.ts';

/** The arrangement of a company's data board. */
export const boardLayouts = ownedTable(
  'board_layouts',
  {
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Null after a reset: the row keeps the version, so that a save on an older layout is still refused. */
    blocks: jsonb().$type<PlacedBlock[]>(),
    version: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [unique('board_layouts_company').on(table.companyId)],
);
