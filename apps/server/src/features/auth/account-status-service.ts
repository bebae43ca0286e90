import type { Tx } from '../../platform/db/db.ts';
import { isFrozen } from '../companies/company-service.ts';

/** Why an account may neither sign in nor go on, if it may not: its company may be frozen, or one above it. */
export async function blockedReason(
  db: Tx,
  known: { account: { disabled: boolean }; company: { path: string } },
): Promise<'DISABLED' | 'FROZEN' | undefined> {
  if (known.account.disabled) return 'DISABLED';
  return (await isFrozen(db, known.company.path)) ? 'FROZEN' : undefined;
}
