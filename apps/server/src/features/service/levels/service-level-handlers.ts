import { serviceLevelCalls, type Input, type ServiceLevel } from '@sweepline/contract';
import { and, asc, eq, ilike, sql } from 'drizzle-orm';
import { accountNames } from '../../../entities/people/account-names.ts';
import { companyScope, findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import {
  serviceLevels as table,
  type ServiceLevelRow,
} from '../../../entities/service/service-level-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { changedMeanwhile, checkVersion, contains, counted, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { serviceChoicesOf, serviceRulesOf } from './service-level-read-service.ts';

interface Company {
  id: string;
  name: string;
}

const ownOf = (row: ServiceLevelRow | undefined): ServiceLevel['own'] => ({
  general: row?.general ?? null,
  serious: row?.serious ?? null,
  fatal: row?.fatal ?? null,
  hours: row?.hours ?? null,
});

/** The service levels of these companies. Accounts that the caller does not see are not named. */
async function levelsOf(db: Tx, rows: readonly Company[]): Promise<ServiceLevel[]> {
  const choices = await serviceChoicesOf(
    db,
    rows.map(({ id }) => id),
  );
  const authors = [...choices.values()].map(({ own }) => own?.updatedById ?? null);
  const names = await accountNames(db, authors);
  return rows.map(({ id, name }) => {
    const { above, own } = choices.get(id)!;
    return {
      id,
      companyName: name,
      own: ownOf(own),
      inherited: serviceRulesOf(above),
      version: own?.version ?? 0,
      updatedAt: own?.updatedAt ?? null,
      updatedBy: names.get(own?.updatedById ?? '') ?? null,
    };
  });
}

async function query({ db }: Ctx, input: Input<typeof serviceLevelCalls.query>) {
  const { keyword, companyId, chosen, ...page } = input;
  const hasOwn = sql`exists (select 1 from ${table} where ${table.companyId} = ${companies.id})`;
  const where = and(
    visible(db, companyScope),
    keyword ? ilike(companies.name, contains(keyword)) : undefined,
    companyId ? eq(companies.id, companyId) : undefined,
    chosen === undefined ? undefined : chosen ? hasOwn : sql`not ${hasOwn}`,
  );
  const rows = db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(where)
    .orderBy(asc(sql`lower(${companies.name})`), asc(companies.id));
  const { list, total } = await paginate(page, rows, counted(db, companies, where));
  return { list: await levelsOf(db, list), total };
}

async function set(ctx: Ctx, input: Input<typeof serviceLevelCalls.set>) {
  const { db, now, account } = ctx;
  const { companyId, version, choices } = input;
  const company = await findCompany(db, companyId);
  const stamp = { updatedAt: now().toISOString(), updatedById: account.id, updatedBy: account.username };
  const own = and(eq(table.companyId, companyId), visible(db, table));
  const [before] = await db.select().from(table).where(own).for('update');
  if (before) {
    checkVersion(before, version);
    await db
      .update(table)
      .set({ ...choices, ...stamp, version: version + 1 })
      .where(eq(table.id, before.id));
  } else {
    if (version !== 0) throw changedMeanwhile('', null);
    const stored = await db
      .insert(table)
      .values({ companyId, ...choices, ...stamp })
      .onConflictDoNothing()
      .returning();
    // Of two first saves at the same time, the second is refused.
    if (stored.length === 0) throw changedMeanwhile('', null);
  }
  const [level] = await levelsOf(db, [company]);
  return level!;
}

export const serviceLevelAnswers = answer(serviceLevelCalls, { query, set });
