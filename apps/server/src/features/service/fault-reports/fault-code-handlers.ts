import { createHash, randomBytes } from 'node:crypto';
import { type FaultCode, faultCodeCalls, nameOfAccount } from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { faultCodes } from './fault-report-table.ts';

const maxListed = 100;
/** More labels than any robot needs. */
const maxOpen = 10;

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
/** 128 random bits: short enough for a small label, and too many to guess. */
export const newToken = (kind: 'fault' | 'receipt' | 'ticket'): string =>
  `${kind}_${randomBytes(16).toString('base64url')}`;

const entryOf = ({ revokedAt, ...row }: typeof faultCodes.$inferSelect): FaultCode => ({
  ...row,
  revokedAt,
  state: revokedAt === null ? 'OPEN' : 'REVOKED',
});

export const faultCodeAnswers = answer(faultCodeCalls, {
  list: async ({ db }, { deviceId }) => {
    await find(db, devices, deviceId);
    const rows = await db
      .select()
      .from(faultCodes)
      .where(and(eq(faultCodes.deviceId, deviceId), visible(db, faultCodes)))
      .orderBy(desc(faultCodes.createdAt), desc(faultCodes.id))
      .limit(maxListed);
    return { list: rows.map(entryOf) };
  },

  add: async ({ db, account, now }, { deviceId, note }) => {
    // The lock serialises concurrent calls, so that they cannot exceed the limit together.
    const { companyId } = await find(db, devices, deviceId, { lock: true });
    const rows = await db.select().from(faultCodes).where(eq(faultCodes.deviceId, deviceId));
    if (rows.filter(({ revokedAt }) => revokedAt === null).length >= maxOpen)
      throw new Refusal('tooManyFaultCodes', { words: { most: String(maxOpen) } });
    const token = newToken('fault');
    const [row] = await db
      .insert(faultCodes)
      .values({
        companyId,
        deviceId,
        note,
        tokenHash: hashOf(token),
        createdAt: now().toISOString(),
        createdBy: nameOfAccount(account),
      })
      .returning();
    return { token, code: entryOf(row!) };
  },

  revoke: async ({ db, account, now }, { id }) => {
    const { revokedAt } = await find(db, faultCodes, id, { lock: true });
    if (revokedAt !== null) return {};
    const revoked = { revokedAt: now().toISOString(), revokedBy: nameOfAccount(account) };
    await db.update(faultCodes).set(revoked).where(eq(faultCodes.id, id));
    return {};
  },
});
