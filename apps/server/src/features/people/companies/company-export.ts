import type { Company } from '@sweepline/contract';
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { csvOfBatches, type CsvColumns } from '../../../platform/documents/csv-stream.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { checkPage, companyFilter, type CompanyFilters } from './company-list.ts';
import { companyRows, withCounts } from './company-rows.ts';
import { companies } from '../../../entities/people/company-table.ts';

const columns: CsvColumns<Company> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  code: ({ code }) => code,
  level: ({ agentLevel }) => agentLevel,
  parent: ({ parent }) => parent?.name ?? null,
  region: ({ region }) => region,
  location: ({ location }) => location,
  contact: ({ contactName }) => contactName,
  phone: ({ contactPhone }) => contactPhone,
  email: ({ contactEmail }) => contactEmail,
  scenario: ({ scenario }) => scenario,
  rating: ({ rating }) => rating,
  sales: ({ sales }) => sales?.name ?? null,
  support: ({ fae }) => fae?.name ?? null,
  devices: ({ deviceCount }) => deviceCount,
  accounts: ({ accountCount }) => accountCount,
  companiesBelow: ({ belowCount }) => belowCount,
  frozenAt: ({ frozenAt }) => frozenAt,
  createdAt: ({ createdAt }) => createdAt,
};

/** The filtered companies as CSV, by name. */
export function exportCompanies(ctx: Ctx, filters: CompanyFilters): BytesAnswer {
  checkPage(ctx, filters.type);
  const { account } = ctx;
  return csvOfBatches<Company>({
    reader: ctx,
    fileName: filters.type === 1 ? 'terminal-companies.csv' : 'agents.csv',
    columns,
    read: async (db, last, limit) => {
      const after = last && sql`(${companies.name}, ${companies.id}) > (${last.name}, ${last.id}::uuid)`;
      const order = [asc(companies.name), asc(companies.id)];
      const ids = db
        .select({ id: companies.id })
        .from(companies)
        .where(and(companyFilter(db, filters), after))
        .orderBy(...order)
        .limit(limit);
      const list = await companyRows(db, account, inArray(companies.id, ids)).orderBy(...order);
      return await withCounts(db, account, list);
    },
  });
}
