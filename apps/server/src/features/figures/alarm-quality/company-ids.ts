import { and } from 'drizzle-orm';
import { companyScope, findCompany, underPath } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

/** A company of the tenant scope and those below it. */
export async function companyIdsUnder(db: Tx, id: string): Promise<string[]> {
  const { path } = await findCompany(db, id);
  const rows = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(visible(db, companyScope), underPath(companies.path, path)));
  return rows.map((company) => company.id);
}
