import { authCalls } from '@sweepline/contract';
import { send } from '../../kit/api/api.ts';
import { session } from '../../kit/api/session.ts';

/** Signs out at once. The request to the server runs in the background, so that a lost connection does not prevent it. */
export function signOut() {
  void send(authCalls.logout, {}, { quiet: true }).catch(() => {});
  history.replaceState(null, '', '/login');
  session.close();
}
