import type { ActivationFault } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { activationCodeEvents, activationCodes } from './activation-code-table.ts';

export type CodeRow = typeof activationCodes.$inferSelect;
type Event = Pick<
  typeof activationCodeEvents.$inferInsert,
  'kind' | 'at' | 'by' | 'toCompanyId' | 'sn' | 'fault'
>;

const perStatement = 1_000;
/** After so many failures the code is invalid, because a third party is probably guessing with it. */
const maxFailures = 10;

/** Adds to the history of codes. */
export async function note(
  db: Tx,
  codes: readonly Pick<CodeRow, 'id' | 'companyId'>[],
  event: Event,
): Promise<void> {
  for (let from = 0; from < codes.length; from += perStatement) {
    const rows = codes
      .slice(from, from + perStatement)
      .map(({ id: codeId, companyId }) => ({ ...event, id: newId(), codeId, companyId }));
    await db.insert(activationCodeEvents).values(rows);
  }
}

/** The row of a code, locked until the end of the transaction: the second of two robots with one code waits. */
export async function lockCode(db: Tx, vault: Vault, code: string): Promise<CodeRow | undefined> {
  const [row] = await db
    .select()
    .from(activationCodes)
    .where(eq(activationCodes.codeHash, vault.mark(code)))
    .for('update');
  return row;
}

interface Attempt {
  sn: string;
  /** The network address of the request. */
  by: string;
  now: Date;
}

/** Counts a failed attempt with an unused code. The attempt number `maxFailures` invalidates the code. */
export async function countFailure(
  db: Tx,
  code: CodeRow,
  { sn, by, now, fault }: Attempt & { fault: ActivationFault },
): Promise<void> {
  const at = now.toISOString();
  const failures = code.failures + 1;
  const over = failures >= maxFailures && ({ state: 'FAILED', failedBy: 'PROOFS' } as const);
  await db
    .update(activationCodes)
    .set({ failures, ...over, updatedAt: at, updatedBy: sn })
    .where(eq(activationCodes.id, code.id));
  await note(db, [code], { kind: 'REFUSED', at, by, sn, fault });
}

/** Marks the code as used by this robot. A used code enrols no second robot. */
export async function useCode(
  db: Tx,
  code: CodeRow,
  { sn, by, now, deviceId, hardwareId }: Attempt & { deviceId: string; hardwareId: string },
): Promise<void> {
  const at = now.toISOString();
  await db
    .update(activationCodes)
    .set({
      state: 'USED',
      usedAt: at,
      sn,
      hardwareId,
      deviceId,
      version: code.version + 1,
      updatedAt: at,
      updatedBy: sn,
    })
    .where(eq(activationCodes.id, code.id));
  await note(db, [code], { kind: 'USED', at, by, sn });
}

const dayMs = 24 * 3_600_000;

/** The end of use of a robot that is activated now; null is unlimited. */
export function usableUntil(
  { useDays, useUntil }: Pick<CodeRow, 'useDays' | 'useUntil'>,
  now: Date,
): string | null {
  if (useUntil) return useUntil;
  return useDays === null ? null : new Date(now.getTime() + useDays * dayMs).toISOString();
}
