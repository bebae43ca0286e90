import { authCalls, type ConfirmNeeded, type SessionUser } from '@sweepline/contract';
import i18next from 'i18next';
import { CallError, send, TransportError } from '../../../kit/api/api.ts';
import { deviceSecret } from '../../../kit/api/device-secret.ts';
import { session } from '../../../kit/api/session.ts';

/** The page the auth guard redirected from, when it is on our own origin. */
function backAddress(): string {
  const back = new URLSearchParams(location.search).get('back') ?? '/';
  return /^\/(?!\/)/.test(back) ? back : '/';
}

/** The result of a submit: success, a failure, or another session to close first. */
export type Outcome = { failure: string } | { confirm: ConfirmNeeded } | null;

function open(user: SessionUser): null {
  // A user who must change the password stays on this page, and is redirected afterwards.
  if (!user.mustChangePassword) history.replaceState(null, '', backAddress());
  session.open(user);
  return null;
}

/** The message of a failed call; other errors are rethrown. */
export function failureOf(error: unknown): string {
  if (error instanceof CallError) return error.message;
  if (!(error instanceof TransportError)) throw error;
  return i18next.t(`failures.${error.failure}`, { ns: 'kit', status: error.status });
}

/** Opens a session, or returns why it was refused. */
export async function signIn(username: string, password: string): Promise<Outcome> {
  try {
    const answer = await send(authCalls.login, { username, password, device: deviceSecret() });
    return 'needConfirm' in answer ? { confirm: answer } : open(answer);
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Closes the other session and opens this one. */
export async function confirmSignIn(confirmToken: string): Promise<Outcome> {
  try {
    return open(await send(authCalls.confirm, { confirmToken }));
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
