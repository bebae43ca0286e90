import { createHash } from 'node:crypto';
import type { Lang } from '@sweepline/contract';
import type { Clock } from './clock.ts';
import { newSecret } from './ids.ts';

/** What a ticket stands for. */
export interface TicketHolder {
  token: string;
  lang: Lang;
}

const validMs = 30_000;
const mostOpen = 10_000;

/** Tickets for the socket: each good once and for thirty seconds, so that no address ever holds a session's token. */
export function ticketOffice(now: Clock) {
  const open = new Map<string, TicketHolder & { until: number }>();
  const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex');
  return {
    issue: (holder: TicketHolder) => {
      const ms = now().getTime();
      for (const [hash, { until }] of open) {
        if (until > ms && open.size < mostOpen) break;
        open.delete(hash);
      }
      const ticket = newSecret();
      open.set(hashOf(ticket), { ...holder, until: ms + validMs });
      return { ticket, expiresAt: new Date(ms + validMs).toISOString() };
    },
    redeem: (ticket: string): TicketHolder | undefined => {
      const hash = hashOf(ticket);
      const found = open.get(hash);
      open.delete(hash);
      return found && found.until >= now().getTime() ? found : undefined;
    },
  };
}
export type Tickets = ReturnType<typeof ticketOffice>;
