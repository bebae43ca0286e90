import { tokenBucket } from '../limits/rates/token-bucket.ts';
import { callerOf, type Caller } from './socket-caller.ts';
import type { SocketDeps } from './socket.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { SocketMetrics } from './socket-metrics.ts';
import { isOwnOrigin } from './socket-origin.ts';
import { userOf, type SocketUsage } from './socket-usage.ts';

export interface Opening {
  ticket: string;
  origin: string | undefined;
  host: string;
  address: string;
}

type OpeningDeps = Pick<
  SocketDeps,
  'tickets' | 'findAccount' | 'acceptSessionToken' | 'publicUrl' | 'createLimit' | 'warn'
>;

/** Checks the openings of sockets: the result is the caller, or the HTTP status of the refusal. */
export function createOpenings(
  deps: OpeningDeps,
  limits: SocketLimits,
  usage: Pick<SocketUsage, 'total'>,
  metrics: Pick<SocketMetrics, 'reached'>,
) {
  const byAccount = deps.createLimit('socket openings of an account', tokenBucket(limits.openings));
  const failedByAddress = deps.createLimit('failed socket openings', tokenBucket(limits.failedOpenings));
  let hasWarned = false;

  const refuseOrigin = ({ origin = '', host }: Opening) => {
    metrics.reached('origin');
    // Logged once: a foreign page must not fill the log. A proxy that changes the host shows with the first tab.
    if (!hasWarned)
      deps.warn(
        `A page of ${origin.slice(0, 200)} may not open the socket of ${host.slice(0, 200)}. Where that is the console's own address, ` +
          'set PUBLIC_URL to it, or let the proxy pass the Host header on.',
      );
    hasWarned = true;
    return 403;
  };

  return async (opening: Opening): Promise<Caller | number> => {
    if (!isOwnOrigin(opening.origin, opening.host, deps.publicUrl)) return refuseOrigin(opening);
    if (usage.total.sockets >= limits.maxSocketsPerProcess) {
      metrics.reached('sockets_process');
      return 503;
    }
    if (!failedByAddress.allows(opening.address) && !deps.tickets.mayHold(opening.ticket)) {
      metrics.reached('failed_openings');
      return 429;
    }
    const caller = await callerOf(deps, opening.ticket);
    if (!caller) {
      failedByAddress.take(opening.address);
      return 401;
    }
    if (byAccount.take(userOf(caller.account))) return caller;
    metrics.reached('openings');
    return 429;
  };
}
