import type { ErrorName, Lang } from '@sweepline/contract';
import type { Services } from './services.ts';
import type { Scope, Tx } from '../db/db.ts';
import type { Clock } from '../runtime/clock.ts';

/** Who is calling, as of this call. */
export interface Account {
  id: string;
  /** The name people sign in with. */
  username: string;
  nickname: string;
  /** The name of the account's role, as the audit keeps it. */
  roleName?: string;
  sessionId: string;
  /** What the caller sent as `Authorization`; never logged, never stored. */
  token: string;
  superAdmin: boolean;
  companyId: string;
  /** The companies this account sees: its own and those below it; `'*'` for all. */
  scope: Scope;
  /** Held permission codes; `*` grants everything. */
  held: ReadonlySet<string>;
  mustChangePassword: boolean;
  /** Who looks through this account's eyes; then the session reads and does nothing. */
  viewer?: { id: string; username: string; nickname: string };
}

/**
 * The account behind a token; throws the refusal that says why there is none. What a machine asks by itself, day and night, does
 * not keep a session from idling out.
 */
export type FindAccount = (token: string, by?: 'person' | 'machine') => Promise<Account>;

/** Everything a handler may touch, and nothing global. */
export interface Ctx {
  /** The transaction of this call, already fenced to the caller's companies. */
  db: Tx;
  account: Account;
  /** The language to answer in, where the call came from, and what the browser says it is. */
  caller: { lang: Lang; address: string; agent: string };
  now: Clock;
  services: Services;
}

/** What a refusal may say beyond its name: words for the text, reasons for fields, or the raw `data` of the answer. */
export interface RefusalDetails {
  words?: Record<string, string>;
  fields?: Record<string, string>;
}

/** An answer the caller is meant to understand. Anything else that is thrown is a bug and becomes `internal`. */
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
export const wrongField = (field: string, reason: string) =>
  new Refusal('invalid', { fields: { [field]: reason } });

/** Whether this account holds a code, or any one of several; super admins and holders of `*` hold all. */
export const holds = (account: Account, code: string | readonly string[]): boolean =>
  account.superAdmin ||
  account.held.has('*') ||
  (typeof code === 'string' ? account.held.has(code) : code.some((one) => account.held.has(one)));
