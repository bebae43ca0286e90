import type { Company, CompanyNode } from '@sweepline/contract';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { Refusal, type Account } from '../../platform/ctx.ts';
import type { Tx } from '../../platform/db.ts';
import { visible } from '../../platform/page.ts';
import { accounts } from '../accounts/account-table.ts';
import { devices } from '../devices/device-table.ts';
import { actsOn, isOfProvider } from './company-rules.ts';
import { companyFence, underPath } from './company-service.ts';
import { companies } from './company-table.ts';

const parents = alias(companies, 'parents');
const sales = alias(accounts, 'sales');
const fae = alias(accounts, 'fae');
const lower = alias(companies, 'lower');
const upper = alias(companies, 'upper');

const below = underPath(lower.path, sql`${companies.path}`);
const number = (value: SQL) => sql<number>`(${value})`.mapWith(Number);

export const deviceCount = number(
  sql`select count(*) from ${devices} join ${companies} as ${lower} on ${lower.id} = ${devices.companyId} where ${below}`,
);
const accountCount = number(
  sql`select count(*) from ${accounts} join ${companies} as ${lower} on ${lower.id} = ${accounts.companyId} where ${below}`,
);
const belowCount = number(sql`select count(*) - 1 from ${companies} as ${lower} where ${below}`);
export const childCount = number(
  sql`select count(*) from ${companies} as ${lower} where ${lower.parentId} = ${companies.id}`,
);

/** A company above this one is frozen. */
export const frozenAbove = sql<boolean>`exists (select 1 from ${companies} as ${upper}
  where ${upper.id} = any(string_to_array(trim(trailing '/' from ${companies.path}), '/')::uuid[])
    and ${upper.id} <> ${companies.id} and ${upper.frozenAt} is not null)`;

/** A person of the provider is named to the provider's people only; the others see that nobody above them shows. */
const named = (person: Pick<typeof sales | typeof fae, 'id' | 'companyId'>, id: PgColumn, account: Account) =>
  isOfProvider(account)
    ? and(eq(person.id, id), account.scope === '*' ? undefined : eq(person.companyId, account.companyId))
    : sql`false`;

/** A parent is named to those who see it. */
const parentSeen = (db: Tx) =>
  and(eq(parents.id, companies.parentId), visible(db, { companyId: parents.id }));

/** Companies with what a row shows of them. */
export const companyRows = (db: Tx, account: Account) =>
  db
    .select({
      company: companies,
      parent: { id: parents.id, name: parents.name },
      sales: { id: sales.id, name: sales.nickname },
      fae: { id: fae.id, name: fae.nickname },
      counted: { deviceCount, accountCount, belowCount, frozenAbove },
    })
    .from(companies)
    .leftJoin(parents, parentSeen(db))
    .leftJoin(sales, named(sales, companies.salesId, account))
    .leftJoin(fae, named(fae, companies.faeId, account))
    .$dynamic();

type Row = Awaited<ReturnType<typeof companyRows>>[number];

/** A company as the contract names it. */
export const companyOf = ({ company, counted, parent, sales, fae }: Row, account: Account): Company => ({
  ...company,
  ...counted,
  parent,
  sales,
  fae,
  acts: actsOn(account, company),
});

/** One company as a page shows it. */
export async function readCompany(db: Tx, account: Account, id: string): Promise<Company> {
  const [row] = await companyRows(db, account).where(and(eq(companies.id, id), visible(db, companyFence)));
  if (!row) throw new Refusal('notFound');
  return companyOf(row, account);
}

const nodeColumns = {
  id: companies.id,
  name: companies.name,
  type: companies.type,
  agentLevel: companies.agentLevel,
  frozenAt: companies.frozenAt,
  version: companies.version,
  parentId: parents.id,
  frozenAbove,
  childCount,
  deviceCount,
};

/** Companies as lines of the tree: agents before terminals, each by name. */
export const nodeRows = (db: Tx, where: SQL | undefined) =>
  db
    .select(nodeColumns)
    .from(companies)
    .leftJoin(parents, parentSeen(db))
    .where(and(visible(db, companyFence), where))
    .orderBy(sql`${companies.type} = 1`, companies.name, companies.id)
    .$dynamic();

type NodeRow = Awaited<ReturnType<typeof nodeRows>>[number];

export const nodeOf = (row: NodeRow, account: Account, hit = false): CompanyNode => ({
  ...row,
  acts: actsOn(account, row),
  hit,
});
