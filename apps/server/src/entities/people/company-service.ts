import { getTableName, and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { companyTypes, type AccountSide } from '@sweepline/contract';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal, wrongField, type Account } from '../../platform/calls/ctx.ts';
import type { OwnedTable } from '../../platform/db/columns.ts';
import type { Scope, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { visible, inValues } from '../../platform/db/page.ts';
import { accounts } from './account-table.ts';
import { idsOf, isOfProvider, levelBelow, pathUnder, parentRefusal } from './company-rules.ts';
import { companies } from './company-table.ts';
import { newCompanyCode } from './company-code-service.ts';

export type CompanyRow = typeof companies.$inferSelect;

export interface NewCompany extends Partial<
  Omit<
    typeof companies.$inferInsert,
    'path' | 'formerCodes' | 'version' | 'createdAt' | 'updatedAt' | 'updatedBy'
  >
> {
  name: string;
  type: 0 | 1 | 2;
  parentId: string | null;
}

/** The tenant scope of a company row is its own id. */
export const companyScope = { companyId: companies.id };

/**
 * The company of this path and all below it, as a range condition for an index. The digit follows the slash, so the
 * range has no other paths. Paths are compared byte by byte like in the index.
 */
export const underPath = (column: PgColumn, path: string | SQL | PgColumn): SQL =>
  sql`(${column} ~>=~ ${path} and ${column} ~<~ (left(${path}, -1) || '0'))`;

/** The company without a parent, found by the index of parents. */
const provider = sql`(select ${companies.id} from ${companies} where ${companies.parentId} is null and ${companies.type} = 0)`;

/**
 * Rows of the provider, or of all others. Undefined if the tenant scope implies it, because the caller is not of the
 * provider.
 */
export function onSide(caller: Account, companyId: PgColumn, side: AccountSide): SQL | undefined {
  if (!isOfProvider(caller)) return side === 'OUTER' ? undefined : sql`false`;
  return side === 'INTERNAL'
    ? sql`${companyId} = ${provider}`
    : sql`${companyId} is distinct from ${provider}`;
}

/**
 * The condition for rows that companies publish to those below: rows of the tenant scope, and of the companies above it. It is the
 * same as `inheritedPolicy` together with `tenantPolicy`.
 */
export const visibleOrInherited = (db: Tx, table: Pick<OwnedTable, 'companyId'>): SQL | undefined =>
  db.scope === '*'
    ? undefined
    : sql`${table.companyId} in (select unnest(string_to_array(trim(trailing '/' from c.path), '/'))::uuid
        from ${companies} c where ${inValues(sql`c.id`, db.scope)})`;

/** One company within the transaction's tenant scope. */
export async function findCompany(
  db: Tx,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<CompanyRow> {
  const query = db
    .select()
    .from(companies)
    .where(and(eq(companies.id, id), visible(db, companyScope)))
    .$dynamic();
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw new Refusal('notFound');
  return row;
}

/**
 * Locks the tree until the transaction ends. Changes of places lock it exclusively: two concurrent moves could each be
 * valid and together form a cycle. Creations share the lock: a new path must not be derived from one that moves.
 */
export async function lockTree(db: Tx, how: 'alone' | 'shared'): Promise<void> {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await db.execute(sql`select ${lock}(hashtext('companies'))`);
}

/** Creates a company. The level of an agent follows from its parent; a given level must match it. */
export async function createCompany(
  db: Tx,
  now: Clock,
  by: string,
  company: NewCompany,
): Promise<CompanyRow> {
  await lockTree(db, 'shared');
  const id = company.id ?? newId();
  const isAgent = company.type === companyTypes.agent;
  const parent = company.parentId ? await findCompany(db, company.parentId) : null;
  const reason = parentRefusal({ id, type: company.type, agentDepth: isAgent ? 1 : 0 }, parent);
  if (reason) throw new Refusal(reason);
  const agentLevel = isAgent && parent ? levelBelow(parent) : null;
  if (company.agentLevel && company.agentLevel !== agentLevel) throw wrongField('agentLevel', 'AGENT_LEVEL');
  const at = now().toISOString();
  const path = pathUnder(parent?.path ?? '', id);
  const code = await newCompanyCode(db, id, company);
  const row = { ...company, ...code, id, agentLevel, path, createdAt: at, updatedAt: at, updatedBy: by };
  // The new company is not yet in the tenant scope of this transaction.
  const [created] = await asSystem(db, (all) => all.insert(companies).values(row).returning());
  return created!;
}

/** The number of agent levels in the subtree of a company. */
export async function agentDepthOf(db: Tx, { type, path, agentLevel }: CompanyRow): Promise<number> {
  if (type !== companyTypes.agent || agentLevel === null) return 0;
  const [row] = await db
    .select({ lowest: sql<number>`max(${companies.agentLevel})`.mapWith(Number) })
    .from(companies)
    .where(underPath(companies.path, path));
  return (row?.lowest ?? agentLevel) - agentLevel + 1;
}

/** Moves a company and its subtree. The levels of its agents follow. */
export async function moveCompany(
  db: Tx,
  now: Clock,
  by: string,
  id: string,
  parentId: string,
): Promise<void> {
  await lockTree(db, 'alone');
  const company = await findCompany(db, id);
  const parent = await findCompany(db, parentId);
  // The subtree includes companies that were added while this transaction waited for the lock.
  await asSystem(db, async (all) => {
    const reason = parentRefusal({ ...company, agentDepth: await agentDepthOf(all, company) }, parent);
    if (reason) throw new Refusal(reason);
    const path = pathUnder(parent.path, id);
    const levelShift = company.agentLevel === null ? 0 : levelBelow(parent) - company.agentLevel;
    await all
      .update(companies)
      .set({
        path: sql`${path}::text || substr(${companies.path}, ${company.path.length + 1}::int)`,
        agentLevel: sql`${companies.agentLevel} + ${levelShift}::int`,
      })
      .where(underPath(companies.path, company.path));
    await all
      .update(companies)
      .set({ parentId, version: company.version + 1, updatedAt: now().toISOString(), updatedBy: by })
      .where(eq(companies.id, id));
  });
}

type Staff = Pick<typeof accounts.$inferSelect, 'id' | 'staffKind' | 'roleType'>;

/**
 * The companies an account sees: its own and those below it. Accounts of the provider see all companies, except sales
 * and technical support: these see the companies linked to them and those below.
 */
export async function scopeOf(
  db: Tx,
  account: Staff,
  company: Pick<CompanyRow, 'type' | 'path'>,
): Promise<Scope> {
  if (company.type !== companyTypes.provider) {
    const below = await db
      .select({ id: companies.id })
      .from(companies)
      .where(underPath(companies.path, company.path));
    return below.map(({ id }) => id);
  }
  const link = linkOf(account);
  if (!link) return '*';
  const linked = await db.raw<{ id: string }>(
    `select distinct c.id from ${getTableName(companies)} l
      join ${getTableName(companies)} c on c.path ~>=~ l.path and c.path ~<~ (left(l.path, -1) || '0')
      where l.${linkColumns[link]} = $1`,
    [account.id],
  );
  return linked.map(({ id }) => id);
}

/** The column that links companies to an account of the provider; undefined if the account sees all companies. */
export function linkOf({ roleType, staffKind }: Pick<Staff, 'roleType' | 'staffKind'>) {
  if (roleType !== 3) return undefined;
  return staffKind === 'SALES' ? 'salesId' : staffKind === 'FAE' ? 'faeId' : undefined;
}
const linkColumns = { salesId: 'sales_id', faeId: 'fae_id' };

/** Removes the links of an account that no longer match its staff kind. */
export async function unlinkStaff(
  db: Tx,
  now: Clock,
  by: string,
  { id, staffKind }: Pick<Staff, 'id' | 'staffKind'>,
): Promise<void> {
  const fields = [
    ...(staffKind === 'SALES' ? [] : (['salesId'] as const)),
    ...(staffKind === 'FAE' ? [] : (['faeId'] as const)),
  ];
  for (const field of fields)
    await db
      .update(companies)
      .set({
        [field]: null,
        version: sql`${companies.version} + 1`,
        updatedAt: now().toISOString(),
        updatedBy: by,
      })
      .where(eq(companies[field], id));
}

/**
 * The caller's current scope, read after the tree is locked. The transaction's scope may be outdated: a company may
 * have moved while it waited for the lock.
 */
export const scopeNow = (db: Tx, { id }: Pick<Account, 'id'>): Promise<Scope> =>
  asSystem(db, async (all) => {
    const [row] = await all
      .select({ account: accounts, company: companies })
      .from(accounts)
      .innerJoin(companies, eq(companies.id, accounts.companyId))
      .where(eq(accounts.id, id));
    if (!row) throw new Refusal('signedOut');
    return await scopeOf(all, row.account, row.company);
  });

/** Refuses companies outside the scope. */
export function checkWithin(scope: Scope, ...ids: string[]): void {
  if (scope !== '*' && !ids.every((id) => scope.includes(id))) throw new Refusal('notFound');
}

/** Whether a company or one above it is frozen: its accounts cannot sign in, and their sessions end. */
export const isFrozen = (db: Tx, path: string): Promise<boolean> =>
  asSystem(db, async (all) => {
    const [frozen] = await all
      .select({ id: companies.id })
      .from(companies)
      .where(and(inValues(companies.id, idsOf(path)), isNotNull(companies.frozenAt)))
      .limit(1);
    return frozen !== undefined;
  });

/**
 * The same as a column of a company row: the ancestors are read by their ids. The transaction must see all companies.
 * The table is written out, because the query builder omits it for a column of a single table.
 */
export const frozenInPath = sql<boolean>`exists (select 1 from ${companies} above where above.frozen_at is not null
  and above.id = any(string_to_array(trim(trailing '/' from ${companies}.path), '/')::uuid[]))`;
