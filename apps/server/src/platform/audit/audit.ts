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
  /** The `User-Agent` header. */
  agent: string;
  requestId: string;
  /** `performance.now()` when the call arrived. */
  startedMs: number;
}

/** Recorded as the role of a super admin, who has no role. */
export const allRoles = '*';

const addressOf = ({ method, path }: Call) => `${method} ${path}`;
const names = new Map(
  Object.entries<Calls>(allCalls).flatMap(([family, calls]) =>
    Object.entries(calls).map(([name, call]) => [addressOf(call), `${family}.${name}`] as const),
  ),
);

/** An entry for a call. Its record is the first one that `about` names: the input comes first, then the answer. */
export function auditEntry(
  occasion: Occasion,
  code: number,
  reason: string | null,
  ...about: unknown[]
): AuditEntry {
  const { call, account, at, address, requestId, startedMs } = occasion;
  // An impersonating user is entered under their own name.
  const actor = account?.viewer ?? account;
  return {
    companyId: account?.companyId ?? null,
    at: at.toISOString(),
    accountId: actor?.id ?? null,
    accountName: actor?.username ?? '',
    accountRole: account?.viewer ? `→ ${account.username}` : roleOf(account),
    call: addressOf(call),
    action: names.get(addressOf(call)) ?? null,
    recordId: about.map((value) => idOf(call, value)).find((id) => id !== null) ?? null,
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
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `id`, or `deviceId` for a call about devices; one level down too, because an answer may wrap the new record. */
function idOf({ family }: Call, value: unknown, deeper = true): string | null {
  if (!isObject(value)) return null;
  const id = value['id'] ?? value[`${singular(family)}Id`];
  // The body of a refused call is not validated.
  if (typeof id === 'string') return storableText(id, 64);
  if (!deeper) return null;
  return idOf({ family } as Call, value[singular(family)], false);
}

/** Writes an entry. In the transaction of the write itself, change and entry are committed together or not at all. */
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
    // A row without a name, such as a new session, is not the record of the call.
    recordId: recordId ?? (main?.name ? main.id : null),
    recordName: main?.name || null,
    recordCompanyId: main?.companyId === entry.companyId ? null : (main?.companyId ?? null),
  });
}

/** The account in the answer of a public call, such as sign-in; undefined if the answer contains none. */
export function signedInAccount(answer: unknown): Account | undefined {
  if (!isObject(answer)) return undefined;
  const { userId, username, companyId } = answer;
  if (typeof userId !== 'string' || typeof username !== 'string' || typeof companyId !== 'string')
    return undefined;
  // Only the fields that an entry reads; the account is used for nothing else.
  return { id: userId, username, companyId, superAdmin: answer['roleType'] === 1 } as Account;
}
