import { siteCalls } from '@sweepline/contract';
import { and, asc, eq, ilike, inArray } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { floorsOf } from './site-service.ts';
import { sites } from '../../../entities/places/site-table.ts';

export const siteAnswers = answer(siteCalls, {
  list: async ({ db }, input) => {
    if (input.ids) {
      const named = and(visible(db, sites), inArray(sites.id, input.ids));
      if ((await counted(db, sites, named)) < new Set(input.ids).size) throw new Refusal('notFound');
    }
    const where = and(
      visible(db, sites),
      input.companyId ? eq(sites.companyId, input.companyId) : undefined,
      input.ids ? inArray(sites.id, input.ids) : undefined,
      input.keyword ? ilike(sites.name, contains(input.keyword)) : undefined,
    );
    const { id, companyId, name, address, timezone, latitude, longitude } = sites;
    const place = { address, timezone, latitude, longitude };
    const rows = db
      .select({ id, companyId, companyName: companies.name, name, ...place, floors: floorsOf })
      .from(sites)
      .innerJoin(companies, eq(companies.id, companyId))
      .where(where)
      .orderBy(asc(name), asc(id));
    return await paginate(input, rows, counted(db, sites, where));
  },
});
