import { createHash } from 'node:crypto';
import { invitationLinks, invitations } from '../../../features/people/invitations/invitation-table.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../people.ts';

/** Builders of invitations with a link; by default from the super admin and valid for a week. */
export function invitationBuilders(db: Db, now: Clock) {
  let count = 0;
  const anInvitation = (overrides: Partial<typeof invitations.$inferInsert> = {}) =>
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
      const [invitation] = await tx
        .insert(invitations)
        .values({ ...row, ...overrides })
        .returning();
      const token = `inv_guest-${count}`;
      await tx.insert(invitationLinks).values({
        companyId: invitation!.companyId,
        invitationId: invitation!.id,
        tokenHash: createHash('sha256').update(token).digest('hex'),
        createdAt: at,
      });
      return { ...invitation!, token };
    });
  return { anInvitation };
}
