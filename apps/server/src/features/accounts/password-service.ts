import { randomInt } from 'node:crypto';
import { faultsOf, type PasswordChoice } from '@sweepline/contract';
import common from '@sweepline/contract/common-passwords' with { type: 'json' };
import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { wrongField } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { hashPassword } from '../../platform/runtime/passwords.ts';
import { accounts } from './account-table.ts';

/** Read aloud over a telephone: no letter that looks or sounds like a digit. Fifteen of 31 are 74 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 3;
const lettersInGroup = 5;
const validMs = 72 * 3_600_000;

let chosen: string | undefined;

/** The installation's `INITIAL_PASSWORD`; without it every account gets a random one. Said once, when the program starts. */
export const configureInitialPassword = (password: string | undefined) => void (chosen = password);

const commonPasswords = new Set(common);

/** Refuses a password that may not be chosen, and marks the field with the first reason. */
export function checkNewPassword(
  password: string,
  choice: Pick<PasswordChoice, 'username' | 'originPassword'>,
): void {
  const isCommon = (form: string) => commonPasswords.has(form);
  const [fault] = faultsOf(password, { ...choice, initialPassword: chosen, isCommon });
  if (fault) throw wrongField('password', fault);
}

/** An initial password: the installation's, else a random one that is shown once and stored nowhere. */
export function newInitialPassword(): string {
  if (chosen !== undefined) return chosen;
  const group = () => Array.from({ length: lettersInGroup }, () => alphabet[randomInt(alphabet.length)]);
  return Array.from({ length: groups }, () => group().join('')).join('-');
}

/** What an account with a new initial password holds: it opens only the change of itself, and that for 72 hours. */
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

/** Gives an account a new initial password. Sessions that are open stay open: whoever resets calls `signOutEverywhere`. */
export async function setInitialPassword(
  db: Tx,
  now: Clock,
  by: string,
  accountId: string,
): Promise<{ password: string; until: string }> {
  const { password, until, columns } = await initialPassword(now);
  await db
    .update(accounts)
    .set({ ...columns, updatedAt: now().toISOString(), updatedBy: by })
    .where(eq(accounts.id, accountId));
  return { password, until };
}
