import { companyCalls } from '@sweepline/contract';
import { and, asc, ilike } from 'drizzle-orm';
import { answer } from '../../platform/calls.ts';
import { contains, counted, pageOf, visible, windowOf } from '../../platform/page.ts';
import { companies } from './company-table.ts';

/** A company's own row is fenced by its id. */
const fenced = { companyId: companies.id };

export const companyAnswers = answer(companyCalls, {
  options: ({ db }, input) => {
    const { limit, offset } = windowOf(input);
    const where = and(
      visible(db, fenced),
      input.keyword ? ilike(companies.name, contains(input.keyword)) : undefined,
    );
    const { id, name, type, parentId } = companies;
    const rows = db
      .select({ id, name, type, parentId })
      .from(companies)
      .where(where)
      .orderBy(asc(name), asc(id));
    return pageOf(rows.limit(limit).offset(offset), counted(db, companies, where));
  },
});
