import type { alarmSettingCalls, Input } from '@sweepline/contract';
import { and, asc, eq, ilike } from 'drizzle-orm';
import { accounts } from '../../../entities/people/account-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { roles } from '../../../entities/people/role-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';

type ReceiverInput = Input<typeof alarmSettingCalls.receivers> & { userNameCn?: string };

/** Accounts that can be chosen as receivers: those of the tenant scope that can sign in, with name and role only. */
export async function listReceivers({ db }: Ctx, input: ReceiverInput) {
  const { companyId, userNameCn } = input;
  if (companyId) await findCompany(db, companyId);
  const where = and(
    visible(db, accounts),
    eq(accounts.disabled, false),
    companyId ? eq(accounts.companyId, companyId) : undefined,
    userNameCn ? ilike(accounts.nickname, contains(userNameCn)) : undefined,
  );
  const rows = db
    .select({ id: accounts.id, name: accounts.nickname, roleName: roles.name })
    .from(accounts)
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(where)
    .orderBy(asc(accounts.nickname), asc(accounts.id));
  return await paginate(input, rows, counted(db, accounts, where));
}
