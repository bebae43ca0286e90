import { everything } from '@sweepline/contract';
import postgres, { type Sql } from 'postgres';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';

export interface ManyPeople {
  companies: number;
  accounts: number;
  /** Terminal companies per agent, independent of the total number of companies. */
  below: number;
  /** Session token for agent n (0 to 15); n = -1 is the provider's administrator. */
  tokenOf: (n: number) => string;
}

export const agents = 16;
/** SQL for an id. The provider is 0; agents come first, then their terminals, then the other companies. */
const id = (kind: number, n: string) =>
  `('0190d${kind}00-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
export const companyIdOf = (n: number) => `0190d000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const perCompany = { roles: 4, invitations: 2, chatUsers: 4, notices: 40, entries: 80, errors: 4 };
const stamp = `now() - n % 700 * interval '1 hour', now(), 'system'`;

/**
 * Seeds many companies, accounts and their records into an empty database, deterministic. Agents see the same number of
 * rows for every total number of companies.
 */
export async function seedManyPeople(databaseUrl: string, world: ManyPeople): Promise<void> {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  try {
    await companiesOf(sql, world);
    await peopleOf(sql, world);
    await recordsOf(sql, world);
    await sql`vacuum analyze`;
  } finally {
    await sql.end();
  }
}

async function companiesOf(sql: Sql, { companies, below }: ManyPeople) {
  const root = companyIdOf(0);
  await sql`insert into companies (id, name, code, type, path, created_at, updated_at, updated_by)
    values (${root}, 'Sweepline', 'C0', 0, ${`${root}/`}, now(), now(), 'system')`;
  await sql.unsafe(`insert into companies (id, name, code, type, agent_level, parent_id, path, created_at, updated_at, updated_by)
    select ${id(0, 'n')}, 'Agent ' || n, upper('c' || to_hex(n)), 2, 1, '${root}', '${root}/' || ${id(0, 'n')} || '/', ${stamp}
    from generate_series(1, ${agents}) n`);
  const parent = `case when n <= ${agents} + ${agents * below} then 1 + (n - ${agents} - 1) / ${below} else 0 end`;
  await sql.unsafe(`insert into companies (id, name, code, type, parent_id, path, region, location, scenario, rating, created_at, updated_at, updated_by)
    select ${id(0, 'n')}, 'Company ' || lpad(((n::bigint * 7919) % 1000003)::text, 7, '0'), upper('c' || to_hex(n)), 1, ${id(0, parent)},
      case when (${parent}) = 0 then '' else '${root}/' end || ${id(0, parent)} || '/' || ${id(0, 'n')} || '/',
      (array['CN', 'DE', 'JP'])[1 + n % 3], 'Town ' || n % 90, (array['mall', 'airport', 'hospital'])[1 + n % 3], 1 + n % 5, ${stamp}
    from generate_series(${agents + 1}, ${companies}) n`);
}

async function peopleOf(sql: Sql, { companies, accounts, tokenOf }: ManyPeople) {
  await sql.unsafe(`insert into roles (id, company_id, name, permissions, created_at, updated_at, updated_by)
    select ${id(1, 'n')}, ${id(0, `n / ${perCompany.roles}`)}, 'Role ' || n % ${perCompany.roles}, array['${everything}'], ${stamp}
    from generate_series(0, ${(companies + 1) * perCompany.roles - 1}) n`);
  await sql.unsafe(`insert into accounts (id, company_id, username, nickname, role_type, role_id, password_hash, last_sign_in_at, created_at, updated_at, updated_by)
    select ${id(2, 'n')}, ${id(0, `n % ${companies + 1}`)}, 'person.' || lpad(n::text, 8, '0'), 'Person ' || (n::bigint * 7919) % 1000003,
      case n when 0 then 1 else 2 end, ${id(1, `n % ${companies + 1} * ${perCompany.roles}`)}, '', now() - n % 9000 * interval '1 minute', ${stamp}
    from generate_series(0, ${accounts - 1}) n`);
  // Account n is the first account of company n, while there are companies.
  const tokens = Array.from({ length: agents + 1 }, (_, n) => tokenOf(n - 1));
  await sql.unsafe(
    `insert into sessions (id, company_id, account_id, token_hash, created_at, last_seen_at, address)
    select gen_random_uuid(), ${id(0, 'n - 1')}, ${id(2, 'n - 1')}, encode(sha256(token::bytea), 'hex'), now(), now(), 'seed'
    from unnest($1::text[]) with ordinality as t(token, n)`,
    [tokens],
  );
}

/** Rows of the other lists: invitations, chat users, notices, audit entries and errors. */
async function recordsOf(sql: Sql, { companies }: ManyPeople) {
  const each = (perCompanyCount: number) => `generate_series(0, ${(companies + 1) * perCompanyCount - 1}) n`;
  const company = (perCompanyCount: number) => id(0, `n / ${perCompanyCount}`);
  const ago = `now() - n % 50000 * interval '1 minute'`;
  const { invitations, chatUsers, notices, entries, errors } = perCompany;
  await sql.unsafe(`insert into invitations (id, company_id, email, role_type, role_id, invited_by_id, invited_by, created_at, expires_at)
    select gen_random_uuid(), ${company(invitations)}, 'guest' || n || '@example.com', 3, ${id(1, `n / ${invitations} * ${perCompany.roles}`)},
      ${id(2, `n / ${invitations}`)}, 'seed', ${ago}, now() + interval '7 days' from ${each(invitations)}`);
  await sql.unsafe(`insert into chat_users (id, company_id, account_id, app, external_id, name, secret_hash, linked_at)
    select gen_random_uuid(), ${company(chatUsers)}, ${id(2, `n / ${chatUsers}`)}, 'WECHAT', n::text, 'User ' || n, n::text, ${ago} from ${each(chatUsers)}`);
  await sql.unsafe(`insert into notices (id, company_id, kind, template, occasion, created_at)
    select gen_random_uuid(), ${company(notices)}, 'device', 'deviceOffline', n::text, ${ago} from ${each(notices)}`);
  await sql.unsafe(`insert into audit_entries (id, company_id, at, account_id, account_name, call, action, code, address, request_id, duration_ms)
    select gen_random_uuid(), ${company(entries)}, ${ago}, ${id(2, `n / ${entries}`)}, 'person', 'POST service/task/add', 'tasks.create', 200, '10.0.0.1', n::text, 12 from ${each(entries)}`);
  await sql.unsafe(`insert into error_groups (id, company_id, fingerprint, level, "desc", frame, product, version, count, first_at, last_at)
    select gen_random_uuid(), ${company(errors)}, n::text, 'ERROR', 'Something of ' || n, '', 'console', '1', 3, ${ago}, ${ago} from ${each(errors)}`);
}
