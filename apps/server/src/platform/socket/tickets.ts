import { createHash } from 'node:crypto';
import type { Lang } from '@sweepline/contract';
import type { Clock } from '../runtime/clock.ts';
import { Refusal } from '../calls/ctx.ts';
import { newSecret } from '../runtime/ids.ts';
import type { CreateLimit } from '../limits/rates/keyed-limit.ts';
import { tokenBucket, type Rate } from '../limits/rates/token-bucket.ts';

/** The session behind a ticket. */
export interface TicketHolder {
  token: string;
  lang: Lang;
}

export interface IssuedTicket {
  ticket: string;
  expiresAt: string;
}

/** Where tickets are between their issue and their use. */
export interface TicketStore {
  issue(holder: TicketHolder): Promise<IssuedTicket>;
  /** Whether a ticket may be valid still, decided without a query; it is not used up. */
  mayHold(ticket: string): boolean;
  /** Uses a ticket up. Of several uses, on any server, one gets the holder. */
  redeem(ticket: string): Promise<TicketHolder | undefined>;
}

export const ticketMs = 30_000;
const maxOpen = 10_000;
/** Per account. Thirty tabs retry every four seconds while the server restarts; 420 open tickets are far below `maxOpen`. */
const issues: Rate = { burst: 120, perSecond: 10 };

export const ticketHash = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** The tickets of a server that has none beside it. */
export function ticketsInMemory(now: Clock): TicketStore {
  const open = new Map<string, TicketHolder & { until: number }>();
  return {
    issue: async (holder) => {
      const ms = now().getTime();
      for (const [hash, { until }] of open) {
        if (until > ms && open.size < maxOpen) break;
        open.delete(hash);
      }
      const ticket = newSecret();
      open.set(ticketHash(ticket), { ...holder, until: ms + ticketMs });
      return { ticket, expiresAt: new Date(ms + ticketMs).toISOString() };
    },
    mayHold: (ticket) => (open.get(ticketHash(ticket))?.until ?? 0) >= now().getTime(),
    redeem: async (ticket) => {
      const hash = ticketHash(ticket);
      const entry = open.get(hash);
      open.delete(hash);
      return entry && entry.until >= now().getTime() ? entry : undefined;
    },
  };
}

/** Creates tickets for the socket. Each is valid once and for thirty seconds, so that no URL contains a session's token. */
export function createTickets(createLimit: CreateLimit, store: TicketStore) {
  const rate = createLimit('socket tickets of an account', tokenBucket(issues));
  return {
    issue: async (accountId: string, holder: TicketHolder): Promise<IssuedTicket> => {
      // The tickets of one account must not displace those of other accounts.
      if (!rate.take(accountId)) throw new Refusal('tooMany');
      return await store.issue(holder);
    },
    mayHold: store.mayHold,
    redeem: store.redeem,
  };
}
export type Tickets = ReturnType<typeof createTickets>;
