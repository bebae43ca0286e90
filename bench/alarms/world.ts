import postgres, { type Sql } from 'postgres';
import { alarmCodes } from '@sweepline/contract/robot';
import { newCredential } from '../../apps/server/src/features/devices/identity/credential-service.ts';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { seedManyDevices, type ManyDevices } from '../../seeds/many-devices.ts';
import { createDatabase } from '../world/create-database.ts';

export const tokenOf = (n: number) => `token of company ${n}`;

export const ownerOf = (url: string): Sql => {
  const [address, options] = connectionOf(url);
  return postgres(address, { ...options, max: 1, onnotice: () => {} });
};

/** A database with robots of many companies, without alarms. */
export async function worldOf(databaseUrl: string, name: string, world: Omit<ManyDevices, 'password'>) {
  const url = await createDatabase(databaseUrl, name);
  await seedManyDevices(url, { ...world, password: 'password of the bench', tokenOf });
  return url;
}

/** Gives all robots one secret, so that they can connect. Returns their serial numbers. */
export async function withSecret(sql: Sql): Promise<{ sn: string; password: string }[]> {
  const { secret, secretHash } = newCredential();
  await sql`update devices set secret_hash = ${secretHash}`;
  const rows = await sql<{ sn: string }[]>`select sn from devices order by sn`;
  return rows.map(({ sn }) => ({ sn, password: secret }));
}

const codes = Object.entries(alarmCodes).map(([code, { level, type, text }]) => ({
  code,
  level,
  type,
  text,
}));

/** SQL: number of a robot, and of its company. */
const numberOf = (id: string) => `right(${id}::text, 12)::bigint::int`;

/** Alarms of the past. `perRobot` is an SQL expression over the number `c` of the robot's company. Every hundredth stands. */
export async function insertAlarms(sql: Sql, perRobot: string): Promise<void> {
  await sql`create temp table codes as select * from unnest(${codes.map(({ code }) => code)}::text[], ${codes.map(({ level }) => level)}::int[],
    ${codes.map(({ type }) => type)}::text[], ${codes.map(({ text }) => text)}::text[]) with ordinality as t(code, level, type, text, k)`;
  await sql.unsafe(`
    insert into alarms (id, company_id, device_id, source, identity, code, level, type, text, refs, raised_at, arrived_at, told_at,
      planned_at, cleared_at, acknowledged_at, acknowledged_by_id, processed_at, processed_by_id, result)
    select gen_random_uuid(), v.company_id, v.id, 'ROBOT', v.n || '/' || x, k.code, k.level, k.type, k.text, '{}', at, at, at, at,
      case when (v.n * 41 + x) % 100 = 0 then null else at + interval '20 minutes' end,
      case when x % 2 = 0 then at + interval '4 minutes' end, case when x % 2 = 0 then v.company_id end,
      case when x % 4 = 0 then at + interval '9 minutes' end, case when x % 4 = 0 then v.company_id end,
      case when x % 4 = 0 then 'Cord removed from the brush' end
    from (select d.id, d.company_id, ${numberOf('d.id')} as n, ${numberOf('d.company_id')} as c from devices d) v,
      generate_series(1, ${perRobot}) x, lateral (select now() - (x * 7 + v.n % 7) * interval '1 hour' - v.n * interval '1 second' as at) t
      join codes k on true where k.k = 1 + (v.n * 7 + x * 5) % ${codes.length}`);
  await sql.unsafe('vacuum analyze');
}

/** Settings of every code at the provider and at each company: level, delay of none, receivers and a policy. */
export async function insertRules(sql: Sql): Promise<void> {
  await sql.unsafe(`
    insert into escalation_policies (id, company_id, name, steps, remind_minutes, created_at, updated_at, updated_by)
    select id, id, 'Bench', jsonb_build_array(jsonb_build_object('afterMinutes', 5, 'channels', jsonb_build_array('BELL'),
      'targets', jsonb_build_array(jsonb_build_object('kind', 'ACCOUNT', 'id', id)))), 30, now(), now(), 'bench' from companies`);
  for (const { code } of codes)
    await sql`insert into alarm_settings (id, company_id, code, level, fixer, push, push_changed_at, receivers, channels, policy_id, updated_at, updated_by)
      select gen_random_uuid(), id, ${code}, 4, 'OPERATOR', 'ON', now(),
        jsonb_build_object('accountIds', jsonb_build_array(id), 'roleIds', '[]'::jsonb), '{BELL}', id, now(), 'bench' from companies`;
  await sql.unsafe('vacuum analyze');
}
