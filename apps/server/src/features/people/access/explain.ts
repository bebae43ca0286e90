import { everything, sideOf, type AccessStep, type Input, type accessCalls } from '@sweepline/contract';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { accountById, type AccountWithRole } from '../../../entities/people/account-service.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { findCompany, isFrozen, scopeOf } from '../../../entities/people/company-service.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { scopeStep, grantSourceOf, permissionStep, seesSide, step } from '../auth/access-rules-service.ts';
import { actionOf, needsOf } from './actions.ts';

const maxSuggestions = 10;

/** Explains why an account may act on a company's records or not: each check in order, with its result. */
export async function explainAccess(ctx: Ctx, input: Input<(typeof accessCalls)['explain']>) {
  const { db, account: caller, now } = ctx;
  await find(db, accounts, input.id);
  const row = await accountById(db, input.id);
  if (!row || !seesSide(caller, sideOf(row.company.type))) throw new Refusal('notFound');
  const { account, company } = row;
  const target = input.companyId ? await findCompany(db, input.companyId) : company;
  const action = actionOf(input.action);
  const codes = row.permissionCodes ?? [];
  // The account may see more companies than the caller. The answer discloses only yes or no.
  const scope = await asSystem(db, (all) => scopeOf(all, account, company));
  const steps = [
    ...(await standingSteps(db, row, now(), action.beforePasswordChange === true)),
    permissionStep(action.allow, { ...account, permissionCodes: codes }),
    scopeStep({ companyId: company.id, scope }, target),
  ];
  const needs = needsOf(action);
  const { id, username, nickname } = account;
  return {
    allowed: steps.every(({ passed, informs }) => passed || informs),
    steps,
    account: {
      id,
      username,
      nickname,
      companyId: company.id,
      companyName: company.name,
      companyType: company.type,
    },
    role: account.roleId && row.roleName !== null ? { id: account.roleId, name: row.roleName } : null,
    target: { id: target.id, name: target.name },
    needs,
    has: needs.filter((code) => grantSourceOf(account.roleType, codes, [code])),
    others: await rolesGranting(db, company.id, needs),
  };
}

async function standingSteps(
  db: Tx,
  { account, company }: AccountWithRole,
  now: Date,
  beforePasswordChange: boolean,
): Promise<AccessStep[]> {
  const frozen =
    company.frozenAt !== null ? 'FROZEN' : (await isFrozen(db, company.path)) ? 'FROZEN_ABOVE' : null;
  const until = account.initialPasswordUntil;
  const expired = until !== null && Date.parse(until) < now.getTime();
  const password = !account.mustChangePassword ? 'OWN_PASSWORD' : expired ? 'INITIAL_EXPIRED' : 'INITIAL';
  const live = and(eq(sessions.accountId, account.id), isNull(sessions.viewedId), isNull(sessions.endedAt));
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(live);
  return [
    step('ACCOUNT', !account.disabled, account.disabled ? 'DISABLED' : 'ENABLED'),
    step('COMPANY', frozen === null, frozen ?? 'ACTIVE'),
    step(
      'PASSWORD',
      password === 'OWN_PASSWORD' || (password === 'INITIAL' && beforePasswordChange),
      password,
    ),
    step('SESSION', session !== undefined, session ? 'SIGNED_IN' : 'SIGNED_OUT'),
  ];
}

/** Roles that grant any of these codes, `*` included. */
export const grantsAny = (codes: readonly string[]) =>
  sql`${roles.permissions} && ${sql.param(`{${[...codes, everything].join(',')}}`)}::text[]`;

const rolesGranting = async (db: Tx, companyId: string, needs: readonly string[]) =>
  needs.length === 0
    ? []
    : await db
        .select({ id: roles.id, name: roles.name })
        .from(roles)
        .where(and(eq(roles.companyId, companyId), grantsAny(needs)))
        .orderBy(asc(roles.name))
        .limit(maxSuggestions);
