import { type Input, type Invitation, invitationCalls, nameOfAccount } from '@sweepline/contract';
import { and, desc, eq, gt, ilike, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { paginateTable, type Draft } from '../../../platform/db/paginate.ts';
import { inScope } from '../../../platform/db/db.ts';
import { contains, visible } from '../../../platform/db/page.ts';
import { checkGrant, findCompanyFor, ofSides, ownRights } from '../accounts/account-grant-service.ts';
import { stillGrantable } from '../accounts/grant-recheck-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { acceptInvitation } from './invitation-accept.ts';
import {
  makeLink,
  findOpenInvitation,
  stateOf,
  expiryFrom,
  type InvitationRow,
} from './invitation-service.ts';
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
 * The check whether an open invitation is usable runs over all companies, because the inviter may belong to a company above the
 * reader. It uses the call's transaction: a second one would wait for a connection that other calls of this kind use.
 */
async function toInvitations({ db, now }: Pick<Ctx, 'db' | 'now'>, rows: Row[]): Promise<Invitation[]> {
  const open = rows.flatMap(({ row }) => (stateOf(row, now) === 'OPEN' ? [row] : []));
  const grants = open.map((row) => ({ giverId: row.invitedById, grant: row }));
  const grantable = open.length > 0 ? await asSystem(db, (all) => stillGrantable(all, grants)) : [];
  const usable = new Set(open.filter((_row, n) => grantable[n]).map(({ id }) => id));
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
  const page = await paginateTable(db, { table: invitations, rows: rowsOf, where, orderBy, input });
  return { total: page.total, list: await toInvitations(ctx, page.list) };
}

/** One invitation, locked until the call ends. It is missing if the caller may not invite to its side. */
async function findInvitation({ db, account }: Ctx, id: string): Promise<InvitationRow> {
  const [invitation] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), visible(db, invitations), ofSides(account, 'create', invitations)))
    .for('update');
  if (!invitation) throw new Refusal('notFound');
  return invitation;
}

/** An account that passes on an invitation needs the rights to grant what the invitation grants. */
async function findGrantable(ctx: Ctx, id: string) {
  const { db, account } = ctx;
  const invitation = await findInvitation(ctx, id);
  if (invitation.acceptedAt || invitation.revokedAt || !invitation.roleId) throw new Refusal('wrongState');
  const company = await findCompanyFor(db, account, ['create'], invitation.companyId);
  await checkGrant(db, await ownRights(db, account), company.type, invitation);
  return invitation;
}

async function add(ctx: Ctx, { lang, ...input }: Input<typeof invitationCalls.add>) {
  const { db, account, now } = ctx;
  const company = await findCompanyFor(db, account, ['create'], input.companyId);
  await checkGrant(db, await ownRights(db, account), company.type, input);
  const at = now().toISOString();
  const by = { invitedById: account.id, invitedBy: nameOfAccount(account) };
  const [inserted] = await db
    .insert(invitations)
    .values({ ...input, ...by, createdAt: at, expiresAt: expiryFrom(now) })
    .returning();
  const { id, companyId, email, expiresAt } = inserted!;
  await putLetter(db, now, { companyId, invitationId: id, to: email, lang });
  const token = await makeLink(db, now, { id, companyId });
  const [row] = await rowsOf(db).where(eq(invitations.id, id));
  // The grant was checked in this transaction, so the invitation is usable.
  const { row: created, ...beside } = row!;
  return {
    id,
    token,
    expiresAt,
    invitation: { ...created, ...beside, state: 'OPEN' as const, usable: true },
  };
}

async function resend(ctx: Ctx, { id, lang }: Input<typeof invitationCalls.resend>) {
  const { db, account, now } = ctx;
  const { companyId, email } = await findGrantable(ctx, id);
  // The invitation depends on the rights of its last sender.
  const by = { invitedById: account.id, invitedBy: nameOfAccount(account) };
  await db
    .update(invitations)
    .set({ expiresAt: expiryFrom(now), ...by })
    .where(eq(invitations.id, id));
  await putLetter(db, now, { companyId, invitationId: id, to: email, lang });
  const [row] = await rowsOf(db).where(eq(invitations.id, id));
  const { row: renewed, ...beside } = row!;
  return { ...renewed, ...beside, state: 'OPEN' as const, usable: true };
}

export const invitationAnswers = answer(invitationCalls, {
  list: (ctx, input) => list(ctx, input),

  add: (ctx, input) => add(ctx, input),

  link: async (ctx, { id }) => {
    const invitation = await findGrantable(ctx, id);
    if (stateOf(invitation, ctx.now) !== 'OPEN') throw new Refusal('wrongState');
    return { token: await makeLink(ctx.db, ctx.now, invitation), expiresAt: invitation.expiresAt };
  },

  resend: (ctx, input) => resend(ctx, input),

  revoke: async (ctx, { id }) => {
    const invitation = await findInvitation(ctx, id);
    if (invitation.acceptedAt) throw new Refusal('wrongState');
    const revokedAt = invitation.revokedAt ?? ctx.now().toISOString();
    await ctx.db.update(invitations).set({ revokedAt }).where(eq(invitations.id, id));
    return {};
  },

  look: ({ services, now }, { token }) =>
    inScope(
      services.db,
      '*',
      async (all) => {
        const { invitedBy, companyId, email, expiresAt } = await findOpenInvitation(all, now, token);
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
