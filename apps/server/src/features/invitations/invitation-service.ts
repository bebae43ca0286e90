import { createHash } from 'node:crypto';
import type { InvitationState } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newSecret } from '../../platform/runtime/ids.ts';
import { couldStillGrant } from '../accounts/grant-recheck-service.ts';
import { invitationLinks, invitations } from './invitation-table.ts';

export type InvitationRow = typeof invitations.$inferSelect;

const validMs = 7 * 24 * 3_600_000;

/** When an invitation made or renewed now runs out. */
export const untilFrom = (now: Clock) => new Date(now().getTime() + validMs).toISOString();

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** A link to an invitation. Its token is in the answer and nowhere else: a later link is another token. */
export async function makeLink(
  db: Tx,
  now: Clock,
  { id, companyId }: Pick<InvitationRow, 'id' | 'companyId'>,
): Promise<string> {
  const token = `inv_${newSecret()}`;
  const row = { companyId, invitationId: id, tokenHash: hashOf(token), createdAt: now().toISOString() };
  await db.insert(invitationLinks).values(row);
  return token;
}

export function stateOf(row: InvitationRow, now: Clock): InvitationState {
  if (row.acceptedAt) return 'ACCEPTED';
  if (row.revokedAt) return 'REVOKED';
  return Date.parse(row.expiresAt) <= now().getTime() ? 'EXPIRED' : 'OPEN';
}

/**
 * The invitation a token opens, if it may still be accepted: open, and whoever invited could still give what it promises. Every
 * other token is answered alike. Runs over all companies; with `lock`, of two at once the second waits and finds it used.
 */
export async function openedBy(
  all: Tx,
  now: Clock,
  token: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<InvitationRow> {
  const query = all
    .select({ invitation: invitations })
    .from(invitationLinks)
    .innerJoin(invitations, eq(invitations.id, invitationLinks.invitationId))
    .where(eq(invitationLinks.tokenHash, hashOf(token)))
    .$dynamic();
  const [found] = await (lock ? query.for('update', { of: invitations }) : query);
  if (!found || stateOf(found.invitation, now) !== 'OPEN') throw new Refusal('invitationGone');
  if (!(await couldStillGrant(all, found.invitation.invitedById, found.invitation)))
    throw new Refusal('invitationGone');
  return found.invitation;
}
