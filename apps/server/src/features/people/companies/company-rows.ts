import type { Company, CompanyNode } from '@sweepline/contract';
import { getTableName, and, eq, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { asSystem } from '../../../platform/db/as-system.ts';
import { Refusal, type Account } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { actsOn, isOfProvider } from '../../../entities/people/company-rules.ts';
import { companyScope } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { addressOfLogo } from '../../../entities/people/logo-service.ts';
import { logos } from '../../../entities/people/logo-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';

const parents = alias(companies, 'parents');
const sales = alias(accounts, 'sales');
const fae = alias(accounts, 'fae');

/** Sales and FAE are named only to accounts of the provider, within their scope. */
const staffVisible = (
  person: Pick<typeof sales | typeof fae, 'id' | 'companyId'>,
  id: PgColumn,
  account: Account,
): SQL | undefined =>
  isOfProvider(account)
    ? and(eq(person.id, id), account.scope === '*' ? undefined : eq(person.companyId, account.companyId))
    : sql`false`;

/** A parent is named to callers that see it. */
const parentVisible = (db: Tx) =>
  and(eq(parents.id, companies.parentId), visible(db, { companyId: parents.id }));

interface Counts {
  id: string;
  deviceCount: number;
  accountCount: number;
  belowCount: number;
  childCount: number;
  frozenAbove: boolean;
}

const countsOf = `
  select c.id,
    (select count(*)::int from ${getTableName(devices)} d join ${getTableName(companies)} l on l.id = d.company_id where ${below('l')} and d.binding <> 'VOID') as "deviceCount",
    (select count(*)::int from ${getTableName(accounts)} a join ${getTableName(companies)} l on l.id = a.company_id where ${below('l')}) as "accountCount",
    (select count(*)::int - 1 from ${getTableName(companies)} l where ${below('l')}) as "belowCount",
    (select count(*)::int from ${getTableName(companies)} l where l.parent_id = c.id) as "childCount",
    exists (select 1 from ${getTableName(companies)} u where u.frozen_at is not null and u.id <> c.id
      and u.id = any(string_to_array(trim(trailing '/' from c.path), '/')::uuid[])) as "frozenAbove"
  from ${getTableName(companies)} c where c.id = any($1::text::uuid[])`;

/** A range condition that uses the index of paths; see `underPath`. */
function below(lower: string) {
  return `${lower}.path ~>=~ c.path and ${lower}.path ~<~ (left(c.path, -1) || '0')`;
}

/**
 * The counts of these companies and of all below them. The caller sees everything below a company they see. The query
 * covers one page and bypasses the tenant scope. A check per counted row would take seconds for large agents.
 */
async function countIn(db: Tx, ids: readonly string[]): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map();
  const rows = await asSystem(db, (all) => all.raw<Counts>(countsOf, [`{${ids.join(',')}}`]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Companies with parent, sales and FAE, without the counts. */
export const companyRows = (db: Tx, account: Account, which: SQL) =>
  db
    .select({
      company: companies,
      parent: { id: parents.id, name: parents.name },
      sales: { id: sales.id, name: sales.nickname },
      fae: { id: fae.id, name: fae.nickname },
      menuLogo: { fileId: logos.fileId },
    })
    .from(companies)
    .leftJoin(parents, parentVisible(db))
    .leftJoin(sales, staffVisible(sales, companies.salesId, account))
    .leftJoin(fae, staffVisible(fae, companies.faeId, account))
    .leftJoin(logos, and(eq(logos.companyId, companies.id), eq(logos.style, 'MENU')))
    .where(and(which, visible(db, companyScope)))
    .$dynamic();

type Row = Awaited<ReturnType<typeof companyRows>>[number];

/** Companies in the form of the contract, in the same order. */
export async function withCounts(db: Tx, account: Account, rows: readonly Row[]): Promise<Company[]> {
  const counts = await countIn(
    db,
    rows.map(({ company }) => company.id),
  );
  return rows.flatMap(({ company, menuLogo, ...others }) => {
    const counted = counts.get(company.id);
    const menuImage = menuLogo && addressOfLogo(menuLogo);
    return counted ? [{ ...company, ...others, ...counted, menuImage, acts: actsOn(account, company) }] : [];
  });
}

/** One company in the form of the contract. */
export async function readCompany(db: Tx, account: Account, id: string): Promise<Company> {
  const rows = await companyRows(db, account, eq(companies.id, id));
  const [company] = await withCounts(db, account, rows);
  if (!company) throw new Refusal('notFound');
  return company;
}

/** Companies as nodes of the tree: agents before terminals, each by name. */
export async function readNodes(
  db: Tx,
  account: Account,
  where: SQL | undefined,
  { limit, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<CompanyNode[]> {
  const { id, name, type, agentLevel, frozenAt, version } = companies;
  const query = db
    .select({ id, name, type, agentLevel, frozenAt, version, parentId: parents.id })
    .from(companies)
    .leftJoin(parents, parentVisible(db))
    .where(and(visible(db, companyScope), where))
    .orderBy(sql`${type} = 1`, name, id)
    .offset(offset)
    .$dynamic();
  const rows = await (limit === undefined ? query : query.limit(limit));
  const counts = await countIn(
    db,
    rows.map((row) => row.id),
  );
  return rows.flatMap((row) => {
    const counted = counts.get(row.id);
    return counted ? { ...row, ...counted, acts: actsOn(account, row), hit: false } : [];
  });
}
