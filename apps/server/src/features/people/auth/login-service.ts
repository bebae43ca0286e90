import type { ConfirmNeeded } from '@sweepline/contract';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newSecret } from '../../../platform/runtime/ids.ts';
import { accountById, type AccountWithRole } from '../../../entities/people/account-service.ts';
import { notify } from '../notices/notice-service.ts';
import { placeAmong, placesOf, rememberPlace } from './known-place-service.ts';
import {
  endSessions,
  hashOf,
  lockAccount,
  openSession,
  ownSession,
  type SessionLimits,
} from './session-service.ts';
import { sessions } from '../../../entities/people/session-table.ts';
import { deleteOldSignIns } from './sign-in-service.ts';
import { loginConfirms } from './sign-in-table.ts';
import { blockedReason } from './account-status-service.ts';

const confirmMs = 60_000;

/** The origin of a login and its dependencies. */
export interface LoginContext {
  db: Tx;
  bus: Bus;
  now: Clock;
  limits: SessionLimits;
  address: string;
  agent: string;
}

/** An opened session with its account. */
export interface OpenedSession {
  user: AccountWithRole;
  token: string;
}

/** Refuses accounts that may not sign in despite the right password. */
async function checkStatus({ db, now }: LoginContext, user: AccountWithRole): Promise<void> {
  const reason = await blockedReason(db, user);
  if (reason) throw new Refusal(reason === 'DISABLED' ? 'accountDisabled' : 'companyFrozen');
  const { mustChangePassword, initialPasswordUntil } = user.account;
  if (
    mustChangePassword &&
    initialPasswordUntil !== null &&
    Date.parse(initialPasswordUntil) <= now().getTime()
  )
    throw new Refusal('initialPasswordExpired');
}

/** Locks the account: of two concurrent logins the later one sees the session of the earlier one. */
async function lockedAccount(db: Tx, accountId: string): Promise<AccountWithRole> {
  await lockAccount(db, accountId);
  const user = await accountById(db, accountId);
  if (!user) throw new Refusal('wrongCredentials');
  return user;
}

/**
 * Notifies the owner if both the browser and the address are new to the account. The first sign-in causes no notice.
 */
async function notifyNewPlace(
  { db, bus, now, address }: LoginContext,
  { account: { id: accountId, companyId } }: AccountWithRole,
  deviceHash: string | null,
): Promise<void> {
  const places = await placesOf(db, accountId);
  const { addressKnown } = placeAmong(places, accountId, { address, device: undefined });
  if (places.size === 0 || addressKnown || places.has(deviceHash ?? '')) return;
  const content = { template: 'signedInFromNewAddress' as const, params: { address } };
  await notify(db, bus, now, { kind: 'system', companyId, accountId, ...content });
}

async function open(
  context: LoginContext,
  user: AccountWithRole,
  deviceHash: string | null,
): Promise<OpenedSession> {
  const { db, now, address, agent } = context;
  await notifyNewPlace(context, user, deviceHash);
  const token = await openSession(db, now, user.account, { address, agent });
  await rememberPlace(db, now().toISOString(), user.account, { address, device: deviceHash });
  await deleteOldSignIns(db, now);
  return { user, token };
}

/**
 * Opens a session for an account whose `passwordHash` was checked. During a live session it returns what a confirmation
 * needs.
 */
export async function enter(
  context: LoginContext,
  checked: { id: string; passwordHash: string },
  deviceHash: string | null,
): Promise<OpenedSession | ConfirmNeeded> {
  const { db, bus, now, limits } = context;
  const user = await lockedAccount(db, checked.id);
  // A password that was replaced since the check opens no session.
  if (user.account.passwordHash !== checked.passwordHash) throw new Refusal('wrongCredentials');
  await checkStatus(context, user);
  const [live] = await db
    .select()
    .from(sessions)
    .where(and(ownSession(user.account.id), isNull(sessions.endedAt)));
  const ms = now().getTime();
  const isLive =
    live &&
    ms - Date.parse(live.lastSeenAt) <= limits.idleMs &&
    ms - Date.parse(live.createdAt) <= limits.absoluteMs;
  if (isLive) return await askToConfirm(context, user, live, deviceHash);
  await endSessions(db, bus, now, 'EXPIRED', ownSession(user.account.id));
  return await open(context, user, deviceHash);
}

async function askToConfirm(
  { db, now }: LoginContext,
  { account }: AccountWithRole,
  live: typeof sessions.$inferSelect,
  deviceHash: string | null,
): Promise<ConfirmNeeded> {
  const at = now();
  const confirmToken = newSecret();
  await db
    .delete(loginConfirms)
    .where(and(eq(loginConfirms.accountId, account.id), lt(loginConfirms.expiresAt, at.toISOString())));
  await db.insert(loginConfirms).values({
    companyId: account.companyId,
    accountId: account.id,
    tokenHash: hashOf(confirmToken),
    expiresAt: new Date(at.getTime() + confirmMs).toISOString(),
    deviceHash,
  });
  const { createdAt: since, lastSeenAt, address, agent } = live;
  return { needConfirm: true, confirmToken, since, lastSeenAt, address, agent };
}

/** Opens the confirmed session and ends the live one. A token is valid once: of two confirmations one succeeds. */
export async function confirm(context: LoginContext, confirmToken: string): Promise<OpenedSession> {
  const { db, bus, now } = context;
  const [pending] = await db
    .delete(loginConfirms)
    .where(eq(loginConfirms.tokenHash, hashOf(confirmToken)))
    .returning();
  if (!pending || Date.parse(pending.expiresAt) <= now().getTime()) throw new Refusal('confirmExpired');
  const user = await lockedAccount(db, pending.accountId);
  await checkStatus(context, user);
  await endSessions(db, bus, now, 'KICKED', ownSession(user.account.id));
  return await open(context, user, pending.deviceHash);
}
