import type { Lang } from '@sweepline/contract';
import { Refusal, type Account } from '../calls/ctx.ts';
import type { SocketDeps } from './socket.ts';

/** Who opened a line. */
export interface Caller {
  account: Account;
  token: string;
  lang: Lang;
}

/** Whom a ticket, or a session's token where that is accepted, lets in. */
export async function callerOf(
  deps: Pick<SocketDeps, 'tickets' | 'findAccount' | 'acceptSessionToken'>,
  ticket: string,
): Promise<Caller | undefined> {
  const holder =
    deps.tickets.redeem(ticket) ??
    (deps.acceptSessionToken ? { token: ticket, lang: 'en' as const } : undefined);
  if (!holder) return undefined;
  try {
    const account = await deps.findAccount(holder.token, 'machine');
    // Such a session changes its password and hears nothing before.
    return account.mustChangePassword ? undefined : { ...holder, account };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
