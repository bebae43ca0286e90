import { authCalls } from '@sweepline/contract';
import { send } from '../../kit/api/api.ts';
import { session } from '../../kit/api/session.ts';
import { countUnsent } from '../../kit/offline/use-outbox.ts';
import { createStore } from '../../kit/store.ts';

/** How many entries were not sent when the user chose to sign out; 0 without a question. */
export const unsentAtSignOut = createStore(0);

/**
 * Signs out at once. The request to the server runs in the background, so that a lost connection does not prevent it.
 */
export function signOut() {
  unsentAtSignOut.set(0);
  void send(authCalls.logout, {}, { quiet: true }).catch(() => {});
  history.replaceState(null, '', '/login');
  session.close();
}

/** Signs out, or first asks the user who has unsent work. */
export async function requestSignOut() {
  const count = await countUnsent();
  if (count === 0) signOut();
  else unsentAtSignOut.set(count);
}
