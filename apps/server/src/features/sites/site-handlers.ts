import { siteCalls } from '@sweepline/contract';
import { and, asc, eq, ilike } from 'drizzle-orm';
import { answer } from '../../platform/calls/calls.ts';
import { contains, counted, visible } from '../../platform/db/page.ts';
import { companies } from '../../entities/people/company-table.ts';
import { paginate } from '../../platform/db/paginate.ts';
import { floorsOf } from './site-service.ts';
import { sites } from '../../entities/places/site-table.ts';

export const siteAnswers = answer(siteCalls, {
  list: ({ db }, input) => {
    const where = and(
      visible(db, sites),
      input.companyId ? eq(sites.companyId, input.companyId) : undefined,
      input.keyword ? ilike(sites.name, contains(input.keyword)) : undefined,
    );
    const { id, companyId, name, address, timezone } = sites;
    const rows = db
      .select({ id, companyId, companyName: companies.name, name, address, timezone, floors: floorsOf })
      .from(sites)
      .innerJoin(companies, eq(companies.id, companyId))
      .where(where)
      .orderBy(asc(name), asc(id));
    return paginate(input, rows, counted(db, sites, where));
  },
});
