import { createHash } from 'node:crypto';
import { invitationLinks, invitations } from '../../features/invitations/invitation-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { companyIds, people } from '../people.ts';

/** Invitations of a company, by the super admin and open for a week unless said otherwise, each with a link. */
export function invitationBuilders(db: Db, now: Clock) {
  let count = 0;
  const anInvitation = (given: Partial<typeof invitations.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const expiresAt = new Date(now().getTime() + 7 * 24 * 3_600_000).toISOString();
      const by = { invitedById: people.superAdmin.id, invitedBy: people.superAdmin.username };
      const email = `guest.${++count}@example.com`;
      const row = {
        companyId: companyIds.mall,
        email,
        roleType: 3 as const,
        ...by,
        createdAt: at,
        expiresAt,
      };
      const [made] = await tx
        .insert(invitations)
        .values({ ...row, ...given })
        .returning();
      const token = `inv_guest-${count}`;
      await tx.insert(invitationLinks).values({
        companyId: made!.companyId,
        invitationId: made!.id,
        tokenHash: createHash('sha256').update(token).digest('hex'),
        createdAt: at,
      });
      return { ...made!, token };
    });
  return { anInvitation };
}
