import { createHash } from 'node:crypto';
import type { InvitationState } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newSecret } from '../../../platform/runtime/ids.ts';
import { isStillGrantable } from '../accounts/grant-recheck-service.ts';
import { invitationLinks, invitations } from './invitation-table.ts';

export type InvitationRow = typeof invitations.$inferSelect;

const validMs = 7 * 24 * 3_600_000;

/** Expiry time of an invitation that is created or renewed now. */
export const expiryFrom = (now: Clock) => new Date(now().getTime() + validMs).toISOString();

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Creates a link to an invitation and returns its token. Only the hash is stored, so a later link has another token. */
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
 * The invitation of a token, if it is open and its inviter may still grant its rights. All other tokens get the same refusal. Runs
 * over all companies. With `lock`, the second of two concurrent calls waits and finds the invitation accepted.
 */
export async function findOpenInvitation(
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
  const [row] = await (lock ? query.for('update', { of: invitations }) : query);
  if (!row || stateOf(row.invitation, now) !== 'OPEN') throw new Refusal('invitationGone');
  if (!(await isStillGrantable(all, row.invitation.invitedById, row.invitation)))
    throw new Refusal('invitationGone');
  return row.invitation;
}
