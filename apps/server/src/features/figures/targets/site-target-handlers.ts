import { siteTargetCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import { checkVersion, find } from '../../../platform/db/page.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { checkFilter } from '../statistics/statistics-service.ts';
import { combineTargets, listTargets, readSavings } from './site-target-read.ts';
import { siteTargets } from './site-target-table.ts';

export const siteTargetAnswers = answer(siteTargetCalls, {
  list: async ({ db }, { companyId, siteId, ...input }) => {
    if (companyId) await findCompany(db, companyId);
    if (siteId) await find(db, sites, siteId);
    return await listTargets(db, { ...input, companyId, siteId }, input);
  },

  save: async ({ db, now, account }, { siteId, version, ...fields }) => {
    // The lock on the site serialises two concurrent first saves: the second is refused.
    const { companyId } = await find(db, sites, siteId, { lock: true });
    if (fields.currency !== null && !Intl.supportedValuesOf('currency').includes(fields.currency))
      throw wrongField('currency', 'CURRENCY');
    const [existing] = await db.select().from(siteTargets).where(eq(siteTargets.siteId, siteId));
    const change = {
      ...fields,
      version: version + 1,
      updatedAt: now().toISOString(),
      updatedBy: account.username,
    };
    if (existing) {
      checkVersion(existing, version);
      await db.update(siteTargets).set(change).where(eq(siteTargets.siteId, siteId));
    } else {
      if (version !== 0) throw new Refusal('outdated');
      await db.insert(siteTargets).values({ companyId, siteId, ...change });
    }
    const { list } = await listTargets(db, { siteId }, { page: 1, pageSize: 1 });
    return list[0]!;
  },

  combined: async ({ db, now }, input) => {
    await checkFilter(db, input, now());
    return await combineTargets(db, input);
  },

  savings: async ({ db, now }, input) => {
    const filter = await checkFilter(db, input, now());
    const savings = await readSavings(db, filter);
    return { from: filter.from, to: filter.to, ...savings, computedAt: now().toISOString() };
  },
});
