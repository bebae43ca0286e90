import { companyTypes, type AccountKind } from '@sweepline/contract';
import { eq, or } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import { frozenInPath, linkOf } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { grantRefusal, type Grant } from './account-grant-service.ts';
import { codeOf } from './account-rules.ts';
import { accounts } from '../../../entities/people/account-table.ts';

/** A grant that was offered, with the account that offered it. */
export interface OfferedGrant {
  giverId: string | null;
  grant: Grant;
}

/** The current rights of the granting account, with the companies that are linked to it. */
interface Giver {
  account: { id: string; roleType: 1 | 2 | 3; staffKind: AccountKind; disabled: boolean };
  company: { type: number; path: string };
  frozen: boolean;
  permissionCodes: string[];
  linked: string[];
}

const distinct = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));

const { id, roleType, staffKind, disabled } = accounts;
const { type, path, salesId, faeId } = companies;

async function giversOf(all: Tx, ids: string[]): Promise<Map<string, Giver>> {
  const [rows, linked] = await Promise.all([
    all
      .select({
        account: { id, roleType, staffKind, disabled },
        company: { type, path },
        frozen: frozenInPath,
        permissionCodes: roles.permissions,
      })
      .from(accounts)
      .innerJoin(companies, eq(companies.id, accounts.companyId))
      .leftJoin(roles, eq(roles.id, accounts.roleId))
      .where(inValues(accounts.id, ids)),
    all
      .select({ path, salesId, faeId })
      .from(companies)
      .where(or(inValues(salesId, ids), inValues(faeId, ids))),
  ]);
  return new Map(
    rows.map(({ account, permissionCodes, ...giver }) => {
      const link = linkOf(account);
      const own = link ? linked.filter((each) => each[link] === account.id) : [];
      return [
        account.id,
        { ...giver, account, permissionCodes: permissionCodes ?? [], linked: own.map((each) => each.path) },
      ];
    }),
  );
}

/** Whether the giver sees a company: the result of `scopeOf` for one company. */
function sees({ account, company, linked }: Giver, { path: targetPath }: { path: string }): boolean {
  if (company.type !== companyTypes.provider) return targetPath.startsWith(company.path);
  return linkOf(account) === undefined || linked.some((above) => targetPath.startsWith(above));
}

const mayCreate = ({ account, permissionCodes }: Giver, target: { type: number }) =>
  account.roleType === 1 ||
  permissionCodes.includes('*') ||
  permissionCodes.includes(codeOf('create', target.type));

/**
 * Whether each grant is still allowed by the giver's current account, rights and scope. The number of statements does
 * not depend on the number of grants. The transaction must see all companies.
 */
export async function stillGrantable(all: Tx, offers: readonly OfferedGrant[]): Promise<boolean[]> {
  if (offers.length === 0) return [];
  const [givers, targets, rolesById] = await Promise.all([
    giversOf(all, distinct(offers.map(({ giverId }) => giverId))),
    all
      .select({ id: companies.id, type, path, frozen: frozenInPath })
      .from(companies)
      .where(inValues(companies.id, distinct(offers.map(({ grant }) => grant.companyId))))
      .then(byId),
    all
      .select({ id: roles.id, companyId: roles.companyId, permissionCodes: roles.permissions })
      .from(roles)
      .where(inValues(roles.id, distinct(offers.map(({ grant }) => grant.roleId))))
      .then(byId),
  ]);
  return offers.map(({ giverId, grant }) => {
    const giver = givers.get(giverId ?? '');
    const target = targets.get(grant.companyId);
    if (!giver || !target || giver.account.disabled || grant.roleId === null) return false;
    if (giver.frozen || target.frozen || !sees(giver, target) || !mayCreate(giver, target)) return false;
    const role = rolesById.get(grant.roleId);
    const permissions = role?.companyId === target.id ? role.permissionCodes : undefined;
    const own = { roleType: giver.account.roleType, permissionCodes: giver.permissionCodes };
    return grantRefusal(own, target.type, grant, permissions) === undefined;
  });
}

/** `stillGrantable` for one grant. */
export const isStillGrantable = async (all: Tx, giverId: string | null, grant: Grant): Promise<boolean> =>
  (await stillGrantable(all, [{ giverId, grant }]))[0] ?? false;
