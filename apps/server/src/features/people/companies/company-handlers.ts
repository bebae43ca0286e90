import { companyCalls } from '@sweepline/contract';
import { and, asc, eq, ilike } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import {
  addCompany,
  changeLogo,
  relocateCompany,
  removeCompany,
  setFrozen,
  updateCompany,
} from './company-commands.ts';
import { readDetail } from './company-detail.ts';
import { exportCompanies } from './company-export.ts';
import { listCompanies } from './company-list.ts';
import { companyScope } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { readPlaces, readTree } from './company-tree.ts';

export const companyAnswers = answer(companyCalls, {
  options: ({ db }, input) => {
    const where = and(
      visible(db, companyScope),
      input.type === undefined ? undefined : eq(companies.type, input.type),
      input.keyword ? ilike(companies.name, contains(input.keyword)) : undefined,
    );
    const { id, name, type, parentId } = companies;
    const rows = db
      .select({ id, name, type, parentId })
      .from(companies)
      .where(where)
      .orderBy(asc(name), asc(id));
    return paginate(input, rows, counted(db, companies, where));
  },

  list: (ctx, input) => listCompanies(ctx, input),

  export: async (ctx, input) => exportCompanies(ctx, input),

  tree: (ctx, input) => readTree(ctx, input),

  detail: (ctx, { id }) => readDetail(ctx, id),

  places: (ctx, input) => readPlaces(ctx, input),

  // The provider's accounts are outside the scope of other companies: for callers that cannot link staff the list is
  // empty.
  staff: ({ db }, input) => {
    const where = and(
      visible(db, accounts),
      db.scope === '*' ? undefined : eq(accounts.staffKind, 'MEMBER'),
      eq(accounts.staffKind, input.kind),
      input.keyword ? ilike(accounts.nickname, contains(input.keyword)) : undefined,
    );
    const rows = db
      .select({ id: accounts.id, name: accounts.nickname })
      .from(accounts)
      .where(where)
      .orderBy(asc(accounts.nickname), asc(accounts.id));
    return paginate(input, rows, counted(db, accounts, where));
  },

  add: (ctx, input) => addCompany(ctx, input),

  update: (ctx, input) => updateCompany(ctx, input),

  logo: (ctx, { id }, uploads) => changeLogo(ctx, id, uploads.get('picture')),

  move: (ctx, input) => relocateCompany(ctx, input),

  freeze: (ctx, { id }) => setFrozen(ctx, id, true),

  unfreeze: (ctx, { id }) => setFrozen(ctx, id, false),

  remove: async (ctx, { id }) => {
    await removeCompany(ctx, id);
    return {};
  },
});
