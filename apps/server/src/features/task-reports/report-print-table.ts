import { integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import type { ReportFilters } from './report-service.ts';

/** The fingerprints that documents of periods went out with, and over what each was taken. */
export const reportPrints = ownedTable(
  'report_prints',
  {
    sha256: text().notNull(),
    /** The companies whoever had it made saw; null for all. */
    companies: uuid().array(),
    filters: jsonb().$type<PrintFilters>().notNull(),
    /** Of companies and filters: the same document made again is no other. */
    mark: text().notNull(),
    timezone: text().notNull(),
    reports: integer().notNull(),
    madeAt: moment().notNull(),
  },
  (table) => [unique('report_prints_one').on(table.sha256, table.companyId, table.mark)],
);

export type PrintFilters = ReportFilters & { from: string; to: string };
