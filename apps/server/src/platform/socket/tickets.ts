import { createHash } from 'node:crypto';
import type { Lang } from '@sweepline/contract';
import type { Clock } from '../runtime/clock.ts';
import { Refusal } from '../calls/ctx.ts';
import { newSecret } from '../runtime/ids.ts';
import { createKeyedLimit } from '../limits/rates/keyed-limit.ts';
import { tokenBucket, type Rate } from '../limits/rates/token-bucket.ts';

/** The session behind a ticket. */
export interface TicketHolder {
  token: string;
  lang: Lang;
}

const validMs = 30_000;
const maxOpen = 10_000;
/** Per account. Thirty tabs retry every four seconds while the server restarts; 420 open tickets are far below `maxOpen`. */
const issues: Rate = { burst: 120, perSecond: 10 };

/** Creates tickets for the socket. Each is valid once and for thirty seconds, so that no URL contains a session's token. */
export function createTickets(now: Clock) {
  const open = new Map<string, TicketHolder & { until: number }>();
  const rate = createKeyedLimit(now, tokenBucket(issues));
  const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex');
  return {
    issue: (accountId: string, holder: TicketHolder) => {
      // The tickets of one account must not displace those of other accounts.
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
    /** Whether a ticket is still valid; it is not used up. */
    holds: (ticket: string): boolean => (open.get(hashOf(ticket))?.until ?? 0) >= now().getTime(),
    redeem: (ticket: string): TicketHolder | undefined => {
      const hash = hashOf(ticket);
      const entry = open.get(hash);
      open.delete(hash);
      return entry && entry.until >= now().getTime() ? entry : undefined;
    },
  };
}
export type Tickets = ReturnType<typeof createTickets>;
