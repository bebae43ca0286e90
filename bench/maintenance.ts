import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { advanceDues } from '../apps/server/src/features/service/maintenance/due-service.ts';
import { createDb, type Db } from '../apps/server/src/platform/db/db.ts';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { localBus } from '../apps/server/src/platform/socket/bus.ts';
import { companyId, seedManyDevices } from '../seeds/many-devices.ts';
import { took } from './dashboard/took.ts';
import { median, report } from './measure/report.ts';
import { createDatabase } from './world/create-database.ts';

const rounds = 9;
const planId = '0190d000-0000-7000-9000-000000000001';

interface World {
  devices: number;
  /** Robots that fall due in one run of the job. */
  due: number;
}

/** One run of the job of due plans over 100,000 robots against one over 10,000, when equally many fall due. */
export async function run(args: readonly string[]) {
  const small = args.includes('--small');
  const [few, many]: [World, World] = small
    ? [
        { devices: 1_000, due: 50 },
        { devices: 10_000, due: 50 },
      ]
    : [
        { devices: 10_000, due: 1_000 },
        { devices: 100_000, due: 1_000 },
      ];
  const folder = mkdtempSync(join(tmpdir(), 'maintenance-bench-'));
  // Readable for the unprivileged user of PostgreSQL.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  try {
    const sides = await Promise.all([few, many].map(async (world) => await createSide(database.url, world)));
    const ratios: number[] = [];
    const times: [number[], number[]] = [[], []];
    for (let round = -2; round < rounds; round++) {
      const [a, b] = [await sides[0]!.measure(round), await sides[1]!.measure(round)];
      if (round < 0) continue;
      times[0].push(a);
      times[1].push(b);
      ratios.push(b / a);
    }
    for (const side of sides) await side.close();
    report([
      {
        goalName: 'maintenance',
        what: `due plans of ${many.devices} robots against ${few.devices}`,
        value: median(ratios),
        unit: '×',
        goal: 1.3,
        good: 'atMost',
        detail: `${few.due} work orders, ${median(times[1]).toFixed(0)} ms against ${median(times[0]).toFixed(0)} ms`,
      },
    ]);
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A fleet with a plan for all its robots, each of which is looked at in another round. */
async function createSide(baseUrl: string, { devices, due }: World) {
  const url = await createDatabase(baseUrl, `maintenance_${devices}`);
  const fleet = { companies: 200, large: devices / 10, equal: { companies: 16, devices: 50 } };
  await seedManyDevices(url, { devices, ...fleet, password: 'bench-of-maintenance' });
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  await insertPlan(sql);
  await sql.unsafe('vacuum analyze');
  const db: Db = createDb(url, { connections: 2 });
  const bus = localBus((error) => {
    throw error instanceof Error ? error : new Error(String(error));
  });
  return {
    measure: async (round: number) => {
      await sql.unsafe(
        `update maintenance_dues set next_check_at = now(), order_id = null where id in (
          select id from maintenance_dues order by md5(id::text || $1) limit $2)`,
        [String(round), due],
      );
      const ms = await took(() => advanceDues({ db, bus, now: () => new Date() }));
      const [row] = await sql`select count(*)::int as orders from work_orders`;
      if (row?.['orders'] !== due) throw new Error(`${row?.['orders']} orders instead of ${due}`);
      await sql.unsafe(`update maintenance_dues set order_id = null, cycle = cycle + 1,
        next_check_at = now() + interval '1 year' where order_id is not null`);
      await sql.unsafe('truncate work_orders, maintenance_records cascade');
      return ms;
    },
    close: async () => {
      await sql.end();
      await db.close();
    },
  };
}

async function insertPlan(sql: Sql): Promise<void> {
  await sql.unsafe(
    `insert into maintenance_plans (id, company_id, name, type, work, triggers, anchor, targets, level, lead_days, created_at, updated_at, updated_by)
     values ($1, $2, 'Check', 'INSPECTION', 'Check', '[{"kind":"DAYS","value":90,"part":null},{"kind":"HOURS","value":400,"part":null}]',
       'FLOATING', '{"models":["J20","J30","J40"],"groupIds":[],"siteIds":[],"deviceIds":[]}', 'GENERAL', 7, now(), now(), 'bench')`,
    [planId, companyId(0)],
  );
  await sql.unsafe(
    `insert into maintenance_dues (id, company_id, plan_id, device_id, plan_name, lead_days, since, base, next_check_at)
     select gen_random_uuid(), company_id, $1, id, 'Check', 7, now() - interval '91 days', '{"HOURS":0}', now() + interval '1 year' from devices`,
    [planId],
  );
}
