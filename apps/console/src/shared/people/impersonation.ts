import { accessCalls, authCalls } from '@sweepline/contract';
import { send } from '../../kit/api/api.ts';
import { session } from '../../kit/api/session.ts';

/**
 * Starts impersonation: the console shows the other account's data, read-only, until the view is ended or expires after an
 * hour. `session` stores the own session and the address to return to.
 */
export async function startView(accountId: string): Promise<void> {
  const { session: token } = await send(accessCalls.viewAs, { id: accountId });
  const viewed = await send(authCalls.check, {}, { token });
  const back = location.pathname + location.search;
  history.replaceState(null, '', '/');
  session.enterView(viewed, back);
}

/** Ends impersonation and restores the own session. The request runs in the background: without it the view expires within the hour. */
export function endView(): void {
  void send(accessCalls.endView, {}, { quiet: true }).catch(() => {});
  session.leaveView();
}
