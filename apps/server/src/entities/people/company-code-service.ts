import { and, eq, ne, or, sql } from 'drizzle-orm';
import { wrongField } from '../../platform/calls/ctx.ts';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pinyinWords } from './company-code-letters.ts';
import { companies } from './company-table.ts';

/** Of two companies that want the same code at the same time, the second sees the first. It is taken before the row of a company. */
export const lockCompanyCodes = (db: Tx): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('company codes'))`);

/** Refuses a code that another company of the installation has or had. */
export async function checkCompanyCode(db: Tx, code: string, companyId: string): Promise<void> {
  await lockCompanyCodes(db);
  const [other] = await asSystem(db, (all) =>
    all
      .select({ id: companies.id })
      .from(companies)
      .where(
        and(
          ne(companies.id, companyId),
          or(eq(companies.code, code), sql`${code} = any(${companies.formerCodes})`),
        ),
      )
      .limit(1),
  );
  if (other) throw wrongField('code', 'COMPANY_CODE_TAKEN');
}

/** The code of a new company: the chosen one, one of the pinyin of its name, or none, so that the database makes it. */
export async function newCompanyCode(
  db: Tx,
  id: string,
  { code, ...named }: { name: string; region?: string | undefined; code?: string | undefined },
) {
  if (code !== undefined) {
    await checkCompanyCode(db, code, id);
    return { code };
  }
  const words = pinyinWords(named);
  return words === undefined ? {} : { code: sql`free_company_code(${words})` };
}
