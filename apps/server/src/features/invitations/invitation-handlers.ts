import { invitationCalls, type Input, type Invitation } from '@sweepline/contract';
import { and, desc, eq, gt, ilike, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import { asSystem } from '../../platform/db/as-system.ts';
import { answer } from '../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { paginate, type Draft } from '../../platform/db/paginate.ts';
import { inScope } from '../../platform/db/db.ts';
import { contains, visible } from '../../platform/db/page.ts';
import { checkGrant, findCompanyFor, ofSides, ownRights } from '../accounts/account-grant-service.ts';
import { stillGrantable } from '../accounts/grant-recheck-service.ts';
import { companies } from '../companies/company-table.ts';
import { roles } from '../roles/role-table.ts';
import { acceptInvitation } from './invitation-accept.ts';
import { makeLink, openedBy, stateOf, untilFrom, type InvitationRow } from './invitation-service.ts';
import { invitations } from './invitation-table.ts';
import { latestLetter, putLetter } from './outbox-service.ts';

const rowsOf = (db: Draft, from = invitations) =>
  db
    .select({
      row: invitations,
      companyName: companies.name,
      companyType: companies.type,
      roleName: roles.name,
      letter: latestLetter,
    })
    .from(from)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .leftJoin(roles, eq(roles.id, invitations.roleId))
    .$dynamic();
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/**
 * Whether those that are open would be accepted is asked over all companies: who invited may stand above the reader. It is asked
 * in the call's own transaction: a second one would wait for a connection that other calls like this one hold.
 */
async function shown({ db, now }: Pick<Ctx, 'db' | 'now'>, rows: Row[]): Promise<Invitation[]> {
  const open = rows.flatMap(({ row }) => (stateOf(row, now) === 'OPEN' ? [row] : []));
  const promised = open.map((row) => ({ giverId: row.invitedById, grant: row }));
  const good = open.length > 0 ? await asSystem(db, (all) => stillGrantable(all, promised)) : [];
  const usable = new Set(open.filter((_row, n) => good[n]).map(({ id }) => id));
  return rows.map(({ row, ...beside }) => ({
    ...row,
    ...beside,
    state: stateOf(row, now),
    usable: usable.has(row.id),
  }));
}

function inState(now: Ctx['now'], state: Invitation['state'] | undefined): SQL | undefined {
  const { acceptedAt, revokedAt, expiresAt } = invitations;
  const waiting = and(isNull(acceptedAt), isNull(revokedAt));
  const at = now().toISOString();
  switch (state) {
    case undefined:
      return undefined;
    case 'ACCEPTED':
      return isNotNull(acceptedAt);
    case 'REVOKED':
      return and(isNull(acceptedAt), isNotNull(revokedAt));
    case 'EXPIRED':
      return and(waiting, lte(expiresAt, at));
    case 'OPEN':
      return and(waiting, gt(expiresAt, at));
  }
}

async function list(ctx: Ctx, input: Input<typeof invitationCalls.list>) {
  const { db, account, now } = ctx;
  const { keyword } = input;
  const where = and(
    visible(db, invitations),
    ofSides(account, 'create', invitations, input.side),
    input.companyId ? eq(invitations.companyId, input.companyId) : undefined,
    keyword
      ? or(ilike(invitations.email, contains(keyword)), ilike(invitations.invitedBy, contains(keyword)))
      : undefined,
    inState(now, input.state),
  );
  const orderBy = [desc(invitations.createdAt), desc(invitations.id)];
  const found = await paginate(db, { table: invitations, rows: rowsOf, where, orderBy, input });
  return { total: found.total, list: await shown(ctx, found.list) };
}

/** One invitation, held until the call is over. Of a side that is closed to the caller it is not there. */
async function findInvitation({ db, account }: Ctx, id: string): Promise<InvitationRow> {
  const [found] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), visible(db, invitations), ofSides(account, 'create', invitations)))
    .for('update');
  if (!found) throw new Refusal('notFound');
  return found;
}

/** Whoever hands on an invitation must be able to give what it promises, as whoever made it. */
async function findGrantable(ctx: Ctx, id: string) {
  const { db, account } = ctx;
  const found = await findInvitation(ctx, id);
  if (found.acceptedAt || found.revokedAt || !found.roleId) throw new Refusal('wrongState');
  const company = await findCompanyFor(db, account, ['create'], found.companyId);
  await checkGrant(db, await ownRights(db, account), company.type, found);
  return found;
}

async function add(ctx: Ctx, { lang, ...input }: Input<typeof invitationCalls.add>) {
  const { db, account, now } = ctx;
  const company = await findCompanyFor(db, account, ['create'], input.companyId);
  await checkGrant(db, await ownRights(db, account), company.type, input);
  const at = now().toISOString();
  const by = { invitedById: account.id, invitedBy: account.nickname };
  const [made] = await db
    .insert(invitations)
    .values({ ...input, ...by, createdAt: at, expiresAt: untilFrom(now) })
    .returning();
  const { id, companyId, email, expiresAt } = made!;
  await putLetter(db, now, { companyId, invitationId: id, to: email, lang });
  const token = await makeLink(db, now, { id, companyId });
  const [row] = await rowsOf(db).where(eq(invitations.id, id));
  // It was checked in this very transaction, which nobody else sees yet.
  const { row: kept, ...beside } = row!;
  return { id, token, expiresAt, invitation: { ...kept, ...beside, state: 'OPEN' as const, usable: true } };
}

async function resend(ctx: Ctx, { id, lang }: Input<typeof invitationCalls.resend>) {
  const { db, account, now } = ctx;
  const { companyId, email } = await findGrantable(ctx, id);
  // From now on it stands on the rights of whoever sent it again.
  const by = { invitedById: account.id, invitedBy: account.nickname };
  await db
    .update(invitations)
    .set({ expiresAt: untilFrom(now), ...by })
    .where(eq(invitations.id, id));
  await putLetter(db, now, { companyId, invitationId: id, to: email, lang });
  const [row] = await rowsOf(db).where(eq(invitations.id, id));
  const { row: kept, ...beside } = row!;
  return { ...kept, ...beside, state: 'OPEN' as const, usable: true };
}

export const invitationAnswers = answer(invitationCalls, {
  list: (ctx, input) => list(ctx, input),

  add: (ctx, input) => add(ctx, input),

  link: async (ctx, { id }) => {
    const found = await findGrantable(ctx, id);
    if (stateOf(found, ctx.now) !== 'OPEN') throw new Refusal('wrongState');
    return { token: await makeLink(ctx.db, ctx.now, found), expiresAt: found.expiresAt };
  },

  resend: (ctx, input) => resend(ctx, input),

  revoke: async (ctx, { id }) => {
    const found = await findInvitation(ctx, id);
    if (found.acceptedAt) throw new Refusal('wrongState');
    const revokedAt = found.revokedAt ?? ctx.now().toISOString();
    await ctx.db.update(invitations).set({ revokedAt }).where(eq(invitations.id, id));
    return {};
  },

  look: ({ services, now }, { token }) =>
    inScope(
      services.db,
      '*',
      async (all) => {
        const { invitedBy, companyId, email, expiresAt } = await openedBy(all, now, token);
        const [company] = await all
          .select({ companyName: companies.name })
          .from(companies)
          .where(eq(companies.id, companyId));
        return { invitedBy, email, expiresAt, companyName: company?.companyName ?? '' };
      },
      { readOnly: true },
    ),

  accept: (ctx, input) => acceptInvitation(ctx, input),
});
