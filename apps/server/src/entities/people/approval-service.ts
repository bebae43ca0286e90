import { approvalFaults, minApproverAgeMs, type ApprovalFault } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Tx } from '../../platform/db/db.ts';
import { accounts } from './account-table.ts';
import { roles } from './role-table.ts';

/** What the rule of two persons needs to know of the second one. */
export interface Approver {
  id: string;
  creatorIds: readonly string[];
  resetterIds: readonly string[];
  granterIds: readonly string[];
  /** Who saved the role of the account last, and the accounts behind that one; none for the server. */
  roleMakerIds: readonly string[];
  ageMs: number;
  /** Whether the company of the account named approvers, and this account is not one of them. */
  unnamed: boolean;
}

const shareOne = (some: readonly string[], others: readonly string[]) =>
  some.some((id) => others.includes(id));

const tests: Record<ApprovalFault, (approver: Approver, requesterIds: readonly string[]) => boolean> = {
  ownApproval: ({ id }, requesterIds) => requesterIds.includes(id),
  approverCreated: ({ creatorIds }, requesterIds) => shareOne(creatorIds, requesterIds),
  approverReset: ({ resetterIds }, requesterIds) => shareOne(resetterIds, requesterIds),
  approverGranted: ({ granterIds, roleMakerIds }, requesterIds) =>
    shareOne([...granterIds, ...roleMakerIds], requesterIds),
  approverNew: ({ ageMs }) => ageMs < minApproverAgeMs,
  approverNotNamed: ({ unnamed }) => unnamed,
};

/** Why this account may not approve what these accounts requested, null for a deleted one; undefined if it may. */
export function approvalFaultOf(
  approver: Approver,
  requesterIds: readonly (string | null)[],
): ApprovalFault | undefined {
  const known = requesterIds.filter((id) => id !== null);
  return approvalFaults.find((fault) => tests[fault](approver, known));
}

/** The caller as the second person. A super admin's rights come from no role. */
export async function approverOf({
  db,
  account,
  now,
}: Pick<Ctx, 'db' | 'account' | 'now'>): Promise<Approver> {
  const { id, creatorIds, resetterIds, granterIds, createdAt, companyId, approver } = accounts;
  const columns = { id, creatorIds, resetterIds, granterIds, createdAt, companyId, approver };
  return await asSystem(db, async (all) => {
    const [row] = await all
      .select({ ...columns, roleMakerIds: roles.makerIds })
      .from(accounts)
      .leftJoin(roles, eq(roles.id, accounts.roleId))
      .where(eq(accounts.id, account.id));
    if (!row) throw new Refusal('signedOut');
    return {
      ...row,
      roleMakerIds: account.superAdmin ? [] : (row.roleMakerIds ?? []),
      ageMs: now().getTime() - Date.parse(row.createdAt),
      unnamed: !row.approver && (await hasNamedApprovers(all, row.companyId)),
    };
  });
}

async function hasNamedApprovers(all: Tx, companyId: string): Promise<boolean> {
  const rows = await all
    .select({ one: sql`1` })
    .from(accounts)
    .where(and(eq(accounts.companyId, companyId), eq(accounts.approver, true)))
    .limit(1);
  return rows.length > 0;
}

/** Refuses an approval by an account that is no second person for these requesters. */
export async function requireSecondPerson(
  ctx: Pick<Ctx, 'db' | 'account' | 'now'>,
  requesterIds: readonly (string | null)[],
): Promise<void> {
  const fault = approvalFaultOf(await approverOf(ctx), requesterIds);
  if (fault) throw new Refusal(fault);
}

/** The accounts behind an act of this one: itself, and those that created it or set its password, and so may know it. */
export async function lineageOf(db: Tx, accountId: string): Promise<string[]> {
  const [row] = await asSystem(db, (all) =>
    all
      .select({ creatorIds: accounts.creatorIds, resetterIds: accounts.resetterIds })
      .from(accounts)
      .where(eq(accounts.id, accountId)),
  );
  return [...new Set([accountId, ...(row?.creatorIds ?? []), ...(row?.resetterIds ?? [])])];
}
