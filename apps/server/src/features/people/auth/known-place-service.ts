import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { networkOf } from '../../../platform/http/addresses.ts';
import { knownPlaces } from './sign-in-table.ts';

const maxPerKind = 20;
/** An id that no account has: an unknown username costs the same query. */
const noAccountId = '00000000-0000-0000-0000-000000000000';

const hashFor = (accountId: string, what: string) =>
  createHash('sha256').update(`${accountId} ${what}`).digest('hex');
/** The stored hash of a browser's secret. */
export const deviceHash = (accountId: string, device: string) => hashFor(accountId, `device ${device}`);
const addressHash = (accountId: string, address: string) =>
  hashFor(accountId, `address ${networkOf(address)}`);

/**
 * Hashes of the browsers and addresses of earlier sign-ins. An unknown account runs the same query with an empty
 * result.
 */
export async function placesOf(db: Tx, accountId: string = noAccountId): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ hash: knownPlaces.hash })
    .from(knownPlaces)
    .where(eq(knownPlaces.accountId, accountId));
  return new Set(rows.map(({ hash }) => hash));
}

/** Which of these places an attempt comes from. */
export function placeAmong(
  places: ReadonlySet<string>,
  accountId: string = noAccountId,
  from: { address: string; device: string | undefined },
): { device: string | undefined; addressKnown: boolean } {
  const device = from.device === undefined ? undefined : deviceHash(accountId, from.device);
  return {
    device: device !== undefined && places.has(device) ? device : undefined,
    addressKnown: places.has(addressHash(accountId, from.address)),
  };
}

/** Stores the place of a sign-in. Per kind the newest twenty remain. */
export async function rememberPlace(
  db: Tx,
  at: string,
  account: { id: string; companyId: string },
  from: { address: string; device: string | null },
): Promise<void> {
  const owner = { accountId: account.id, companyId: account.companyId, lastAt: at };
  const rows = [
    { ...owner, kind: 'ADDRESS' as const, hash: addressHash(account.id, from.address) },
    ...(from.device === null ? [] : [{ ...owner, kind: 'DEVICE' as const, hash: from.device }]),
  ];
  await db
    .insert(knownPlaces)
    .values(rows)
    .onConflictDoUpdate({
      target: [knownPlaces.accountId, knownPlaces.hash],
      set: { lastAt: at },
    });
  await db.execute(sql`
    delete from ${knownPlaces} where id in (
      select id from (
        select id, row_number() over (partition by kind order by last_at desc, id desc) as place
        from ${knownPlaces} where account_id = ${account.id}
      ) ranked where place > ${maxPerKind})`);
}
