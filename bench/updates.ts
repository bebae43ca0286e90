import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { otaPlan, type OtaPlan } from '../packages/contract/src/index.ts';
import { advanceRollouts } from '../apps/server/src/features/updates/rollouts/engine/rollout-job.ts';
import { listRecords } from '../apps/server/src/features/updates/rollouts/records/record-read.ts';
import { createPreviewCache } from '../apps/server/src/features/updates/rollouts/targets/preview-cache.ts';
import { previewPage } from '../apps/server/src/features/updates/rollouts/targets/preview-page.ts';
import type { Account } from '../apps/server/src/platform/calls/ctx.ts';
import { createDb, inScope } from '../apps/server/src/platform/db/db.ts';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { localBus } from '../apps/server/src/platform/socket/bus.ts';
import { companyId, seedManyDevices } from '../seeds/many-devices.ts';
import { took } from './dashboard/took.ts';
import { median, report } from './measure/report.ts';
import { createDatabase } from './world/create-database.ts';

const rounds = 15;
const perTick = 50;
const pageSize = 20;
const id = (n: number) => `0190d000-0000-7000-9100-${String(n).padStart(12, '0')}`;

/**
 * A rollout to 10,000 robots against one to 1,000: a tick when equally many robots begin, and pages of its robots before and after
 * its start.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'updates-bench-'));
  // Readable for the unprivileged user of PostgreSQL.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  try {
    const [few, many] = [await createSide(database.url, 1_000), await createSide(database.url, 10_000)];
    const lines = [
      await compare('a tick of a rollout', few.tick, many.tick, `${perTick} robots begin, `),
      await compare('a first page of the robots of a task', few.firstRecords, many.firstRecords),
      await compare('a middle page of the robots of a task', few.middleRecords, many.middleRecords),
      await compare('a middle page of the robots of a preview', few.middlePreview, many.middlePreview),
    ];
    await few.close();
    await many.close();
    report(lines);
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Measure = () => Promise<number>;

/** Both sides take turns; the median of the ratios. */
async function compare(what: string, few: Measure, many: Measure, about = '') {
  const times: [number[], number[]] = [[], []];
  for (let round = -3; round < rounds; round++) {
    const [a, b] = [await few(), await many()];
    if (round < 0) continue;
    times[0].push(a);
    times[1].push(b);
  }
  return {
    goalName: 'updates',
    what: `${what} to 10000 robots against 1000`,
    value: median(times[1].map((ms, round) => ms / times[0][round]!)),
    unit: '×',
    goal: 1.3,
    good: 'atMost',
    detail: `${about}${median(times[1]).toFixed(1)} ms against ${median(times[0]).toFixed(1)} ms`,
  } as const;
}

/** The median time of some asks for a page. */
async function timeOfPage(ask: () => Promise<{ list: unknown[] }>) {
  const times: number[] = [];
  for (let n = 0; n < 5; n++)
    times.push(
      await took(async () => {
        const { list } = await ask();
        if (list.length !== pageSize) throw new Error(`a page has ${list.length} rows`);
      }),
    );
  return median(times);
}

/** A fleet with a running task in whose stage each robot waits for its turn. */
async function createSide(baseUrl: string, devices: number) {
  const url = await createDatabase(baseUrl, `updates_${devices}`);
  const fleet = { companies: 20, large: devices / 10, equal: { companies: 4, devices: 20 } };
  await seedManyDevices(url, { devices, ...fleet, password: 'bench-of-updates' });
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  const plan = await insertTask(sql);
  await sql.unsafe('vacuum analyze');
  const db = createDb(url, { connections: 4 });
  const bus = localBus((error) => {
    throw error instanceof Error ? error : new Error(String(error));
  });
  const sent: string[] = [];
  const refuse = () => Promise.reject(new Error('the bench has no robots'));
  const robots = {
    // What robots do is not measured here.
    commands: {
      sendCommand: async ({ deviceId }: { deviceId: string }) => void sent.push(deviceId) as never,
      sendAndWait: refuse,
      cancel: refuse,
    },
    raiseAlarm: async () => {},
  };
  const tick = async (): Promise<number> => {
    sent.length = 0;
    const ms = await took(() => advanceRollouts({ db, bus, now: () => new Date(), robots }));
    if (sent.length !== perTick) throw new Error(`${sent.length} robots began instead of ${perTick}`);
    await sql.unsafe(`update ota_records set step = 'READY', busy_site_id = null where step <> 'READY'`);
    return ms;
  };
  const now = () => new Date();
  const recordsAt = (page: number) => () =>
    timeOfPage(() =>
      inScope(db, '*', (tx) => listRecords({ db: tx, now }, { taskId: id(3), page, pageSize })),
    );
  const previews = createPreviewCache();
  const account = { id: id(4) } as Account;
  const middle = devices / pageSize / 2;
  const middlePreview = () =>
    timeOfPage(() =>
      inScope(db, '*', (tx) =>
        previewPage({ db: tx, now, account }, previews, { plan, page: middle, pageSize }),
      ),
    );
  return {
    tick,
    firstRecords: recordsAt(1),
    middleRecords: recordsAt(middle),
    middlePreview,
    close: async () => (await sql.end(), await db.close()),
  };
}

async function insertTask(sql: Sql): Promise<OtaPlan> {
  const deadline = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const stages = [{ upToPct: 100 }];
  const options = { lateJoiners: false, canaryWorsePct: null, onePerSite: false, maxAtOnce: perTick };
  const plan = otaPlan.parse({ name: 'Bench', packageId: id(2), deadline, stages, ...options });
  const company = companyId(0);
  await sql.unsafe(
    `insert into files (id, company_id, kind, name, media_type, bytes, sha256, created_at)
     values ($1, $2, 'OTA_PACKAGE', 'x', 'application/gzip', 1, repeat('0', 64), now())`,
    [id(1), company],
  );
  await sql.unsafe(
    `insert into ota_packages (id, company_id, name, models, pkg_type, version, from_versions, needs, format, file_id, bytes, sha256,
       key_id, signature, forced, release_scope, remarks, state, uploaded_at, uploaded_by_id, updated_at)
     values ($1, $2, 'Bench', '{J20,J30,J40}', 'ROBOT', '9.0.0', '{}', '[]', 'tar.gz', $3, 1, repeat('0', 64), 'k', repeat('A', 86) || '==',
       false, 'ALL', '', 'PUBLISHED', now(), $1, now())`,
    [id(2), company, id(1)],
  );
  await sql.unsafe(
    `insert into ota_tasks (id, company_id, name, kind, state, package_id, pkg_type, package_name, version, plan, force, deadline, stage,
       created_at, created_by_id, by, started_at, next_tick_at, updated_at)
     values ($1, $2, 'Bench', 'UPDATE', 'RUNNING', $3, 'ROBOT', 'Bench', '9.0.0', $4::text::jsonb, false, $5, 0, now(), $1, 'bench', now(),
       now(), now())`,
    [id(3), company, id(2), JSON.stringify(plan), deadline],
  );
  await sql.unsafe(
    `insert into ota_records (id, company_id, task_id, task_name, device_id, pkg_type, stage, rank, step, state, since, to_version, way,
       way_package_ids, noticed_at)
     select gen_random_uuid(), company_id, $1, 'Bench', id, 'ROBOT', 0, row_number() over (order by id), 'READY', 'INITIALIZING', now(),
       '9.0.0', '{9.0.0}', array[$2::uuid], now() from devices`,
    [id(3), id(2)],
  );
  await sql.unsafe(
    `insert into ota_stages (id, company_id, task_id, stage, initializing, started_at)
     select gen_random_uuid(), $2, $1, 0, count(*), now() from devices`,
    [id(3), company],
  );
  await sql.unsafe(`update devices set binding = 'ACTIVATED'`);
  await sql.unsafe(`update device_live set state = 'ONLINE'`);
  return plan;
}
