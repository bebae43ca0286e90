import { companyTypes, type AccountKind } from '@sweepline/contract';
import { eq, or } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { inValues } from '../../platform/db/page.ts';
import { frozenOnWay, linkOf } from '../companies/company-service.ts';
import { companies } from '../companies/company-table.ts';
import { roles } from '../roles/role-table.ts';
import { whyNotGrant, type Grant } from './account-grant-service.ts';
import { codeOf } from './account-rules.ts';
import { accounts } from './account-table.ts';

/** Something that was to be given, and by whom. */
export interface Promised {
  giverId: string | null;
  grant: Grant;
}

/** The giver as of now, with the companies that are linked to them. */
interface Giver {
  account: { id: string; roleType: 1 | 2 | 3; staffKind: AccountKind; disabled: boolean };
  company: { type: number; path: string };
  frozen: boolean;
  held: string[];
  linked: string[];
}

const some = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));

const { id, roleType, staffKind, disabled } = accounts;
const { type, path, salesId, faeId } = companies;

async function giversOf(all: Tx, ids: string[]): Promise<Map<string, Giver>> {
  const [found, linked] = await Promise.all([
    all
      .select({
        account: { id, roleType, staffKind, disabled },
        company: { type, path },
        frozen: frozenOnWay,
        held: roles.permissions,
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
    found.map(({ account, held, ...giver }) => {
      const link = linkOf(account);
      const own = link ? linked.filter((one) => one[link] === account.id) : [];
      return [account.id, { ...giver, account, held: held ?? [], linked: own.map((one) => one.path) }];
    }),
  );
}

/** Whether the giver sees a company: what `scopeOf` answers, of one company. */
function sees({ account, company, linked }: Giver, { path: wanted }: { path: string }): boolean {
  if (company.type !== companyTypes.provider) return wanted.startsWith(company.path);
  return linkOf(account) === undefined || linked.some((above) => wanted.startsWith(above));
}

const mayCreate = ({ account, held }: Giver, target: { type: number }) =>
  account.roleType === 1 || held.includes('*') || held.includes(codeOf('create', target.type));

/**
 * Whether each of these could still be given, asked later and without the giver: their account, their rights, and what they see may
 * have changed since. A page of them costs as many statements as one. Runs over all companies.
 */
export async function stillGrantable(all: Tx, promised: readonly Promised[]): Promise<boolean[]> {
  if (promised.length === 0) return [];
  const [givers, targets, found] = await Promise.all([
    giversOf(all, some(promised.map(({ giverId }) => giverId))),
    all
      .select({ id: companies.id, type, path, frozen: frozenOnWay })
      .from(companies)
      .where(inValues(companies.id, some(promised.map(({ grant }) => grant.companyId))))
      .then(byId),
    all
      .select({ id: roles.id, companyId: roles.companyId, held: roles.permissions })
      .from(roles)
      .where(inValues(roles.id, some(promised.map(({ grant }) => grant.roleId))))
      .then(byId),
  ]);
  return promised.map(({ giverId, grant }) => {
    const giver = givers.get(giverId ?? '');
    const target = targets.get(grant.companyId);
    if (!giver || !target || giver.account.disabled || grant.roleId === null) return false;
    if (giver.frozen || target.frozen || !sees(giver, target) || !mayCreate(giver, target)) return false;
    const role = found.get(grant.roleId);
    const held = role?.companyId === target.id ? role.held : undefined;
    const own = { roleType: giver.account.roleType, held: giver.held };
    return whyNotGrant(own, target.type, grant, held) === undefined;
  });
}

/** One of them. */
export const couldStillGrant = async (all: Tx, giverId: string | null, grant: Grant): Promise<boolean> =>
  (await stillGrantable(all, [{ giverId, grant }]))[0] ?? false;
