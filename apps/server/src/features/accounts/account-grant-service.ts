import type { AccountKind, AccountSide } from '@sweepline/contract';
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { beyondFence } from '../../platform/beyond-fence.ts';
import { holds, Refusal, wrongField, type Account } from '../../platform/ctx.ts';
import type { Tx } from '../../platform/db.ts';
import { visible } from '../../platform/page.ts';
import type { OwnedTable } from '../../platform/columns.ts';
import { isFrozen, scopeOf } from '../companies/company-service.ts';
import { companies } from '../companies/company-table.ts';
import { roles } from '../roles/role-table.ts';
import { codeOf, exceeds, grantableTypes, staffKindsOf, type Rights } from './account-rules.ts';
import { accounts } from './account-table.ts';

type Act = Parameters<typeof codeOf>[0];

/** What an account is given: by whoever makes it, changes it, or invites somebody to make it. */
export interface Grant {
  companyId: string;
  roleId: string | null;
  roleType: 1 | 2 | 3;
  staffKind?: AccountKind;
}

const standing = async (db: Tx, id: string) => {
  const [found] = await db
    .select({ account: accounts, company: companies, held: roles.permissions })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(eq(accounts.id, id));
  return found && { ...found, roleType: found.account.roleType, held: found.held ?? [] };
};

/** The caller's rights as they are now, not as the session remembers them. */
export async function ownRights(db: Tx, caller: Account): Promise<Rights> {
  // Sales and technical support do not see their own company.
  const own = (await standing(db, caller.id)) ?? (await beyondFence(db, (all) => standing(all, caller.id)));
  if (!own || own.account.disabled) throw new Refusal('signedOut');
  return own;
}

/** The company an account is to be of. One whose side is closed to the caller is not there for them. */
export async function findCompanyFor(db: Tx, caller: Account, acts: readonly Act[], id: string) {
  const [company] = await db
    .select({ id: companies.id, name: companies.name, type: companies.type })
    .from(companies)
    .where(and(eq(companies.id, id), visible(db, { companyId: companies.id })));
  if (!company || !acts.some((act) => holds(caller, codeOf(act, company.type))))
    throw new Refusal('notFound');
  return company;
}

/** Refuses what this kind of company does not have, what is another company's, and what is more than the giver's own. */
export async function checkGrant(db: Tx, own: Rights, companyType: number, grant: Grant): Promise<void> {
  const { roleId, roleType, staffKind } = grant;
  if (roleType === 1 && companyType !== 0)
    throw wrongField('roleType', 'super admins belong to the provider');
  const kinds: readonly AccountKind[] = staffKindsOf(companyType);
  if (staffKind && !kinds.includes(staffKind))
    throw wrongField('staffKind', 'sales and technical support are the provider’s people');
  const held = roleId === null ? [] : await permissionsOf(db, grant.companyId, roleId);
  if (exceeds(own, { roleType, held })) throw new Refusal('moreRights');
}

async function permissionsOf(db: Tx, companyId: string, roleId: string): Promise<string[]> {
  const [role] = await db
    .select({ held: roles.permissions })
    .from(roles)
    .where(and(eq(roles.id, roleId), eq(roles.companyId, companyId)));
  if (!role) throw wrongField('roleId', 'no role of this company');
  return role.held;
}

/** What the caller may choose for an account of a company. */
export async function choicesFor(db: Tx, own: Rights, company: { id: string; type: number }) {
  const found = await db
    .select({ id: roles.id, name: roles.name, held: roles.permissions })
    .from(roles)
    .where(eq(roles.companyId, company.id))
    .orderBy(asc(roles.name));
  return {
    roles: found.map(({ held, ...role }) => ({ ...role, grantable: !exceeds(own, { roleType: 3, held }) })),
    roleTypes: grantableTypes(own, company.type),
    staffKinds: [...staffKindsOf(company.type)],
  };
}

/**
 * Whether somebody could still give this, asked later and without them: their account, their rights, and what they see may have
 * changed since. Runs over all companies.
 */
export async function couldStillGrant(all: Tx, giverId: string | null, grant: Grant): Promise<boolean> {
  const giver = giverId === null ? undefined : await standing(all, giverId);
  const [company] = await all.select().from(companies).where(eq(companies.id, grant.companyId));
  if (!giver || !company || giver.account.disabled || grant.roleId === null) return false;
  if ((await isFrozen(all, giver.company.path)) || (await isFrozen(all, company.path))) return false;
  const scope = await scopeOf(all, giver.account, giver.company);
  if (scope !== '*' && !scope.includes(company.id)) return false;
  const held = new Set(giver.held);
  if (giver.roleType !== 1 && !held.has('*') && !held.has(codeOf('create', company.type))) return false;
  return await checkGrant(all, giver, company.type, grant).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
}

const provider = sql`(select ${companies.id} from ${companies} where ${companies.type} = 0)`;

/** Rows of the sides that are open to the caller for this act; of one of them if asked for it. */
export function ofSides(
  caller: Account,
  act: Act,
  table: Pick<OwnedTable, 'companyId'>,
  side?: AccountSide,
): SQL | undefined {
  const open = (['INTERNAL', 'OUTER'] as const).filter(
    (one) => holds(caller, codeOf(act, one === 'INTERNAL' ? 0 : 1)) && (side === undefined || one === side),
  );
  if (open.length === 2) return undefined;
  if (!open[0]) return sql`false`;
  return open[0] === 'INTERNAL'
    ? sql`${table.companyId} = ${provider}`
    : sql`${table.companyId} is distinct from ${provider}`;
}
