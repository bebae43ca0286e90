import { randomKey } from './random.ts';
import { browserStorage } from '../storage.ts';

const key = 'device';

/**
 * A random id of this browser, created once and sent with every login. Accounts that signed in here before can still sign in
 * while password guesses from other browsers are limited. It grants no access by itself.
 */
export function deviceSecret(): string {
  const stored = browserStorage.getItem(key);
  if (stored) return stored;
  const secret = randomKey();
  browserStorage.setItem(key, secret);
  return secret;
}
