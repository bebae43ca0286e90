import { authCalls, type ConfirmNeeded, type SessionUser } from '@sweepline/contract';
import i18next from 'i18next';
import { CallError, send, TransportError } from '../../kit/api/api.ts';
import { deviceSecret } from '../../kit/api/device-secret.ts';
import { session } from '../../kit/api/session.ts';

/** Where the gate sent this person from, when it was one of our own addresses. */
function backAddress(): string {
  const back = new URLSearchParams(location.search).get('back') ?? '/';
  return /^\/(?!\/)/.test(back) ? back : '/';
}

/** What came of a press: nothing to say, a failure, or a session elsewhere to be ended first. */
export type Outcome = { failure: string } | { confirm: ConfirmNeeded } | null;

function open(user: SessionUser): null {
  // Whoever must change the password stays on this page, and goes where he wanted afterwards.
  if (!user.mustChangePassword) history.replaceState(null, '', backAddress());
  session.open(user);
  return null;
}

/** What a failed call says to people; what is no failure of a call is thrown on. */
export function failureOf(error: unknown): string {
  if (error instanceof CallError) return error.message;
  if (!(error instanceof TransportError)) throw error;
  return i18next.t(`failures.${error.failure}`, { ns: 'kit', status: error.status });
}

/** Opens a session, or says why there is none. */
export async function signIn(username: string, password: string): Promise<Outcome> {
  try {
    const answer = await send(authCalls.login, { username, password, device: deviceSecret() });
    return 'needConfirm' in answer ? { confirm: answer } : open(answer);
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Ends the session elsewhere and opens this one. */
export async function confirmSignIn(confirmToken: string): Promise<Outcome> {
  try {
    return open(await send(authCalls.confirm, { confirmToken }));
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
