import { authCalls } from '@sweepline/contract';
import i18next from 'i18next';
import { CallError, send, TransportError } from '../../kit/api.ts';
import { session } from '../../kit/session.ts';

/** Where the gate sent this person from, when it was one of our own addresses. */
function backAddress(): string {
  const back = new URLSearchParams(location.search).get('back') ?? '/';
  return /^\/(?!\/)/.test(back) ? back : '/';
}

/** Opens a session and answers nothing, or answers why there is none. */
export async function signIn(username: string, password: string): Promise<string> {
  try {
    const user = await send(authCalls.login, { username, password });
    history.replaceState(null, '', backAddress());
    session.open(user);
    return '';
  } catch (error) {
    if (error instanceof CallError) return error.message;
    if (!(error instanceof TransportError)) throw error;
    return i18next.t(`failures.${error.failure}`, { ns: 'kit', status: error.status });
  }
}
