import { randomInt } from 'node:crypto';
import { faultsOf, type PasswordChoice } from '@sweepline/contract';
import common from '@sweepline/contract/common-passwords' with { type: 'json' };
import { eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { hashPassword } from '../../../platform/runtime/passwords.ts';
import { accounts } from '../../../entities/people/account-table.ts';

/**
 * The password can be read out on the telephone: no letter looks or sounds like a digit. Fifteen of 31 letters are 74
 * bits.
 */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 3;
const lettersInGroup = 5;
const validMs = 72 * 3_600_000;

let installationPassword: string | undefined;

/**
 * Sets the installation's `INITIAL_PASSWORD` at the start of the program. Without it each account gets a random one.
 */
export const configureInitialPassword = (password: string | undefined) =>
  void (installationPassword = password);

const commonPasswords = new Set(common);

/** Refuses a password that breaks a rule, and marks the field with the first reason. */
export function checkNewPassword(
  password: string,
  choice: Pick<PasswordChoice, 'username' | 'originPassword'>,
): void {
  const isCommon = (form: string) => commonPasswords.has(form);
  const [fault] = faultsOf(password, { ...choice, initialPassword: installationPassword, isCommon });
  if (fault) throw wrongField('password', `PASSWORD_${fault}`);
}

/**
 * An initial password: that of the installation, else a random one. A random one is shown once and stored only as a
 * hash.
 */
export function newInitialPassword(): string {
  if (installationPassword !== undefined) return installationPassword;
  const group = () => Array.from({ length: lettersInGroup }, () => alphabet[randomInt(alphabet.length)]);
  return Array.from({ length: groups }, () => group().join('')).join('-');
}

/** The columns of an account with a new initial password. For 72 hours it allows only the change of the password. */
export async function initialPassword(now: Clock) {
  const password = newInitialPassword();
  const until = new Date(now().getTime() + validMs).toISOString();
  const columns = {
    passwordHash: await hashPassword(password),
    mustChangePassword: true,
    initialPasswordUntil: until,
    passwordChangedAt: null,
  };
  return { password, until, columns };
}

/** Sets a new initial password; `resetterIds` are the accounts behind it. Open sessions stay open: the caller calls `signOutEverywhere`. */
export async function setInitialPassword(
  db: Tx,
  now: Clock,
  by: { username: string; resetterIds: string[] },
  accountId: string,
): Promise<{ password: string; until: string }> {
  const { password, until, columns } = await initialPassword(now);
  await db
    .update(accounts)
    .set({
      ...columns,
      resetterIds: by.resetterIds,
      updatedAt: now().toISOString(),
      updatedBy: by.username,
    })
    .where(eq(accounts.id, accountId));
  return { password, until };
}
