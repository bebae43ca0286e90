import { noticeSettingCalls, type Input, type NoticeChoices, type Telling } from '@sweepline/contract';
import { and, asc, eq, ilike, sql } from 'drizzle-orm';
import { accountName } from '../../../entities/people/account-names.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { idsOf } from '../../../entities/people/company-rules.ts';
import { companyScope, findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { noticeSettings as table } from '../../../entities/people/notice-setting-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import {
  changedMeanwhile,
  checkVersion,
  contains,
  counted,
  inValues,
  visible,
} from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { settingsOf } from './notice-setting-rows.ts';

/** The most accounts and roles among which one chooses; a search finds the others. */
const maxChoices = 100;

async function settingOf(db: Tx, companyId: string) {
  const [setting] = await settingsOf(db, [await findCompany(db, companyId)]);
  return setting!;
}

/** Refuses receivers that the caller does not see, except those that are in the row already. */
async function checkTelling(
  db: Tx,
  field: string,
  telling: Telling,
  before: Telling | null,
): Promise<Telling> {
  if (telling.to === 'EVERYONE') return { ...telling, accountIds: [], roleIds: [] };
  const seen = async (of: typeof accounts | typeof roles, ids: readonly string[]) => {
    const rows = await db
      .select({ id: of.id })
      .from(of)
      .where(and(visible(db, of), inValues(of.id, ids)));
    return new Set<string>(rows.map(({ id }) => id));
  };
  const merged = async (
    of: typeof accounts | typeof roles,
    ids: readonly string[],
    old: readonly string[],
  ) => {
    const known = await seen(of, [...ids, ...old]);
    if (!ids.every((id) => known.has(id))) throw new Refusal('notFound');
    // The caller cannot judge receivers that it does not see, so they stay.
    return [...new Set([...ids, ...old.filter((id) => !known.has(id))])];
  };
  const accountIds = await merged(accounts, telling.accountIds, before?.accountIds ?? []);
  const roleIds = await merged(roles, telling.roleIds, before?.roleIds ?? []);
  if (accountIds.length + roleIds.length === 0) throw wrongField(field, 'NO_RECIPIENT');
  return { ...telling, accountIds, roleIds };
}

/** The choices with their receivers checked. */
async function checked(
  db: Tx,
  choices: NoticeChoices,
  before: Partial<Record<'runTelling' | 'connectionTelling', Telling | null>> | undefined,
): Promise<NoticeChoices> {
  const tellings: NoticeChoices = {};
  for (const field of ['runTelling', 'connectionTelling'] as const) {
    const telling = choices[field];
    if (telling)
      tellings[field] = await checkTelling(db, `choices.${field}`, telling, before?.[field] ?? null);
  }
  return { ...choices, ...tellings };
}

async function setChoices(ctx: Ctx, input: Input<typeof noticeSettingCalls.set>) {
  const { db, now, account } = ctx;
  const { companyId, version, choices } = input;
  await findCompany(db, companyId);
  const stamp = { updatedAt: now().toISOString(), updatedById: account.id, updatedBy: account.username };
  const own = and(eq(table.companyId, companyId), visible(db, table));
  const [before] = await db.select().from(table).where(own).for('update');
  const values = { ...(await checked(db, choices, before)), ...stamp };
  if (before) {
    checkVersion(before, version);
    await db
      .update(table)
      .set({ ...values, version: version + 1 })
      .where(eq(table.id, before.id));
  } else {
    if (version !== 0) throw changedMeanwhile('', null);
    const stored = await db
      .insert(table)
      .values({ companyId, ...values })
      .onConflictDoNothing()
      .returning();
    // Of two first saves at the same time, the second is refused.
    if (stored.length === 0) throw changedMeanwhile('', null);
  }
  return await settingOf(db, companyId);
}

async function receiversFor(db: Tx, companyId: string, keyword: string | undefined) {
  const { path } = await findCompany(db, companyId);
  const onPath = (column: typeof accounts.companyId | typeof roles.companyId) =>
    inValues(column, idsOf(path));
  const [accountRows, roleRows] = await Promise.all([
    db
      .select({ id: accounts.id, name: accountName, roleName: roles.name })
      .from(accounts)
      .leftJoin(roles, eq(roles.id, accounts.roleId))
      .where(
        and(
          visible(db, accounts),
          onPath(accounts.companyId),
          eq(accounts.disabled, false),
          keyword ? ilike(accounts.searched, contains(keyword)) : undefined,
        ),
      )
      .orderBy(asc(accountName), asc(accounts.id))
      .limit(maxChoices),
    db
      .select({ id: roles.id, name: roles.name, companyName: companies.name })
      .from(roles)
      .innerJoin(companies, eq(companies.id, roles.companyId))
      .where(
        and(
          visible(db, roles),
          onPath(roles.companyId),
          keyword ? ilike(roles.name, contains(keyword)) : undefined,
        ),
      )
      .orderBy(asc(roles.name), asc(roles.id))
      .limit(maxChoices),
  ]);
  return { accounts: accountRows, roles: roleRows };
}

export const noticeSettingAnswers = (canMail: boolean) =>
  answer(noticeSettingCalls, {
    detail: ({ db, account }, { companyId }) => settingOf(db, companyId ?? account.companyId),

    list: async ({ db }, { keyword, chosen, ...page }) => {
      const hasOwn = sql`exists (select 1 from ${table} where ${table.companyId} = ${companies.id})`;
      const where = and(
        visible(db, companyScope),
        keyword ? ilike(companies.name, contains(keyword)) : undefined,
        chosen === undefined ? undefined : chosen ? hasOwn : sql`not ${hasOwn}`,
      );
      const rows = db
        .select({ id: companies.id, name: companies.name })
        .from(companies)
        .where(where)
        .orderBy(asc(sql`lower(${companies.name})`), asc(companies.id));
      const { list, total } = await paginate(page, rows, counted(db, companies, where));
      return { list: await settingsOf(db, list), total };
    },

    set: setChoices,

    receivers: async ({ db }, { companyId, keyword }) => ({
      ...(await receiversFor(db, companyId, keyword)),
      canMail,
    }),
  });
