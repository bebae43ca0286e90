import { apiLimits, type apiUserCalls, type Input, nameOfAccount } from '@sweepline/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys, apiUsers } from '../../../entities/api/api-user-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { counted, find } from '../../../platform/db/page.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { newId, newSecret } from '../../../platform/runtime/ids.ts';
import { checkNarrowing, readKey, readKeys } from './api-key-rows.ts';
import { checkScopes } from './api-user-rules.ts';

/** Handlers of the keys of an API user. */
export const createKeyHandlers = (vault: Pick<Vault, 'seal'>) => ({
  addKey: async (
    { db, account, now }: Ctx,
    { id, name, scopes, siteIds, robotIds }: Input<typeof apiUserCalls.addKey>,
  ) => {
    // The lock serialises concurrent calls, so that they cannot exceed the limit together.
    const user = await find(db, apiUsers, id, { lock: true });
    if (user.revokedAt) throw new Refusal('wrongState');
    checkScopes(account, scopes);
    await checkNarrowing(db, { userId: id, siteIds, robotIds });
    const inForce = and(eq(apiKeys.userId, id), isNull(apiKeys.revokedAt));
    if ((await counted(db, apiKeys, inForce)) >= apiLimits.keys)
      throw new Refusal('tooManyApiKeys', { words: { most: String(apiLimits.keys) } });
    const secret = newSecret();
    const row = {
      id: newId(),
      companyId: user.companyId,
      userId: id,
      keyId: `key_${newSecret().slice(0, 22)}`,
      name,
      secretSealed: vault.seal(secret),
      scopes: [...new Set(scopes)],
      siteIds: [...new Set(siteIds)],
      robotIds: [...new Set(robotIds)],
      createdAt: now().toISOString(),
      createdBy: nameOfAccount(account),
    };
    await db.insert(apiKeys).values(row);
    return { key: await readKey(db, row.keyId), secret };
  },

  revokeKey: async ({ db, account, now }: Ctx, { id, keyId }: Input<typeof apiUserCalls.revokeKey>) => {
    await find(db, apiUsers, id, { lock: true });
    const own = and(eq(apiKeys.userId, id), eq(apiKeys.keyId, keyId));
    const end = { revokedAt: now().toISOString(), revokedBy: nameOfAccount(account) };
    await db
      .update(apiKeys)
      .set(end)
      .where(and(own, isNull(apiKeys.revokedAt)));
    const [key] = await readKeys(db, own);
    if (!key) throw new Refusal('notFound');
    return key;
  },
});
