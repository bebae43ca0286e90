import { createHmac, timingSafeEqual } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import { langs } from '@sweepline/contract';
import { z } from 'zod';
import { seal, unseal } from '../calls/answer-seal.ts';
import { inScope, type Db, type Tx } from '../db/db.ts';
import type { Vault } from '../files/vault.ts';
import { createRecentMap } from '../limits/rates/recent-map.ts';
import { newSecret } from '../runtime/ids.ts';
import { socketTickets } from './ticket-table.ts';
import { ticketHash, ticketMs, type TicketStore } from './tickets.ts';

const table = getTableName(socketTickets);
const markBytes = 16;
const maxUsed = 10_000;

const holder = z.object({ token: z.string(), lang: z.enum(langs) });

/**
 * Tickets that every server of an installation redeems. A ticket carries a mark of the installation, so that invented ones cause no
 * query. Times are of the database's clock: that of a server may be wrong.
 */
export function ticketsInDatabase(db: Db, vault: Pick<Vault, 'keyFor'>): TicketStore {
  const key = vault.keyFor('socket tickets');
  /** Tickets that were presented here: a replayed one causes no second query. */
  const used = createRecentMap<true>(maxUsed);
  const markOf = (secret: string) => createHmac('sha256', key).update(secret).digest().subarray(0, markBytes);

  const isGenuine = (ticket: string): boolean => {
    const [secret = '', mark = ''] = ticket.split('.');
    const bytes = Buffer.from(mark, 'base64url');
    return bytes.length === markBytes && timingSafeEqual(bytes, markOf(secret));
  };
  const mayHold = (ticket: string) => isGenuine(ticket) && !used.get(ticketHash(ticket));

  return {
    mayHold,
    issue: async (session) => {
      const secret = newSecret();
      const ticket = `${secret}.${markOf(secret).toString('base64url')}`;
      const sealed = seal(ticket, JSON.stringify(session)).toString('base64url');
      const [row] = await inScope(db, '*', (tx) =>
        tx.raw<{ ms: number }>(
          `insert into ${table} (hash, holder, expires_at)
           values ($1, $2, clock_timestamp() + $3::float8 * interval '1 millisecond')
           returning extract(epoch from expires_at)::float8 * 1000 as ms`,
          [ticketHash(ticket), sealed, ticketMs],
        ),
      );
      return { ticket, expiresAt: new Date(row!.ms).toISOString() };
    },
    redeem: async (ticket) => {
      if (!mayHold(ticket)) return undefined;
      const hash = ticketHash(ticket);
      used.set(hash, true);
      const [row] = await inScope(db, '*', (tx) =>
        tx.raw<{ holder: string; isValid: boolean }>(
          `delete from ${table} where hash = $1 returning holder, expires_at >= clock_timestamp() as "isValid"`,
          [hash],
        ),
      );
      if (!row?.isValid) return undefined;
      return holder.parse(JSON.parse(unseal(ticket, Buffer.from(row.holder, 'base64url'))));
    },
  };
}

/** Deletes tickets that were never used. */
export const deleteOldTickets = (tx: Tx) =>
  tx.raw(`delete from ${table} where expires_at < clock_timestamp()`);
