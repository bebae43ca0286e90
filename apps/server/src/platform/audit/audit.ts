import { allCalls, type Call, type Calls } from '@sweepline/contract';
import { desc, eq, sql } from 'drizzle-orm';
import { auditChanges, auditEntries } from './audit-table.ts';
import type { Account } from '../calls/ctx.ts';
import type { Tx } from '../db/db.ts';
import { isObject, namesRecord, recordIdOf } from './audit-record.ts';

export type AuditEntry = typeof auditEntries.$inferInsert;

export interface Occasion {
  call: Call;
  /** The name of the action, where the call is none of the contract's. */
  action?: string;
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

/** An entry for a call. */
export function auditEntry(
  occasion: Occasion,
  code: number,
  reason: string | null,
  { input, answer }: { input: unknown; answer?: unknown },
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
    action: occasion.action ?? names.get(addressOf(call)) ?? null,
    recordId: recordIdOf(call, input, answer),
    recordName: null,
    code,
    reason,
    address,
    requestId,
    durationMs: Math.round(performance.now() - startedMs),
  };
}

/** The entry of a call that has not ended, in case its process ends first. */
export const pendingEntry = (occasion: Occasion, input: unknown) => ({
  entry: auditEntry(occasion, 200, null, { input }),
  createsRecord: !namesRecord(occasion.call, input),
});

const roleOf = (account: Account | undefined) => account?.roleName ?? (account?.superAdmin ? allRoles : null);

/** Writes an entry. In the transaction of the write itself, change and entry are committed together or not at all. */
export async function writeAudit(db: Tx, entry: AuditEntry): Promise<void> {
  const { recordId, requestId } = entry;
  const { recordId: changedId } = auditChanges;
  // A change of the record itself, else the first one, which names the company.
  const [main] = await db
    .select({ id: changedId, name: auditChanges.recordName, companyId: auditChanges.companyId })
    .from(auditChanges)
    .where(eq(auditChanges.requestId, requestId))
    .orderBy(desc(sql`${changedId} = ${recordId ?? ''}`), auditChanges.seq)
    .limit(1);
  // A row without a name, such as a new session, is not the record of the call.
  const id = recordId ?? (main?.name ? main.id : null);
  await db.insert(auditEntries).values({
    ...entry,
    recordId: id,
    recordName: (main?.id === id && main?.name) || null,
    recordCompanyId: main?.companyId === entry.companyId ? null : (main?.companyId ?? null),
  });
}

/** An answer of a public call names its account and action here, if its fields do not. Symbols are never sent. */
export const auditedAs = Symbol('auditedAs');
export interface AuditedAs {
  account: Pick<Account, 'id' | 'username' | 'companyId' | 'superAdmin'>;
  /** In place of the name of the call. */
  action: string;
}

/** An entry for a public call. */
export function publicAuditEntry(occasion: Occasion, input: unknown, answer: unknown): AuditEntry {
  const named = isObject(answer) && auditedAs in answer ? (answer[auditedAs] as AuditedAs) : undefined;
  // Only the fields that an entry reads; the account is used for nothing else.
  const account = named ? (named.account as Account) : signedInAccount(answer);
  const entry = auditEntry({ ...occasion, account }, 200, null, { input, answer });
  return named ? { ...entry, action: named.action } : entry;
}

/** The account in the answer of a public call, such as sign-in; undefined if the answer contains none. */
function signedInAccount(answer: unknown): Account | undefined {
  if (!isObject(answer)) return undefined;
  const { userId, username, companyId } = answer;
  if (typeof userId !== 'string' || typeof username !== 'string' || typeof companyId !== 'string')
    return undefined;
  // Only the fields that an entry reads; the account is used for nothing else.
  return { id: userId, username, companyId, superAdmin: answer['roleType'] === 1 } as Account;
}
