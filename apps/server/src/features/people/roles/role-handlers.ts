import { roleCalls, sideOf } from '@sweepline/contract';
import { and, asc, eq, ilike, or } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { applyToCopies, previewCopies, setTargets } from './default-roles.ts';
import { changeRole, findRole, removeRole } from './role-changes.ts';
import { listRoles } from './role-list.ts';
import { readRole } from './role-rows.ts';
import { beyond, checkAct, checkSide, heldBy } from './role-rules.ts';
import { createRole } from './role-service.ts';
import { roles } from '../../../entities/people/role-table.ts';

export const roleAnswers = answer(roleCalls, {
  list: ({ db, account }, input) => listRoles(db, account, input),

  detail: async (ctx, { id }) => {
    await findRole(ctx, id, 'list');
    return await readRole(ctx, id);
  },

  add: async (ctx, input) => {
    const { db, account, now } = ctx;
    const { id: companyId, type } = await findCompany(db, input.companyId);
    checkAct(account, sideOf(type), 'add');
    const { name, permissions } = input;
    checkSide(sideOf(type), [], permissions);
    return await readRole(ctx, await createRole(db, now, account, { companyId, name, permissions }));
  },

  update: async (ctx, input) => {
    await changeRole(ctx, input);
    return await readRole(ctx, input.id);
  },

  remove: (ctx, input) => removeRole(ctx, input),

  options: async ({ db, account }, input) => {
    const { keyword, companyId } = input;
    const { type } = await findCompany(db, companyId);
    checkAct(account, sideOf(type), 'list');
    const granted = heldBy(account);
    const where = and(
      visible(db, roles),
      eq(roles.companyId, companyId),
      keyword ? ilike(roles.name, contains(keyword)) : undefined,
    );
    const rows = db.select().from(roles).where(where).orderBy(asc(roles.name), asc(roles.id));
    const { list, total } = await paginate(input, rows, counted(db, roles, where));
    return {
      list: list.map(({ id, name, permissions }) => ({
        id,
        name,
        grantable: beyond(granted, permissions).length === 0,
      })),
      total,
    };
  },

  holders: async (ctx, input) => {
    const { db } = ctx;
    const role = await findRole(ctx, input.id, 'list');
    const { id, username, nickname, disabled } = accounts;
    const text = input.keyword && contains(input.keyword);
    const where = and(
      visible(db, accounts),
      eq(accounts.roleId, role.id),
      text ? or(ilike(username, text), ilike(nickname, text)) : undefined,
    );
    const rows = db
      .select({ id, username, nickname, disabled })
      .from(accounts)
      .where(where)
      .orderBy(asc(username), asc(id));
    return await paginate(input, rows, counted(db, accounts, where));
  },

  setDefault: async (ctx, input) => {
    await setTargets(ctx, input);
    return await readRole(ctx, input.id);
  },

  unsetDefault: async (ctx, input) => {
    await setTargets(ctx, { ...input, targets: [] });
    return await readRole(ctx, input.id);
  },

  copies: (ctx, input) => previewCopies(ctx, input),

  apply: (ctx, input) => applyToCopies(ctx, input),
});
