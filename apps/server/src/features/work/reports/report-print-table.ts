import { integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import type { ReportFilters } from './report-service.ts';

/** Fingerprints of issued period documents, with the filters of their reports. */
export const reportPrints = ownedTable(
  'report_prints',
  {
    sha256: text().notNull(),
    /** Scope of the caller that created the document; null for all companies. */
    companies: uuid().array(),
    filters: jsonb().$type<PrintFilters>().notNull(),
    /** Hash of companies and filters: creating the same document again adds no row. */
    mark: text().notNull(),
    timezone: text().notNull(),
    reports: integer().notNull(),
    madeAt: moment().notNull(),
  },
  (table) => [unique('report_prints_one').on(table.sha256, table.companyId, table.mark)],
);

export type PrintFilters = ReportFilters & { from: string; to: string };
