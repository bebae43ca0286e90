import { authCalls, type Sent } from '@sweepline/contract';
import { CallError, send } from '../../kit/api/api.ts';
import { failureOf } from './sign-in.ts';

/** Why a password was not changed: at which field, or as a sentence of the server. */
export interface NotChanged {
  originWrong?: boolean;
  /** The rule that the server found broken. */
  password?: string;
  failure?: string;
}

/** Changes the password; null when it is done, and every session of the account is over. */
export async function changePassword(
  input: Sent<typeof authCalls.changePassword>,
): Promise<NotChanged | null> {
  try {
    await send(authCalls.changePassword, input);
    return null;
  } catch (error) {
    const fields = error instanceof CallError ? error.fields : {};
    const { originPassword, password } = fields;
    if (originPassword === undefined && password === undefined) return { failure: failureOf(error) };
    return { originWrong: originPassword !== undefined, ...(password !== undefined && { password }) };
  }
}
