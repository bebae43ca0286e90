import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { companyTypes, type AccountSide } from '@sweepline/contract';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal, wrongField, type Account } from '../../platform/calls/ctx.ts';
import type { Scope, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { visible, inValues } from '../../platform/db/page.ts';
import { accounts } from '../accounts/account-table.ts';
import { idsOf, isOfProvider, levelBelow, pathUnder, whyNotUnder } from './company-rules.ts';
import { companies } from './company-table.ts';

export type CompanyRow = typeof companies.$inferSelect;

export interface NewCompany extends Partial<
  Omit<typeof companies.$inferInsert, 'path' | 'version' | 'createdAt' | 'updatedAt' | 'updatedBy'>
> {
  name: string;
  type: 0 | 1 | 2;
  parentId: string | null;
}

/** A company's own row is fenced by its id. */
export const companyScope = { companyId: companies.id };

/**
 * The company of this path and all below it, as a range that an index answers: the digit follows the slash, so nothing else
 * lies between. Paths are compared byte by byte, as the index keeps them.
 */
export const underPath = (column: PgColumn, path: string | SQL | PgColumn): SQL =>
  sql`(${column} ~>=~ ${path} and ${column} ~<~ (left(${path}, -1) || '0'))`;

/** The one that stands under nobody; the index of parents finds it. */
const provider = sql`(select ${companies.id} from ${companies} where ${companies.parentId} is null and ${companies.type} = 0)`;

/** Rows of the provider, or of all others; undefined where the fence says so already, because the caller is not of the provider. */
export function onSide(caller: Account, companyId: PgColumn, side: AccountSide): SQL | undefined {
  if (!isOfProvider(caller)) return side === 'OUTER' ? undefined : sql`false`;
  return side === 'INTERNAL'
    ? sql`${companyId} = ${provider}`
    : sql`${companyId} is distinct from ${provider}`;
}

/** One company within the transaction's fence. */
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
  const [found] = await (lock ? query.for('update') : query);
  if (!found) throw new Refusal('notFound');
  return found;
}

/**
 * Holds the tree still until the transaction ends. Whoever changes what stands where takes it alone: two moves at once could each
 * look right and together make a circle. Whoever adds a company shares it: its path must not be made from one that moves.
 */
export async function holdTree(db: Tx, how: 'alone' | 'shared'): Promise<void> {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await db.execute(sql`select ${lock}(hashtext('companies'))`);
}

/** Adds a company. An agent's level follows from its parent; one that is given must be that. */
export async function createCompany(
  db: Tx,
  now: Clock,
  by: string,
  company: NewCompany,
): Promise<CompanyRow> {
  await holdTree(db, 'shared');
  const id = company.id ?? newId();
  const isAgent = company.type === companyTypes.agent;
  const parent = company.parentId ? await findCompany(db, company.parentId) : null;
  const reason = whyNotUnder({ id, type: company.type, agentDepth: isAgent ? 1 : 0 }, parent);
  if (reason) throw new Refusal(reason);
  const agentLevel = isAgent && parent ? levelBelow(parent) : null;
  if (company.agentLevel && company.agentLevel !== agentLevel)
    throw wrongField('agentLevel', 'an agent stands one level below its parent');
  const at = now().toISOString();
  const path = pathUnder(parent?.path ?? '', id);
  const row = { ...company, id, agentLevel, path, createdAt: at, updatedAt: at, updatedBy: by };
  // A company that is founded now is not yet among those its founder's transaction is fenced to.
  const [made] = await asSystem(db, (all) => all.insert(companies).values(row).returning());
  return made!;
}

/** How many levels of agents a company brings along when it moves. */
export async function agentDepthOf(db: Tx, { type, path, agentLevel }: CompanyRow): Promise<number> {
  if (type !== companyTypes.agent || agentLevel === null) return 0;
  const [row] = await db
    .select({ lowest: sql<number>`max(${companies.agentLevel})`.mapWith(Number) })
    .from(companies)
    .where(underPath(companies.path, path));
  return (row?.lowest ?? agentLevel) - agentLevel + 1;
}

/** Moves a company and everything below it; the levels of the agents among them follow. */
export async function moveCompany(
  db: Tx,
  now: Clock,
  by: string,
  id: string,
  parentId: string,
): Promise<void> {
  await holdTree(db, 'alone');
  const company = await findCompany(db, id);
  const parent = await findCompany(db, parentId);
  // All below it go along, also one that was added while this transaction waited for its turn.
  await asSystem(db, async (all) => {
    const reason = whyNotUnder({ ...company, agentDepth: await agentDepthOf(all, company) }, parent);
    if (reason) throw new Refusal(reason);
    const path = pathUnder(parent.path, id);
    const lower = company.agentLevel === null ? 0 : levelBelow(parent) - company.agentLevel;
    await all
      .update(companies)
      .set({
        path: sql`${path}::text || substr(${companies.path}, ${company.path.length + 1}::int)`,
        agentLevel: sql`${companies.agentLevel} + ${lower}::int`,
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
 * The companies an account sees: its own and those below it. The provider's people see all there are and will be, except sales
 * and technical support: they see the companies linked to them and those below these, and nothing else of the fleet.
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
    `select distinct c.id from companies l
      join companies c on c.path ~>=~ l.path and c.path ~<~ (left(l.path, -1) || '0')
      where l.${linkColumns[link]} = $1`,
    [account.id],
  );
  return linked.map(({ id }) => id);
}

/** What links companies to somebody of the provider; undefined is who sees all of them. */
export function linkOf({ roleType, staffKind }: Pick<Staff, 'roleType' | 'staffKind'>) {
  if (roleType !== 3) return undefined;
  return staffKind === 'SALES' ? 'salesId' : staffKind === 'FAE' ? 'faeId' : undefined;
}
const linkColumns = { salesId: 'sales_id', faeId: 'fae_id' };

/** Takes somebody off the companies they looked after as what they are no longer; nobody else may be linked by that name then. */
export async function unlinkStaff(
  db: Tx,
  now: Clock,
  by: string,
  { id, staffKind }: Pick<Staff, 'id' | 'staffKind'>,
): Promise<void> {
  const lost = [
    ...(staffKind === 'SALES' ? [] : (['salesId'] as const)),
    ...(staffKind === 'FAE' ? [] : (['faeId'] as const)),
  ];
  for (const field of lost)
    await db
      .update(companies)
      .set({
        [field]: null,
        version: sql`${companies.version} + 1`,
        ...{ updatedAt: now().toISOString(), updatedBy: by },
      })
      .where(eq(companies[field], id));
}

/**
 * The companies the caller sees now that the tree stands still. What this transaction was fenced to is a moment old: a company may
 * have been moved out of it while it waited for its turn.
 */
export const scopeNow = (db: Tx, { id }: Pick<Account, 'id'>): Promise<Scope> =>
  asSystem(db, async (all) => {
    const [found] = await all
      .select({ account: accounts, company: companies })
      .from(accounts)
      .innerJoin(companies, eq(companies.id, accounts.companyId))
      .where(eq(accounts.id, id));
    if (!found) throw new Refusal('signedOut');
    return await scopeOf(all, found.account, found.company);
  });

/** Refuses what the caller does not see any more. */
export function checkWithin(scope: Scope, ...ids: string[]): void {
  if (scope !== '*' && !ids.every((id) => scope.includes(id))) throw new Refusal('notFound');
}

/** Whether a company or one above it is frozen: then nobody of it signs in, and whoever is signed in is put out. */
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
 * The same as a column beside a company: the few above it are looked up by their ids. Runs over all companies. Written out, because
 * of a column the query builder would leave out the table where there is but one.
 */
export const frozenOnWay = sql<boolean>`exists (select 1 from companies above where above.frozen_at is not null
  and above.id = any(string_to_array(trim(trailing '/' from companies.path), '/')::uuid[]))`;
