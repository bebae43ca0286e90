import { currencies, type sparePartModels } from '@sweepline/contract';
import { doublePrecision, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { inheritedPolicy, moment, ownedTable } from '../../platform/db/columns.ts';
import { companies } from '../people/company-table.ts';

/** The parts of the provider. The companies below read them; prices are in a table of their own, which they do not read. */
export const spareParts = ownedTable(
  'spare_parts',
  {
    number: text().notNull(),
    name: text().notNull(),
    /** Empty for every model. */
    models: text().array().$type<(typeof sparePartModels)[number][]>().notNull().default([]),
    consumable: text(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    inheritedPolicy(companies),
    uniqueIndex('spare_parts_number').on(table.companyId, table.number),
  ],
);
export type SparePartRow = typeof spareParts.$inferSelect;

export const sparePartPrices = ownedTable(
  'spare_part_prices',
  {
    partId: uuid()
      .notNull()
      .references(() => spareParts.id, { onDelete: 'cascade' }),
    amount: doublePrecision().notNull(),
    currency: text({ enum: currencies }).notNull(),
  },
  (table) => [uniqueIndex('spare_part_prices_part').on(table.partId)],
);
