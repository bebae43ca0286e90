import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { accountByName } from '../accounts/account-service.ts';
import { placesOf } from './known-place-service.ts';

/** What decides how an attempt at a name is heard; not whether its password fits. */
export interface KnownName {
  /** Missing when there is no such account. */
  account: { id: string; companyId: string } | undefined;
  /** Hashes of browsers and addresses it signed in from. */
  places: ReadonlySet<string>;
}

const trustedMs = 10_000;
const maxNames = 2_000;

/**
 * Looks a name up once in ten seconds, however many attempts there are: ten thousand guesses at once must not stand in line for
 * the database before the one who belongs here. A name of no account costs the same.
 */
export function knownNames(db: Db, now: Clock) {
  const kept = new Map<string, { found: Promise<KnownName>; at: number }>();

  const look = (username: string) =>
    inScope(
      db,
      '*',
      async (tx) => {
        const known = await accountByName(tx, username);
        const account = known && { id: known.account.id, companyId: known.account.companyId };
        return { account, places: await placesOf(tx, account?.id) };
      },
      { readOnly: true },
    );

  return {
    of: (username: string): Promise<KnownName> => {
      const at = now().getTime();
      const entry = kept.get(username);
      if (entry && Math.abs(at - entry.at) < trustedMs) return entry.found;
      const found = look(username);
      kept.delete(username);
      kept.set(username, { found, at });
      // A failed look is nobody's answer but those who wait for it.
      found.catch(() => kept.delete(username));
      const [oldest] = kept.keys();
      if (kept.size > maxNames && oldest !== undefined) kept.delete(oldest);
      return found;
    },
    /** It signed in somewhere: what is remembered of it has changed. */
    forget: (username: string): void => void kept.delete(username),
  };
}
export type KnownNames = ReturnType<typeof knownNames>;
