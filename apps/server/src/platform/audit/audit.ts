import { allCalls, storableText, type Call, type Calls } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { auditChanges, auditEntries } from './audit-table.ts';
import type { Account } from '../calls/ctx.ts';
import type { Tx } from '../db/db.ts';

export type AuditEntry = typeof auditEntries.$inferInsert;

export interface Occasion {
  call: Call;
  account: Account | undefined;
  at: Date;
  address: string;
  /** What the browser says it is. */
  agent: string;
  requestId: string;
  /** `performance.now()` when the call came in. */
  startedMs: number;
}

/** What stands for a super admin's role, who needs none. */
export const allRoles = '*';

const addressOf = ({ method, path }: Call) => `${method} ${path}`;
const names = new Map(
  Object.entries<Calls>(allCalls).flatMap(([family, calls]) =>
    Object.entries(calls).map(([name, call]) => [addressOf(call), `${family}.${name}`] as const),
  ),
);

/** An entry for a call. Its record is the one the input names, else the one the answer made. */
export function auditEntry(
  occasion: Occasion,
  code: number,
  reason: string | null,
  ...about: unknown[]
): AuditEntry {
  const { call, account, at, address, requestId, startedMs } = occasion;
  // Whoever looks through somebody's eyes acts under their own name.
  const actor = account?.viewer ?? account;
  return {
    companyId: account?.companyId ?? null,
    at: at.toISOString(),
    accountId: actor?.id ?? null,
    accountName: actor?.username ?? '',
    accountRole: account?.viewer ? `→ ${account.username}` : roleOf(account),
    call: addressOf(call),
    action: names.get(addressOf(call)) ?? null,
    recordId: about.map((thing) => idOf(call, thing)).find((id) => id !== null) ?? null,
    recordName: null,
    code,
    reason,
    address,
    requestId,
    durationMs: Math.round(performance.now() - startedMs),
  };
}

const roleOf = (account: Account | undefined) => account?.roleName ?? (account?.superAdmin ? allRoles : null);

const singular = (family: string) => family.replace(/ies$/, 'y').replace(/s$/, '');
const isObject = (thing: unknown): thing is Record<string, unknown> =>
  typeof thing === 'object' && thing !== null && !Array.isArray(thing);

/** `id`, or `deviceId` of a call about devices; one level down too, as in an answer that wraps the record it made. */
function idOf({ family }: Call, thing: unknown, deeper = true): string | null {
  if (!isObject(thing)) return null;
  const id = thing['id'] ?? thing[`${singular(family)}Id`];
  // A refused body was checked by nothing.
  if (typeof id === 'string') return storableText(id, 64);
  if (!deeper) return null;
  return idOf({ family } as Call, thing[singular(family)], false);
}

/** In the transaction of the write itself: there is no change without its entry, and no entry without its change. */
export async function writeAudit(db: Tx, entry: AuditEntry): Promise<void> {
  const { recordId, requestId } = entry;
  const [main] = await db
    .select({ id: auditChanges.recordId, name: auditChanges.recordName, companyId: auditChanges.companyId })
    .from(auditChanges)
    .where(
      and(eq(auditChanges.requestId, requestId), recordId ? eq(auditChanges.recordId, recordId) : undefined),
    )
    .orderBy(auditChanges.seq)
    .limit(1);
  await db.insert(auditEntries).values({
    ...entry,
    // A row without a name, such as the session of who signs in, is not what the call was about.
    recordId: recordId ?? (main?.name ? main.id : null),
    recordName: main?.name || null,
    recordCompanyId: main?.companyId === entry.companyId ? null : (main?.companyId ?? null),
  });
}

/** Who a call that strangers may make turned out to be: signing in answers with the person. */
export function whoSignedIn(answer: unknown): Account | undefined {
  if (!isObject(answer)) return undefined;
  const { userId, username, companyId } = answer;
  if (typeof userId !== 'string' || typeof username !== 'string' || typeof companyId !== 'string')
    return undefined;
  // Only what an entry says of a person; nobody acts with this.
  return { id: userId, username, companyId, superAdmin: answer['roleType'] === 1 } as Account;
}
