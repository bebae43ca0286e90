import { say } from './say.ts';
import { type World } from './world.ts';

/** Prints the address, the accounts and the password. */
export function greet(address: string, { accounts, password }: World): void {
  const width = Math.max(...accounts.map(({ username }) => username.length));
  say(`\nSweepline is at ${address}\n`);
  for (const { username, kind } of accounts) say(`  ${username.padEnd(width)}  ${kind}`);
  say(
    `\n  password of ${accounts.length > 1 ? 'all of them' : 'this account'}: ${password ?? 'as set at the first start'}`,
  );
  say('\nCtrl-C stops everything; the next start keeps the data.');
}
