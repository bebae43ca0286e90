import { flatten, permissionTree } from '@sweepline/contract';
import postgres, { type Sql } from 'postgres';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { hashPassword } from '../apps/server/src/platform/runtime/passwords.ts';

export interface ManyDevices {
  devices: number;
  companies: number;
  /** Number of devices of company 1, the large one. */
  large: number;
  /** Companies 2 to `equal.companies` + 1 have this many devices each, independent of the total. */
  equal: { companies: number; devices: number };
  password: string;
  /** Session token for the administrator of company n (0 is the provider); without it no sessions are created. */
  tokenOf?: (n: number) => string;
}

/** 200 companies, the size of the performance goals for lists. */
export const manyDevices = { companies: 200, large: 13_000, equal: { companies: 16, devices: 500 } } as const;

/** Two pages of devices. */
export const smallFleet = {
  devices: 30,
  companies: 4,
  large: 12,
  equal: { companies: 1, devices: 8 },
} as const;

/** Id of company n; 0 is the provider. */
export const companyId = (n: number) => `0190d000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const usernameOf = (n: number) => (n === 0 ? 'admin' : `company.${n}`);

/**
 * Seeds a large, deterministic fleet into an empty database with SQL: one provider, terminal companies below it, and an
 * administrator in each. It verifies the counts and throws when the database is not empty.
 */
export async function seedManyDevices(databaseUrl: string, world: ManyDevices): Promise<void> {
  const { devices, companies, large, equal, password } = world;
  const rest = devices - large - equal.companies * equal.devices;
  if (rest < 0 || companies < equal.companies + 2) throw new Error('too few devices for these companies');
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  try {
    const [company] = await sql`select 1 from companies limit 1`;
    if (company) throw new Error('the database is not empty');
    await insertPeople(sql, companies, await hashPassword(password));
    if (world.tokenOf) await insertSessions(sql, companies, world.tokenOf);
    await insertDevices(sql, world);
    await sql`vacuum analyze`;
    await verify(sql, world);
  } finally {
    await sql.end();
  }
}

async function insertPeople(sql: Sql, companies: number, passwordHash: string) {
  const numbers = Array.from({ length: companies + 1 }, (_, n) => n);
  const ids = numbers.map(companyId);
  const names = numbers.map((n) => (n === 0 ? 'Sweepline' : `Company ${String(n).padStart(4, '0')}`));
  const codes = flatten(permissionTree);
  await sql`insert into companies (id, name, code, type, parent_id, path, created_at, updated_at, updated_by)
    select id, name, upper('c' || to_hex(n)), case n when 1 then 0 else 1 end, case n when 1 then null else ${companyId(0)}::uuid end,
      case n when 1 then id || '/' else ${companyId(0)} || '/' || id || '/' end, now(), now(), 'system'
    from unnest(${ids}::uuid[], ${names}::text[]) with ordinality as t(id, name, n)`;
  // Roles and accounts have the id of their company: one of each per company.
  await sql`insert into roles (id, company_id, name, permissions, created_at, updated_at, updated_by)
    select id, id, 'Administrator', ${codes}::text[], now(), now(), 'system' from companies`;
  await sql`insert into accounts (id, company_id, username, nickname, role_type, role_id, password_hash, created_at, updated_at, updated_by)
    select id, id, username, username, case n when 1 then 1 else 2 end, id, ${passwordHash}, now(), now(), 'system'
    from unnest(${ids}::uuid[], ${numbers.map(usernameOf)}::text[]) with ordinality as t(id, username, n)`;
}

async function insertSessions(sql: Sql, companies: number, tokenOf: (n: number) => string) {
  const numbers = Array.from({ length: companies + 1 }, (_, n) => n);
  await sql`insert into sessions (id, company_id, account_id, token_hash, created_at, last_seen_at, address)
    select id, id, id, encode(sha256(token::bytea), 'hex'), now(), now(), 'seed'
    from unnest(${numbers.map(companyId)}::uuid[], ${numbers.map(tokenOf)}::text[]) as t(id, token)`;
}

/** SQL for the company of device n (from 0): first the large company, then the equal ones, then the others in turn. */
const companyOfDevice = (world: ManyDevices) => {
  const { companies, large, equal } = world;
  const others = companies - 1 - equal.companies;
  const equalEnd = large + equal.companies * equal.devices;
  return `case when n < ${large} then 1
    when n < ${equalEnd} then 2 + (n - ${large}) / ${equal.devices}
    else ${equal.companies + 2} + (n - ${equalEnd}) % ${others} end`;
};

/** Devices per statement. */
const batch = 100_000;

async function insertDevices(sql: Sql, world: ManyDevices) {
  for (let from = 0; from < world.devices; from += batch) {
    const to = Math.min(world.devices, from + batch);
    // Ids are ascending like those of the server. Multiplying by a prime scatters names and states without randomness.
    await sql.unsafe(`
      with made as (
        insert into devices (id, company_id, sn, manufacturer, model, protocol, nickname, binding, activated_at, secret_hash,
          created_at, updated_at, updated_by)
        select ('0190d001-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ('0190d000-0000-7000-8000-' || lpad((${companyOfDevice(world)})::text, 12, '0'))::uuid,
          'D' || lpad(n::text, 8, '0'), 'JBOT', (array['J20', 'J30', 'J40'])[1 + n % 3], 'v3',
          'Robot ' || lpad(((n::bigint * 7919) % 10000019)::text, 8, '0'), 'ACTIVATED', now() - n % 700 * interval '1 day', '',
          now(), now(), 'system'
        from generate_series(${from}, ${to - 1}) n
        returning id, company_id, sn)
      insert into device_live (id, company_id, state, since, last_seen_at, mode, soc, live, session, revision)
      select id, company_id, (array['ONLINE', 'ONLINE', 'ONLINE', 'SLEEP', 'OFFLINE'])[1 + seed % 5], now(), now(),
        (array['STANDBY', 'AUTO_RUN', 'CHARGING'])[1 + seed % 3], seed % 101, '{}', 0, 0
      from made, lateral (select right(sn, 6)::int * 31 % 1000 as seed) s`);
  }
}

async function verify(sql: Sql, { devices, large, equal, companies }: ManyDevices) {
  const [counts] = await sql<{ all: number; big: number; second: number; companies: number; live: number }[]>`
    select (select count(*)::int from devices) as all, (select count(*)::int from device_live) as live,
      (select count(*)::int from devices where company_id = ${companyId(1)}) as big,
      (select count(*)::int from devices where company_id = ${companyId(2)}) as second,
      (select count(*)::int from companies) as companies`;
  const expected = {
    all: devices,
    live: devices,
    big: large,
    second: equal.devices,
    companies: companies + 1,
  };
  for (const [name, value] of Object.entries(expected)) {
    if (counts?.[name as keyof typeof expected] !== value)
      throw new Error(`seeded ${name}: expected ${value}`);
  }
}
