import { createHash } from 'node:crypto';
import type { Lang } from '@sweepline/contract';
import type { Clock } from '../runtime/clock.ts';
import { Refusal } from '../calls/ctx.ts';
import { newSecret } from '../runtime/ids.ts';
import { createRateLimit, type Rate } from '../limits/rate-limit.ts';

/** What a ticket stands for. */
export interface TicketHolder {
  token: string;
  lang: Lang;
}

const validMs = 30_000;
const maxOpen = 10_000;
/** Of one account. Thirty tabs ask again every four seconds while the server restarts; 420 open tickets are far from `mostOpen`. */
const issues: Rate = { burst: 120, perSecond: 10 };

/** Tickets for the socket: each good once and for thirty seconds, so that no address ever holds a session's token. */
export function ticketOffice(now: Clock) {
  const open = new Map<string, TicketHolder & { until: number }>();
  const rate = createRateLimit(now, issues);
  const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex');
  return {
    issue: (accountId: string, holder: TicketHolder) => {
      // The tickets of one account must not push out those of the others.
      if (!rate.take(accountId)) throw new Refusal('tooMany');
      const ms = now().getTime();
      for (const [hash, { until }] of open) {
        if (until > ms && open.size < maxOpen) break;
        open.delete(hash);
      }
      const ticket = newSecret();
      open.set(hashOf(ticket), { ...holder, until: ms + validMs });
      return { ticket, expiresAt: new Date(ms + validMs).toISOString() };
    },
    /** Whether it opens a socket still; it is not used up. */
    holds: (ticket: string): boolean => (open.get(hashOf(ticket))?.until ?? 0) >= now().getTime(),
    redeem: (ticket: string): TicketHolder | undefined => {
      const hash = hashOf(ticket);
      const found = open.get(hash);
      open.delete(hash);
      return found && found.until >= now().getTime() ? found : undefined;
    },
  };
}
export type Tickets = ReturnType<typeof ticketOffice>;
