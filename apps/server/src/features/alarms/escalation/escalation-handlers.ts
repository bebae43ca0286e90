import {
  escalationCalls,
  type EscalationPolicy,
  type EscalationStep,
  type EscalationTarget,
} from '@sweepline/contract';
import { and, asc, eq, ilike } from 'drizzle-orm';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, contains, counted, find, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { namesOf } from './alarm-names-service.ts';
import { escalationPolicies as table, type PolicyRow } from './escalation-table.ts';

const idOf = (target: EscalationTarget): string | null => ('id' in target ? target.id : null);
const targetIds = (steps: readonly EscalationStep[]) =>
  steps.flatMap(({ targets }) => targets.flatMap((target) => idOf(target) ?? []));

/** Policies with the names of the receivers that the caller sees. */
async function shown(
  db: Tx,
  rows: readonly (PolicyRow & { companyName: string })[],
): Promise<EscalationPolicy[]> {
  const names = await namesOf(
    db,
    rows.flatMap(({ steps }) => targetIds(steps)),
  );
  return rows.map(({ steps, ...row }) => ({
    ...row,
    steps: steps.map(({ targets, ...step }) => ({
      ...step,
      targets: targets.map((target) => {
        const id = idOf(target);
        return { kind: target.kind, id, name: id === null ? null : (names.get(id) ?? null) };
      }),
    })),
  }));
}

const policyRows = (db: Tx) =>
  db
    .select({ row: table, companyName: companies.name })
    .from(table)
    .innerJoin(companies, eq(companies.id, table.companyId))
    .$dynamic();

async function readPolicy(db: Tx, id: string): Promise<EscalationPolicy> {
  const [found] = await policyRows(db).where(eq(table.id, id));
  if (!found) throw new Refusal('notFound');
  const [policy] = await shown(db, [{ ...found.row, companyName: found.companyName }]);
  return policy!;
}

/** Refuses receivers that the caller does not see, except those that the policy names already. */
async function checkTargets(db: Tx, steps: readonly EscalationStep[], before: readonly EscalationStep[]) {
  const known = new Set(targetIds(before));
  for (const [kind, of] of [
    ['ACCOUNT', accounts],
    ['ROLE', roles],
  ] as const) {
    const ids = new Set(
      steps.flatMap(({ targets }) =>
        targets.flatMap((target) => (target.kind === kind && !known.has(target.id) ? target.id : [])),
      ),
    );
    if ((await counted(db, of, and(visible(db, of), inValues(of.id, [...ids])))) !== ids.size)
      throw new Refusal('notFound');
  }
}

export const escalationAnswers = answer(escalationCalls, {
  list: async ({ db }, { keyword, ...page }) => {
    const where = and(visible(db, table), keyword ? ilike(table.name, contains(keyword)) : undefined);
    const rows = policyRows(db).where(where).orderBy(asc(table.name), asc(table.id));
    const { list, total } = await paginate(page, rows, counted(db, table, where));
    return {
      total,
      list: await shown(
        db,
        list.map(({ row, companyName }) => ({ ...row, companyName })),
      ),
    };
  },

  create: async ({ db, now, account }, { companyId = account.companyId, ...fields }) => {
    await findCompany(db, companyId);
    await checkTargets(db, fields.steps, []);
    const id = newId();
    const at = now().toISOString();
    const stamp = { createdAt: at, updatedAt: at, updatedBy: account.username };
    const stored = await db
      .insert(table)
      .values({ id, companyId, ...fields, ...stamp })
      .onConflictDoNothing()
      .returning();
    if (stored.length === 0) throw new Refusal('nameTaken');
    return await readPolicy(db, id);
  },

  update: async ({ db, now, account }, { id, version, ...fields }) => {
    const row = await find(db, table, id, { lock: true });
    checkVersion(row, version);
    await checkTargets(db, fields.steps, row.steps);
    const named = and(eq(table.companyId, row.companyId), eq(table.name, fields.name));
    const [other] = await db.select({ id: table.id }).from(table).where(named);
    if (other && other.id !== id) throw new Refusal('nameTaken');
    const stamp = { updatedAt: now().toISOString(), updatedBy: account.username };
    await db
      .update(table)
      .set({ ...fields, ...stamp, version: version + 1 })
      .where(eq(table.id, id));
    return await readPolicy(db, id);
  },

  remove: async ({ db }, { id }) => {
    await find(db, table, id, { lock: true });
    // Settings of companies that the caller does not see may name it, too.
    const uses = await asSystem(db, (all) => counted(all, alarmSettings, eq(alarmSettings.policyId, id)));
    if (uses > 0) throw new Refusal('wrongState');
    await db.delete(table).where(eq(table.id, id));
    return {};
  },
});
