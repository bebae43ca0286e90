import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needCalls, urlOf, type Need } from '@sweepline/contract';
import postgres, { type Sql } from 'postgres';
import { features } from '../../apps/server/src/app/features.ts';
import { missedStarts, missedStartsSql } from '../../apps/server/src/entities/work/missed-starts.ts';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded/postgres.ts';
import { companyId, seedManyDevices } from '../../seeds/many-devices.ts';
import { insertNeeds } from './world.ts';
import { median, quantile, report, type Measure } from '../measure/report.ts';
import { took } from '../dashboard/took.ts';
import { createDatabase } from '../world/create-database.ts';

const rounds = 15;
const pageSize = 20;
const whole = { devices: 10_000, companies: 200, large: 1_300, equal: { companies: 16, devices: 50 } };
const part = { devices: 400, companies: 20, large: 60, equal: { companies: 4, devices: 10 } };
const tokenOf = (n: number) => `token of company ${n}`;

/** The list of what waits for a person over 10,000 robots against its bare query, and the event loop meanwhile. */
export async function needsAgainstBare(args: readonly string[]) {
  const world = args.includes('--small') ? part : whole;
  const folder = mkdtempSync(join(tmpdir(), 'needs-bench-'));
  // Readable for the unprivileged user of PostgreSQL.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  try {
    const url = await createDatabase(database.url, 'needs');
    const empty = await createDatabase(database.url, 'empty');
    await seedManyDevices(url, { ...world, password: 'bench-of-needs', tokenOf });
    const [address, options] = connectionOf(url);
    const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
    await insertNeeds(sql);
    await sql.unsafe('vacuum analyze');
    const api = fork(join(import.meta.dirname, '../list/our-process.ts'), {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    api.send({ api: url, gateway: empty });
    const [port] = (await once(api, 'message')) as [number];
    report(await measured(sql, port));
    api.send('stop');
    await once(api, 'exit');
    await sql.end();
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The same needs without everything around them: by the owner of the tables, so without row-level security, and without snoozes,
 * hand-overs, counts and names.
 */
const bare = `with typed as (select $1::timestamptz, $2::uuid[], $3::uuid, $4::uuid), ${missedStarts} as (${missedStartsSql})
  select kind, key, level, since, area_m2, lost_m2_hours, device_id, task_id, map_id, zone_id, fixer, action, reason, params from (
    ${features
      .flatMap(({ needs }) => needs?.() ?? [])
      .map(({ kind, sql }) => `select '${kind}' as kind, s.* from (${sql}) s`)
      .join(' union all ')}
  ) n order by lost_m2_hours desc nulls last, level desc, since, key limit ${pageSize}`;

interface Answer {
  code: number;
  data: { list: Need[]; total: number };
}

async function measured(sql: Sql, port: number): Promise<Measure[]> {
  const address = `http://127.0.0.1:${port}`;
  const ask = async (company: number) => {
    const answer = await fetch(`${address}${urlOf(needCalls.list)}?pageSize=${pageSize}`, {
      headers: { authorization: tokenOf(company) },
    });
    const { code, data } = (await answer.json()) as Answer;
    if (code !== 200) throw new Error(`the needs answered ${code}`);
    return data;
  };
  const measures: Measure[] = [];
  for (const { what, company, scope } of [
    { what: 'needs of all robots', company: 0, scope: null },
    { what: 'needs of a company with 1,300 robots', company: 1, scope: [companyId(1)] },
  ]) {
    // An account of the seed has the id of its company.
    const theirs = () =>
      sql.unsafe(bare, [new Date().toISOString(), scope, companyId(company), companyId(company)], {
        prepare: true,
      });
    const [rows, { list, total }] = [await theirs(), await ask(company)];
    checkSame(
      rows.map(({ kind, key }) => `${kind}:${key}`),
      list,
    );
    for (let warm = 0; warm < 6; warm++) await Promise.all([theirs(), ask(company)]);
    const [a, b]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      a.push(await took(theirs));
      b.push(await took(() => ask(company)));
    }
    measures.push({
      goalName: 'P9',
      what,
      value: median(b.map((ms, round) => ms / a[round]!)),
      unit: '×',
      goal: 3,
      good: 'atMost',
      detail: `${total} needs, ${median(b).toFixed(1)} ms against ${median(a).toFixed(1)} ms of the bare query`,
    });
  }
  measures.push(await waits(address, () => ask(0)));
  return measures;
}

/** Both sides rank the same needs. Those with equal cleaning lost, level and age may differ in order. */
function checkSame(bareIds: readonly string[], list: readonly Need[]) {
  const first = list.slice(0, 5).map(({ id }) => id);
  if (list.length !== bareIds.length || first.some((id, index) => id !== bareIds[index]))
    throw new Error(`different needs: ${first.join()} and ${bareIds.slice(0, 5).join()}`);
}

/**
 * How much longer another request waits while needs are read than while none are, both in turns: the work is in the database, not on
 * the event loop. The longest of thousands of waits is that of the machine, so the 99.9th percentiles are compared.
 */
async function waits(address: string, ask: () => Promise<unknown>): Promise<Measure> {
  const other = () => took(() => fetch(`${address}/metrics-that-do-not-exist`));
  const [busy, calm]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 10; turn++) {
    const reading = { done: false };
    const needs = ask().then(() => (reading.done = true));
    while (!reading.done) busy.push(await other());
    await needs;
    while (calm.length < busy.length) calm.push(await other());
  }
  const [waitMs, calmMs] = [quantile(busy, 0.999), quantile(calm, 0.999)];
  return {
    goalName: 'P9',
    what: 'another request while needs are read, p99.9, longer than while none are',
    value: Math.max(0, waitMs - calmMs),
    unit: 'ms',
    goal: 50,
    good: 'atMost',
    detail: `${waitMs.toFixed(1)} ms against ${calmMs.toFixed(1)} ms; ${busy.length} requests, longest ${Math.max(...busy).toFixed(0)} ms against ${Math.max(...calm).toFixed(0)} ms`,
  };
}
