import type { Lang } from '@sweepline/contract';
import { Refusal, type Account } from '../calls/ctx.ts';
import type { SocketDeps } from './socket.ts';

/** The account behind a socket connection. */
export interface Caller {
  account: Account;
  token: string;
  lang: Lang;
}

/** The account of a ticket, or of a session token where that is accepted; undefined if the socket must be refused. */
export async function callerOf(
  deps: Pick<SocketDeps, 'tickets' | 'findAccount' | 'acceptSessionToken'>,
  ticket: string,
): Promise<Caller | undefined> {
  const holder =
    (await deps.tickets.redeem(ticket)) ??
    (deps.acceptSessionToken ? { token: ticket, lang: 'en' as const } : undefined);
  if (!holder) return undefined;
  try {
    const account = await deps.findAccount(holder.token, 'machine');
    // A session that must change its password, or accept an agreement, gets no socket before that.
    return account.mustChangePassword || account.agreementDue ? undefined : { ...holder, account };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
