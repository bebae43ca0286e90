import { permissions } from '@sweepline/contract';
import { and, eq, ne } from 'drizzle-orm';
import { companyScope } from '../../../entities/people/company-service.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { hasPermission, type Ctx } from '../../../platform/calls/ctx.ts';
import { visible } from '../../../platform/db/page.ts';
import { ofSides } from '../accounts/account-grant-service.ts';
import { closest, isCandidate, type Candidates } from './search-candidates.ts';

type Caller = Pick<Ctx, 'db' | 'account'>;

/** Companies of the types whose lists the caller may open. */
export async function findCompanies({ db, account }: Caller, text: string, candidates: Candidates) {
  const { id, name, type, location } = companies;
  const rows = await db
    .select({ id, name, type, location })
    .from(companies)
    .where(
      and(
        isCandidate(id, candidates),
        visible(db, companyScope),
        ne(type, 0),
        hasPermission(account, permissions.terminalCompanies) ? undefined : ne(type, 1),
        hasPermission(account, permissions.agents) ? undefined : ne(type, 2),
      ),
    );
  const listed = rows.flatMap((row) => (row.type === 0 ? [] : { ...row, type: row.type }));
  return closest(listed, text, candidates, (row) => [row.name]);
}

/** Accounts of the sides, own company and customers, whose lists the caller may open. */
export async function findAccounts({ db, account }: Caller, text: string, candidates: Candidates) {
  const { id, username, nickname } = accounts;
  const rows = await db
    .select({
      id,
      username,
      nickname,
      companyName: companies.name,
      companyType: companies.type,
    })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .where(and(isCandidate(id, candidates), visible(db, accounts), ofSides(account, 'list', accounts)));
  return closest(rows, text, candidates, (row) => [row.nickname, row.username]);
}
