import postgres from 'postgres';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';

interface NewAccounts {
  company: string;
  count: number;
  /** The number of the first one, if the database has others already. */
  first?: number;
  permissions: readonly string[];
  tokenOf: (n: number) => string;
}

/** Adds accounts with one role to a company, each with a session. */
export async function addAccounts(
  databaseUrl: string,
  { company, count, first = 0, permissions, tokenOf }: NewAccounts,
) {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  const idOf = (n: number) => `0190d000-0000-7000-9000-${String(n).padStart(12, '0')}`;
  await sql`insert into roles (id, company_id, name, permissions, created_at, updated_at, updated_by)
    values (${idOf(first)}, ${company}, 'bench', ${[...permissions]}::text[], now(), now(), 'system')`;
  for (let n = first; n < first + count; n += 1) {
    const name = `bench.${n}`;
    await sql`insert into accounts (id, company_id, username, nickname, role_type, role_id, password_hash, created_at, updated_at, updated_by)
      values (${idOf(n)}, ${company}, ${name}, ${name}, 3, ${idOf(first)}, '', now(), now(), 'system')`;
    await sql`insert into sessions (id, company_id, account_id, token_hash, created_at, last_seen_at, address)
      values (${idOf(n)}, ${company}, ${idOf(n)}, encode(sha256(${tokenOf(n)}::bytea), 'hex'), now(), now(), 'seed')`;
  }
  await sql.end();
}
