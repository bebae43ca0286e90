import { scopeOf } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';

/** Whether an account sees more companies than one. */
export const seesCompanies = (db: Tx, ...[account, company]: ScopeOwner): Promise<boolean> =>
  asSystem(db, async (all) => {
    const scope = await scopeOf(all, account, company);
    if (scope !== '*') return scope.length > 1;
    return (await all.select({ id: companies.id }).from(companies).limit(2)).length > 1;
  });

type ScopeOwner = Parameters<typeof scopeOf> extends [Tx, ...infer Rest] ? Rest : never;
