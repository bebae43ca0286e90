import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { apiKeys, apiUsers, type ApiKeyRow, type ApiUserRow } from '../../../entities/api/api-user-table.ts';
import { frozenInPath, scopeOf } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { inScope, type Db, type Scope } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';

/** A key in force with its API user, and the companies that it sees. */
export interface KeyHolder {
  key: ApiKeyRow;
  user: ApiUserRow;
  /** Its company or one above it is frozen. */
  isFrozen: boolean;
  /** The company of the API user and those below it, as the tree is now; those of the key's maker do not matter. */
  scope: Scope;
}

/** The holder of a key; undefined for an unknown or revoked one. Only this query runs over all companies. */
export const findKeyHolder = (db: Db, keyId: string): Promise<KeyHolder | undefined> =>
  inScope(
    db,
    '*',
    async (all) => {
      const [row] = await all
        .select({
          key: apiKeys,
          user: apiUsers,
          isFrozen: frozenInPath,
          type: companies.type,
          path: companies.path,
        })
        .from(apiKeys)
        .innerJoin(apiUsers, eq(apiUsers.id, apiKeys.userId))
        .innerJoin(companies, eq(companies.id, apiUsers.companyId))
        .where(and(eq(apiKeys.keyId, keyId), isNull(apiKeys.revokedAt)));
      if (!row) return undefined;
      const { key, user, isFrozen, ...company } = row;
      const scope = await scopeOf(all, { id: user.id, staffKind: 'MEMBER', roleType: 2 }, company);
      return { key, user, isFrozen, scope };
    },
    { readOnly: true },
  );

/** A program may call fifty times a second; one write a minute is enough to see whether a key is in use. */
const useEveryMs = 60_000;

/** Records that a key was used, and from where. */
export async function recordUse(
  db: Db,
  now: Clock,
  { id, companyId, lastUsedAt }: ApiKeyRow,
  address: string,
): Promise<void> {
  const before = new Date(now().getTime() - useEveryMs).toISOString();
  if (lastUsedAt !== null && lastUsedAt > before) return;
  await inScope(db, [companyId], (tx) =>
    tx
      .update(apiKeys)
      .set({ lastUsedAt: now().toISOString(), lastAddress: sql`${address}::text` })
      // Of two requests at once, one writes.
      .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, before)))),
  );
}
