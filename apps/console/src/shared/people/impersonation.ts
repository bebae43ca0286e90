import { accessCalls, authCalls } from '@sweepline/contract';
import { send } from '../../kit/api/api.ts';
import { session } from '../../kit/api/session.ts';

/**
 * Looks through another account's eyes: the console becomes that account's, reading only, until the view is ended or its hour
 * is over. `session` keeps the own session and the address to come back to.
 */
export async function startView(accountId: string): Promise<void> {
  const { session: token } = await send(accessCalls.viewAs, { id: accountId });
  const viewed = await send(authCalls.check, {}, { token });
  const back = location.pathname + location.search;
  history.replaceState(null, '', '/');
  session.enterView(viewed, back);
}

/** Back to the own session, where one was. The server is told beside it; a view nobody ends is over within the hour. */
export function endView(): void {
  void send(accessCalls.endView, {}, { quiet: true }).catch(() => {});
  session.leaveView();
}
