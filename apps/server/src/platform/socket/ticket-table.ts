import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, programPolicy } from '../db/columns.ts';

/** Open tickets of the socket, which any server redeems. Not logged: a crash of the database ends the open tickets. */
export const socketTickets = pgTable(
  'socket_tickets',
  {
    /** SHA-256 of the ticket. The ticket itself is not stored. */
    hash: text().primaryKey(),
    /** The session behind the ticket, encrypted with the ticket itself. */
    holder: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [programPolicy(), index('socket_tickets_expires').on(table.expiresAt)],
);
