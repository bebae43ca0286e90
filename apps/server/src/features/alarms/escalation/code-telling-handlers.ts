import { codeTellingCalls, type CodeTelling, type Input } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { alarmSettings as table } from '../../../entities/alarms/alarm-setting-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import {
  changedMeanwhile,
  checkVersion,
  counted,
  find,
  inValues,
  visible,
} from '../../../platform/db/page.ts';
import { alarmRuleOf } from './alarm-setting-read.ts';
import { escalationPolicies } from './escalation-table.ts';

/** The company's own row of a code, for all models and errors. */
const ownRow = (db: Tx, companyId: string, code: string) =>
  and(
    visible(db, table),
    eq(table.companyId, companyId),
    eq(table.code, code),
    eq(table.errorType, ''),
    eq(table.model, ''),
  );

async function tellingOf({ db, now }: Ctx, companyId: string, code: string): Promise<CodeTelling> {
  await findCompany(db, companyId);
  const [own] = await db
    .select()
    .from(table)
    .where(ownRow(db, companyId, code));
  const key = { companyId, code, type: '', model: '', now: now() };
  const { tellAfterS, policy } = await asSystem(db, (all) => alarmRuleOf(all, key));
  const isSeen =
    policy !== undefined &&
    (await counted(
      db,
      escalationPolicies,
      and(visible(db, escalationPolicies), eq(escalationPolicies.id, policy.id)),
    )) > 0;
  return {
    companyId,
    code,
    own: {
      tellAfterS: own?.tellAfterS ?? null,
      receivers: own?.receivers ?? null,
      channels: own?.channels ?? null,
      policyId: own?.policyId ?? null,
    },
    effective: { tellAfterS, policy: policy ? { id: policy.id, name: isSeen ? policy.name : null } : null },
    version: own?.version ?? 0,
  };
}

type Choices = Omit<Input<typeof codeTellingCalls.set>, 'companyId' | 'code' | 'version'>;

/** Refuses policies and receivers that the caller does not see. */
async function checkChoices(db: Tx, { policyId, receivers }: Choices): Promise<void> {
  if (policyId) await find(db, escalationPolicies, policyId);
  for (const [of, ids] of [
    [accounts, receivers?.accountIds ?? []],
    [roles, receivers?.roleIds ?? []],
  ] as const)
    if ((await counted(db, of, and(visible(db, of), inValues(of.id, ids)))) !== new Set(ids).size)
      throw new Refusal('notFound');
}

async function setTelling(ctx: Ctx, input: Input<typeof codeTellingCalls.set>): Promise<CodeTelling> {
  const { db, now, account } = ctx;
  const { companyId, code, version, ...choices } = input;
  await findCompany(db, companyId);
  await checkChoices(db, choices);
  const stamp = { updatedAt: now().toISOString(), updatedById: account.id, updatedBy: account.username };
  const [before] = await db
    .select()
    .from(table)
    .where(ownRow(db, companyId, code))
    .for('update');
  if (before) {
    checkVersion(before, version);
    await db
      .update(table)
      .set({ ...choices, ...stamp, version: version + 1 })
      .where(eq(table.id, before.id));
  } else {
    const stored =
      version === 0
        ? await db
            .insert(table)
            .values({ companyId, code, ...choices, ...stamp })
            .onConflictDoNothing()
            .returning()
        : [];
    // Of two first saves at the same time, the second is refused.
    if (stored.length === 0) throw changedMeanwhile('', null);
  }
  return await tellingOf(ctx, companyId, code);
}

export const codeTellingAnswers = answer(codeTellingCalls, {
  detail: (ctx, { companyId, code }) => tellingOf(ctx, companyId ?? ctx.account.companyId, code),
  set: setTelling,
});
