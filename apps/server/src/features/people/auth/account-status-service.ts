import type { Tx } from '../../../platform/db/db.ts';
import { isFrozen } from '../../../entities/people/company-service.ts';

/** The reason why an account cannot sign in or continue: it is disabled, or its company or one above it is frozen. */
export async function blockedReason(
  db: Tx,
  user: { account: { disabled: boolean }; company: { path: string } },
): Promise<'DISABLED' | 'FROZEN' | undefined> {
  if (user.account.disabled) return 'DISABLED';
  return (await isFrozen(db, user.company.path)) ? 'FROZEN' : undefined;
}
