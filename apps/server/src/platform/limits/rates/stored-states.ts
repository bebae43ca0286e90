import { createHash } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import { inScope, type Db, type Tx } from '../../db/db.ts';
import { limitStates } from './limit-state-table.ts';
import type { LimitStates, StatePlace } from './limit-states.ts';

const table = getTableName(limitStates);
const hashOf = ({ key }: StatePlace) => createHash('sha256').update(key).digest('hex');

/** Locks the rows in the order of their keys, which prevents deadlocks between attempts, and creates those that are missing. */
const lockAndRead = `
  insert into ${table} (key, expires_at)
  select key, clock_timestamp() + keep_ms * interval '1 millisecond'
  from unnest($1::text[], $2::float8[]) as it(key, keep_ms) order by key
  on conflict (key) do update set expires_at = excluded.expires_at
  returning key, state, extract(epoch from clock_timestamp())::float8 * 1000 as ms`;

const readOnly = `
  select it.key, state, extract(epoch from clock_timestamp())::float8 * 1000 as ms
  from unnest($1::text[]) as it(key) left join ${table} using (key)`;

const store = `
  update ${table} set state = it.state::jsonb
  from unnest($1::text[], $2::text[]) as it(key, state) where ${table}.key = it.key`;

interface StateRow {
  key: string;
  state: unknown;
  ms: number;
}

function statesOf(keys: readonly string[], rows: readonly StateRow[]): unknown[] {
  const byKey = new Map(rows.map(({ key, state }) => [key, state ?? undefined]));
  return keys.map((key) => byKey.get(key));
}

/** The states that all servers of an installation share. Times are of the database's clock: that of a server may be wrong. */
export const statesInDatabase = (db: Db): LimitStates => ({
  read: (places) =>
    inScope(
      db,
      '*',
      async (tx) => {
        const keys = places.map(hashOf);
        const rows = await tx.raw<StateRow>(readOnly, [keys]);
        const [{ ms } = { ms: 0 }] = rows;
        return { states: statesOf(keys, rows), ms };
      },
      { readOnly: true },
    ),
  change: (places, step) =>
    inScope(db, '*', async (tx) => {
      const keys = places.map(hashOf);
      const keepMs = places.map((place) => place.keepMs);
      const rows = await tx.raw<StateRow>(lockAndRead, [keys, keepMs]);
      const { result, states } = step(statesOf(keys, rows), Math.max(...rows.map(({ ms }) => ms)));
      if (states)
        await tx.raw(store, [keys, states.map((it) => (it === undefined ? null : JSON.stringify(it)))]);
      return result;
    }),
});

/** Deletes states that mean nothing more. */
export const deleteOldStates = (tx: Tx) =>
  tx.raw(`delete from ${table} where expires_at < clock_timestamp()`);
