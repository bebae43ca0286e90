import { authCalls, type Sent } from '@sweepline/contract';
import { CallError, send } from '../../../kit/api/api.ts';
import { failureOf } from './sign-in.ts';

/** Why a password was not changed: an error at a field, or the server's message. */
export interface NotChanged {
  originWrong?: boolean;
  /** The rule that the server reports as broken. */
  password?: string;
  failure?: string;
}

/** Changes the password. Returns null on success; every session of the account is then closed. */
export async function changePassword(
  input: Sent<typeof authCalls.changePassword>,
): Promise<NotChanged | null> {
  try {
    await send(authCalls.changePassword, input);
    return null;
  } catch (error) {
    const { originPassword, password } = error instanceof CallError ? error.reasons : {};
    if (originPassword === undefined && password === undefined) return { failure: failureOf(error) };
    return {
      originWrong: originPassword !== undefined,
      ...(password && { password: password.code.replace('PASSWORD_', '') }),
    };
  }
}
