import {
  fieldReason,
  type Call,
  type ErrorName,
  type FieldReason,
  type Lang,
  type ReasonArguments,
  type ReasonCode,
} from '@sweepline/contract';
import type { Services } from './services.ts';
import type { Scope, Tx } from '../db/db.ts';
import type { Clock } from '../runtime/clock.ts';

/** The account of a call, as loaded for this call. */
export interface Account {
  id: string;
  /** The name used to sign in. */
  username: string;
  nickname: string;
  /** The name of the account's role, as stored in the audit. */
  roleName?: string;
  sessionId: string;
  /** The caller's `Authorization` token; never logged, never stored. */
  token: string;
  superAdmin: boolean;
  companyId: string;
  /** The tenant scope: the account's own company and those below it; `'*'` for all. */
  scope: Scope;
  /** The granted permission codes; `*` grants everything. */
  permissionCodes: ReadonlySet<string>;
  mustChangePassword: boolean;
  /** An agreement must be accepted before the session goes on. */
  agreementDue: boolean;
  /** The account that impersonates this one; such a session may only read. */
  viewer?: { id: string; username: string; nickname: string };
}

/**
 * The account of a token; throws the refusal if there is none. Calls by `'machine'`, which a page repeats by itself, do not keep
 * an idle session alive.
 */
export type FindAccount = (token: string, by?: 'person' | 'machine') => Promise<Account>;

/** Everything a handler may use. Handlers use no global state. */
export interface Ctx {
  /** The transaction of this call, limited to the caller's tenant scope. */
  db: Tx;
  account: Account;
  /** The language of the answer, the caller's IP address and the `User-Agent`. */
  caller: { lang: Lang; address: string; agent: string };
  now: Clock;
  services: Services;
}

/** Details of a refusal: values for the placeholders of its text, and reasons per field. */
export interface RefusalDetails {
  words?: Record<string, string | FieldReason>;
  fields?: Record<string, FieldReason>;
}

/** An expected error that is answered by its name. Any other error is a bug and is answered as `internal`. */
export class Refusal extends Error {
  readonly reason: ErrorName;
  readonly details: RefusalDetails;
  constructor(reason: ErrorName, details: RefusalDetails = {}) {
    super(reason);
    this.reason = reason;
    this.details = details;
  }
}

/** A refusal that marks one field. */
export const wrongField = <Code extends ReasonCode>(
  field: string,
  code: Code,
  ...params: ReasonArguments<Code>
) => new Refusal('invalid', { fields: { [field]: fieldReason(code, ...params) } });

/** Whether a code, or any of several, is granted to this account. Super admins and `*` are granted every code. */
export const hasPermission = (
  account: Pick<Account, 'superAdmin' | 'permissionCodes'>,
  code: string | readonly string[],
): boolean =>
  account.superAdmin ||
  account.permissionCodes.has('*') ||
  (typeof code === 'string'
    ? account.permissionCodes.has(code)
    : code.some((item) => account.permissionCodes.has(item)));

/** Whether an account may make the calls of this rule. Super admins have no code, so `*` in a role does not grant their calls. */
export const isAllowed = (
  account: Pick<Account, 'superAdmin' | 'permissionCodes'>,
  allow: Call['allow'],
): boolean => {
  if (allow === 'superAdmin') return account.superAdmin;
  return allow === 'everyone' || allow === 'signedIn' || hasPermission(account, allow);
};
