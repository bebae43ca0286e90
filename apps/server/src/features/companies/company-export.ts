import { Readable } from 'node:stream';
import type { Company } from '@sweepline/contract';
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../platform/http/bytes.ts';
import { csvLine, csvMark } from '../../platform/documents/csv.ts';
import type { Ctx } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import { checkPage, companyFilter, type CompanyFilters } from './company-list.ts';
import { companyRows, withCounts } from './company-rows.ts';
import { companies } from '../../entities/people/company-table.ts';

const batch = 500;

const columns: Record<string, (company: Company) => string | number | null> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
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

/** Reads each batch in its own transaction, so that a slow download keeps no transaction open. */
async function* lines({ services, account }: Ctx, filters: CompanyFilters) {
  yield csvMark + csvLine(Object.keys(columns));
  let after: { name: string; id: string } | undefined;
  for (;;) {
    const rows = await inScope(
      services.db,
      account.scope,
      async (db) => {
        const afterCursor =
          after && sql`(${companies.name}, ${companies.id}) > (${after.name}, ${after.id}::uuid)`;
        const order = [asc(companies.name), asc(companies.id)];
        const ids = db
          .select({ id: companies.id })
          .from(companies)
          .where(and(companyFilter(db, filters), afterCursor))
          .orderBy(...order)
          .limit(batch);
        const list = await companyRows(db, account, inArray(companies.id, ids)).orderBy(...order);
        return await withCounts(db, account, list);
      },
      { readOnly: true, home: account.companyId },
    );
    for (const company of rows) yield csvLine(Object.values(columns).map((read) => read(company)));
    after = rows.at(-1);
    if (!after || rows.length < batch) return;
  }
}

/** The filtered companies as CSV, by name, streamed. */
export function exportCompanies(ctx: Ctx, filters: CompanyFilters): BytesAnswer {
  checkPage(ctx, filters.type);
  const fileName = filters.type === 1 ? 'terminal-companies.csv' : 'agents.csv';
  return { mediaType: 'text/csv; charset=utf-8', fileName, open: () => Readable.from(lines(ctx, filters)) };
}
