import { accessCalls, sideOf } from '@sweepline/contract';
import { and, asc, eq, ilike, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { newId, newSecret } from '../../../platform/runtime/ids.ts';
import { contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { accountById } from '../../../entities/people/account-service.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { endSessions, hashOf } from '../auth/session-service.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { checkViewAs, grantSourceOf, seesSide } from '../auth/access-rules-service.ts';
import { actionList, actionOf, needsOf } from './actions.ts';
import { explainAccess, grantsAny } from './explain.ts';
import { mayView, viewMs } from '../auth/view-service.ts';

export const accessAnswers = answer(accessCalls, {
  actions: async () => actionList(),

  whoHolds: async ({ db, account }, input) => {
    const { keyword, side } = input;
    const { allow } = actionOf(input.action);
    if (allow === 'everyone' || allow === 'signedIn') throw wrongField('action', 'OPEN_ACTION');
    const codes = needsOf({ allow });
    const visibleSides = (['INTERNAL', 'OUTER'] as const).filter((each) => seesSide(account, each));
    if (side && !visibleSides.includes(side)) throw new Refusal('forbidden');
    const sides = side ? [side] : visibleSides;
    const pattern = keyword && contains(keyword);
    const where = and(
      visible(db, accounts),
      sides.length === 2 ? undefined : sql`(${companies.type} = 0) = ${sides[0] === 'INTERNAL'}`,
      or(eq(accounts.roleType, 1), codes.length > 0 ? grantsAny(codes) : undefined),
      pattern ? or(ilike(accounts.username, pattern), ilike(accounts.nickname, pattern)) : undefined,
    );
    const from = db
      .select({
        account: accounts,
        company: { name: companies.name, type: companies.type },
        role: { name: roles.name, permissions: roles.permissions },
      })
      .from(accounts)
      .innerJoin(companies, eq(companies.id, accounts.companyId))
      .leftJoin(roles, eq(roles.id, accounts.roleId))
      .$dynamic();
    const rows = from.where(where).orderBy(asc(accounts.username), asc(accounts.id));
    const holders = sql`${accounts} join ${companies} on ${eq(companies.id, accounts.companyId)}
      left join ${roles} on ${eq(roles.id, accounts.roleId)}`;
    const total = counted(db, holders, where);
    const page = await paginate(input, rows, total);
    return {
      ...page,
      list: page.list.map(({ account: holder, company, role }) => ({
        ...holder,
        companyName: company.name,
        companyType: company.type,
        roleName: role?.name ?? null,
        // The condition above matched one of these grants, so a value always exists.
        through: grantSourceOf(holder.roleType, role?.permissions ?? [], codes) ?? ('ROLE' as const),
      })),
    };
  },

  explain: (ctx, input) => explainAccess(ctx, input),

  viewAs: (ctx, { id }) => openView(ctx, id),

  endView: async ({ db, services, now, account }) => {
    const own = and(eq(sessions.id, account.sessionId), isNotNull(sessions.viewedId));
    await endSessions(db, services.bus, now, 'LOGOUT', own);
    return {};
  },
});

/** Opens a session with the rights of another account for reading. An account has at most one view open. */
async function openView(
  { db, account: caller, now, services, caller: { address } }: Ctx,
  id: string,
): Promise<{ session: string; until: string }> {
  await find(db, accounts, id);
  const viewed = await accountById(db, id);
  if (!viewed) throw new Refusal('notFound');
  checkViewAs(caller, sideOf(viewed.company.type));
  if (id === caller.id || viewed.account.disabled) throw new Refusal('wrongState');
  const may = await asSystem(db, async (all) => {
    const viewer = await accountById(all, caller.id);
    return viewer !== undefined && (await mayView(all, viewer, viewed));
  });
  if (!may) throw new Refusal('viewBeyond');
  await endSessions(
    db,
    services.bus,
    now,
    'LOGOUT',
    and(eq(sessions.accountId, caller.id), isNotNull(sessions.viewedId), isNull(sessions.endedAt)),
  );
  const session = newSecret();
  const at = now();
  await db.insert(sessions).values({
    id: newId(),
    companyId: viewed.account.companyId,
    accountId: caller.id,
    viewedId: id,
    tokenHash: hashOf(session),
    createdAt: at.toISOString(),
    lastSeenAt: at.toISOString(),
    address,
  });
  return { session, until: new Date(at.getTime() + viewMs).toISOString() };
}
