import { permissions, snapshotRuleCalls, type SnapshotRule } from '@sweepline/contract';
import { and, eq, getTableName } from 'drizzle-orm';
import { snapshotRequests, snapshotRules } from '../../../../entities/remote/snapshot-rule-table.ts';
import { findCompany } from '../../../../entities/people/company-service.ts';
import { answer } from '../../../../platform/calls/calls.ts';
import { hasPermission, Refusal } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { checkVersion, visible } from '../../../../platform/db/page.ts';

/** What a company that never decided begins with. */
const undecided = {
  minLevel: null,
  ofAssists: false,
  onReports: true,
  onOrders: true,
  version: 0,
  updatedAt: null,
  updatedBy: '',
};

const rowOf = async (db: Tx, companyId: string) =>
  (
    await db
      .select()
      .from(snapshotRules)
      .where(and(eq(snapshotRules.companyId, companyId), visible(db, snapshotRules)))
  )[0];

/** What became of the snapshots of a company in the last 24 hours. */
async function usedBy(db: Tx, companyId: string, now: Date) {
  const [used] = await db.raw<SnapshotRule['used']>(
    `select count(taken_at)::int as taken, count(failure)::int as failed
     from ${getTableName(snapshotRequests)}
     where company_id = $1 and asked_at > $2::timestamptz - interval '24 hours'`,
    [companyId, now.toISOString()],
  );
  return used!;
}

async function read(db: Tx, companyId: string, now: Date): Promise<SnapshotRule> {
  const { name: companyName } = await findCompany(db, companyId);
  const { minLevel, ofAssists, onReports, onOrders, version, updatedAt, updatedBy } =
    (await rowOf(db, companyId)) ?? undecided;
  const rule = { minLevel, ofAssists, onReports, onOrders, version, updatedAt, updatedBy };
  return { companyName, ...rule, used: await usedBy(db, companyId, now) };
}

export const snapshotRuleAnswers = answer(snapshotRuleCalls, {
  detail: ({ db, account, now }) => read(db, account.companyId, now()),

  update: async ({ db, account, now }, { version, ...input }) => {
    if (!hasPermission(account, permissions.deviceSnapshot)) throw new Refusal('forbidden');
    const { companyId, id: updatedById, username: updatedBy } = account;
    // The lock on the company serialises two first saves: the second is refused.
    await findCompany(db, companyId, { lock: true });
    const by = { updatedAt: now().toISOString(), updatedBy, updatedById };
    const change = { ...input, ...by, version: version + 1 };
    const existing = await rowOf(db, companyId);
    if (existing) {
      checkVersion(existing, version);
      await db.update(snapshotRules).set(change).where(eq(snapshotRules.id, existing.id));
    } else {
      if (version !== 0) throw new Refusal('outdated');
      await db.insert(snapshotRules).values({ companyId, ...change });
    }
    return await read(db, companyId, now());
  },
});
