import { randomKey } from './random.ts';

const key = 'device';

/**
 * A secret of this browser, made once and sent with every login: accounts that signed in here before are heard while strangers guess
 * their passwords. It opens nothing by itself.
 */
export function deviceSecret(): string {
  const known = localStorage.getItem(key);
  if (known) return known;
  const made = randomKey();
  localStorage.setItem(key, made);
  return made;
}
