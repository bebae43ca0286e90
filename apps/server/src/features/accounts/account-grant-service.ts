import type { AccountKind, AccountSide } from '@sweepline/contract';
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { asSystem } from '../../platform/db/as-system.ts';
import { holds, Refusal, wrongField, type Account } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { visible } from '../../platform/db/page.ts';
import type { OwnedTable } from '../../platform/db/columns.ts';
import { onSide } from '../companies/company-service.ts';
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
    .select({ roleType: accounts.roleType, disabled: accounts.disabled, held: roles.permissions })
    .from(accounts)
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(eq(accounts.id, id));
  return found && { ...found, held: found.held ?? [] };
};

/** The caller's rights as they are now, not as the session remembers them. */
export async function ownRights(db: Tx, caller: Account): Promise<Rights> {
  // Sales and technical support do not see their own company.
  const own = (await standing(db, caller.id)) ?? (await asSystem(db, (all) => standing(all, caller.id)));
  if (!own || own.disabled) throw new Refusal('signedOut');
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
  const { companyId, roleId } = grant;
  const refusal = whyNotGrant(
    own,
    companyType,
    grant,
    roleId === null ? [] : await permissionsOf(db, companyId, roleId),
  );
  if (refusal) throw refusal;
}

/** What speaks against a grant whose role holds these codes; undefined codes: the company has no such role. */
export function whyNotGrant(
  own: Rights,
  companyType: number,
  { roleType, staffKind }: Grant,
  held: readonly string[] | undefined,
): Refusal | undefined {
  if (roleType === 1 && companyType !== 0)
    return wrongField('roleType', 'super admins belong to the provider');
  const kinds: readonly AccountKind[] = staffKindsOf(companyType);
  if (staffKind && !kinds.includes(staffKind))
    return wrongField('staffKind', 'sales and technical support are the provider’s people');
  if (!held) return wrongField('roleId', 'no role of this company');
  return exceeds(own, { roleType, held }) ? new Refusal('moreRights') : undefined;
}

async function permissionsOf(db: Tx, companyId: string, roleId: string): Promise<string[] | undefined> {
  const [role] = await db
    .select({ held: roles.permissions })
    .from(roles)
    .where(and(eq(roles.id, roleId), eq(roles.companyId, companyId)));
  return role?.held;
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
  return open[0] ? onSide(caller, table.companyId, open[0]) : sql`false`;
}
