import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, programPolicy } from '../../db/columns.ts';

/** States of limits of attempts, counted over all servers. Not logged: a crash of the database forgets counts and nothing else. */
export const limitStates = pgTable(
  'limit_states',
  {
    /** SHA-256 of the name and key of the limit: no code and no address is stored as it is. */
    key: text().primaryKey(),
    state: jsonb(),
    expiresAt: moment().notNull(),
  },
  (table) => [programPolicy(), index('limit_states_expires').on(table.expiresAt)],
);
