import type { Received } from '../robot.ts';
import { broken } from '../verdict.ts';

/** Fails unless the command ended with this status and code. */
export function endsAs(ending: Received | undefined, status: string, code: string): void {
  if (!ending) broken(`no xReply that ends the command; ${status} ${code} was expected`);
  if (ending.body['status'] !== status) broken(`${status} was expected`, ending, 'status');
  if (ending.body['code'] !== code) broken(`${code} was expected`, ending, 'code');
}
