import type { AccountKind, AccountSide } from '@sweepline/contract';
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { hasPermission, Refusal, wrongField, type Account } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import type { OwnedTable } from '../../../platform/db/columns.ts';
import { onSide } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { codeOf, exceeds, grantableTypes, staffKindsOf, type Rights } from './account-rules.ts';
import { accounts } from '../../../entities/people/account-table.ts';

type Act = Parameters<typeof codeOf>[0];

/** The kind and the role that an account gets when it is created, changed or invited. */
export interface Grant {
  companyId: string;
  roleId: string | null;
  roleType: 1 | 2 | 3;
  staffKind?: AccountKind;
}

const currentRights = async (db: Tx, id: string) => {
  const [row] = await db
    .select({ roleType: accounts.roleType, disabled: accounts.disabled, permissionCodes: roles.permissions })
    .from(accounts)
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(eq(accounts.id, id));
  return row && { ...row, permissionCodes: row.permissionCodes ?? [] };
};

/** The caller's current rights. Those of the session may be outdated. */
export async function ownRights(db: Tx, caller: Account): Promise<Rights> {
  // Sales and technical support do not see their own company.
  const own =
    (await currentRights(db, caller.id)) ?? (await asSystem(db, (all) => currentRights(all, caller.id)));
  if (!own || own.disabled) throw new Refusal('signedOut');
  return own;
}

/** The company of a new account. A company of a side that is closed to the caller counts as missing. */
export async function findCompanyFor(db: Tx, caller: Account, acts: readonly Act[], id: string) {
  const [company] = await db
    .select({ id: companies.id, name: companies.name, type: companies.type })
    .from(companies)
    .where(and(eq(companies.id, id), visible(db, { companyId: companies.id })));
  if (!company || !acts.some((act) => hasPermission(caller, codeOf(act, company.type))))
    throw new Refusal('notFound');
  return company;
}

/**
 * Refuses a grant that the company type excludes, a role of another company, and rights that the caller does not have.
 */
export async function checkGrant(db: Tx, own: Rights, companyType: number, grant: Grant): Promise<void> {
  const { companyId, roleId } = grant;
  const refusal = grantRefusal(
    own,
    companyType,
    grant,
    roleId === null ? [] : await permissionsOf(db, companyId, roleId),
  );
  if (refusal) throw refusal;
}

/**
 * The refusal of a grant whose role has these codes, if any. Undefined codes mean that the company has no such role.
 */
export function grantRefusal(
  own: Rights,
  companyType: number,
  { roleType, staffKind }: Grant,
  permissionCodes: readonly string[] | undefined,
): Refusal | undefined {
  if (roleType === 1 && companyType !== 0) return wrongField('roleType', 'SUPER_ADMIN_OF_PROVIDER');
  const kinds: readonly AccountKind[] = staffKindsOf(companyType);
  if (staffKind && !kinds.includes(staffKind)) return wrongField('staffKind', 'STAFF_OF_PROVIDER');
  if (!permissionCodes) return wrongField('roleId', 'ROLE_OF_OTHER_COMPANY');
  return exceeds(own, { roleType, permissionCodes }) ? new Refusal('moreRights') : undefined;
}

async function permissionsOf(db: Tx, companyId: string, roleId: string): Promise<string[] | undefined> {
  const [role] = await db
    .select({ permissionCodes: roles.permissions })
    .from(roles)
    .where(and(eq(roles.id, roleId), eq(roles.companyId, companyId)));
  return role?.permissionCodes;
}

/** What the caller may choose for an account of a company. */
export async function choicesFor(db: Tx, own: Rights, company: { id: string; type: number }) {
  const rows = await db
    .select({ id: roles.id, name: roles.name, permissionCodes: roles.permissions })
    .from(roles)
    .where(eq(roles.companyId, company.id))
    .orderBy(asc(roles.name));
  return {
    roles: rows.map(({ permissionCodes, ...role }) => ({
      ...role,
      grantable: !exceeds(own, { roleType: 3, permissionCodes }),
    })),
    roleTypes: grantableTypes(own, company.type),
    staffKinds: [...staffKindsOf(company.type)],
  };
}

/** Rows of the sides that are open to the caller for this act, optionally limited to one side. */
export function ofSides(
  caller: Account,
  act: Act,
  table: Pick<OwnedTable, 'companyId'>,
  side?: AccountSide,
): SQL | undefined {
  const permitted = (['INTERNAL', 'OUTER'] as const).filter(
    (each) =>
      hasPermission(caller, codeOf(act, each === 'INTERNAL' ? 0 : 1)) &&
      (side === undefined || each === side),
  );
  if (permitted.length === 2) return undefined;
  return permitted[0] ? onSide(caller, table.companyId, permitted[0]) : sql`false`;
}
