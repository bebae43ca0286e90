import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { accountByName } from '../../../entities/people/account-service.ts';
import { placesOf } from './known-place-service.ts';

/** What decides on the rate limits of an attempt for a username. It does not include the password. */
export interface KnownName {
  /** Undefined if the account does not exist. */
  account: { id: string; companyId: string } | undefined;
  /** Hashes of the browsers and addresses of earlier sign-ins. */
  places: ReadonlySet<string>;
}

const trustedMs = 10_000;
const maxNames = 2_000;

/**
 * Caches the lookup of a username for ten seconds. Without the cache ten thousand concurrent guesses would queue for
 * the database before the owner of the account. A missing account costs the same lookup.
 */
export function createUsernameCache(db: Db, now: Clock) {
  const entries = new Map<string, { result: Promise<KnownName>; at: number }>();

  const readName = (username: string) =>
    inScope(
      db,
      '*',
      async (tx) => {
        const user = await accountByName(tx, username);
        const account = user && { id: user.account.id, companyId: user.account.companyId };
        return { account, places: await placesOf(tx, account?.id) };
      },
      { readOnly: true },
    );

  return {
    of: (username: string): Promise<KnownName> => {
      const at = now().getTime();
      const entry = entries.get(username);
      if (entry && Math.abs(at - entry.at) < trustedMs) return entry.result;
      const result = readName(username);
      entries.delete(username);
      entries.set(username, { result, at });
      // A failed lookup is not cached.
      result.catch(() => entries.delete(username));
      const [oldest] = entries.keys();
      if (entries.size > maxNames && oldest !== undefined) entries.delete(oldest);
      return result;
    },
    /** Drops the entry after a sign-in, because its places have changed. */
    forget: (username: string): void => void entries.delete(username),
  };
}
export type KnownNames = ReturnType<typeof createUsernameCache>;
