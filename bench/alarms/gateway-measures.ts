import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { firstOf } from '../fleet/members.ts';
import { load } from '../list/load.ts';
import { median, quantile, type Measure } from '../measure/report.ts';
import { listOf } from './list-measures.ts';
import type { Job, Outcome, Robot } from './robots-process.ts';
import { insertRules, ownerOf, withSecret } from './world.ts';

const seconds = 4;
const rounds = 5;
const stormCode = '20110';
const goalName = 'alarms';

interface Ports {
  port: number;
  mqttPort: number;
}

const start = (file: string): ChildProcess =>
  fork(join(import.meta.dirname, file), { env: { ...process.env, NODE_ENV: 'production' } });

/** API, gateway and telling on a database. */
async function serve(url: string) {
  const child = start('server-process.ts');
  child.send(url);
  const ports = await firstOf<Ports>(child);
  return {
    ...ports,
    stop: async () => {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

async function acknowledged(job: Job): Promise<number> {
  const child = start('robots-process.ts');
  child.send(job);
  return (await firstOf<Outcome>(child)).acknowledged;
}

/** Alarms that are raised and cleared per second, where each code has settings and where none has. */
export async function ingestMeasures(
  urls: { ruled: string; free: string },
  robotCount: number,
): Promise<Measure[]> {
  const sides = { ruled: ownerOf(urls.ruled), free: ownerOf(urls.free) };
  await insertRules(sides.ruled);
  const robots = { ruled: await withSecret(sides.ruled), free: await withSecret(sides.free) };
  const rates = { ruled: [] as number[], free: [] as number[] };
  for (let round = 0; round < rounds; round++)
    for (const side of ['free', 'ruled'] as const) {
      // One server at a time: the telling of the other would take part of the machine.
      const server = await serve(urls[side]);
      const job = {
        port: server.mqttPort,
        robots: robots[side].slice(0, robotCount),
        kind: 'flood',
        seconds,
      } as const;
      try {
        rates[side].push((await acknowledged(job)) / seconds);
      } finally {
        await server.stop();
      }
    }
  await Promise.all([sides.ruled.end(), sides.free.end()]);
  return [
    {
      goalName,
      what: `alarms stored, ${robotCount} robots, every code with settings and a policy against none`,
      value: median(rates.ruled.map((rate, round) => rate / rates.free[round]!)),
      ...({ unit: '×', goal: 0.8, good: 'atLeast' } as const),
      detail: `${Math.round(median(rates.ruled))}/s against ${Math.round(median(rates.free))}/s`,
    },
  ];
}

/** Every robot raises one code within the time. The database has settings with a receiver for each company. */
export async function stormMeasures(url: string, robotCount: number, withinMs: number): Promise<Measure[]> {
  const sql = ownerOf(url);
  await sql`delete from alarm_tellings`;
  await sql`delete from notices`;
  await sql`delete from alarms`;
  const robots = (await withSecret(sql)).slice(0, robotCount);
  const server = await serve(url);
  const list = listOf(server.port, 1, 2);
  try {
    // A list without rows is no measure.
    await sql`insert into alarms (id, company_id, device_id, source, identity, code, level, type, text, refs, raised_at, planned_at)
      select gen_random_uuid(), company_id, id, 'ROBOT', 'before/' || x, '10101', 3, 'X', 'X', '{}', now() - interval '1 day', now()
      from devices, generate_series(1, 5) x`;
    await load(list, 2, 2_000);
    const child = start('robots-process.ts');
    child.send({ port: server.mqttPort, robots, kind: 'storm', code: stormCode, withinMs } satisfies Job);
    await firstOf<string>(child);
    const idle = (await load(list, 2, 5_000)).tookMs;
    const ended = firstOf<Outcome>(child);
    const busy = (await load(list, 2, withinMs)).tookMs;
    const { acknowledged: acks } = await ended;
    const result = await stormResult(sql, robots, acks);
    return measuresOf(
      result,
      { idle, busy },
      `${robotCount.toLocaleString('en')} robots raise one code within ${withinMs / 1_000} s`,
    );
  } finally {
    await server.stop();
    await sql.end();
  }
}

interface StormResult {
  /** Robots without exactly one alarm. */
  wrong: number;
  /** The most notices of one account about the robots of one company. */
  most: number;
  acks: number;
}

async function stormResult(
  sql: ReturnType<typeof ownerOf>,
  robots: readonly Robot[],
  acks: number,
): Promise<StormResult> {
  const settled = async () =>
    (
      await sql<
        { count: number }[]
      >`select (select count(*) from alarms where code = ${stormCode} and planned_at is null)
      + (select count(*) from alarm_tellings where next_at <= now()) + (select count(*) from alarm_deliveries where state = 'WAITING') as count`
    )[0]!.count;
  while (Number(await settled()) > 0) await new Promise((done) => setTimeout(done, 500));
  const [stored] = await sql<{ wrong: number }[]>`
    select count(*)::int as wrong from devices d where d.sn = any(${robots.map(({ sn }) => sn)})
      and (select count(*) from alarms a where a.device_id = d.id and a.code = ${stormCode} and a.count = 1) <> 1`;
  const [told] = await sql<{ most: number }[]>`
    select coalesce(max(count), 0)::int as most from (select count(*) from notices group by account_id, company_id) n`;
  return { wrong: stored!.wrong, most: told!.most, acks };
}

function measuresOf(
  { wrong, most, acks }: StormResult,
  { idle, busy }: Record<'idle' | 'busy', number[]>,
  what: string,
): Measure[] {
  const [calm, loaded] = [quantile(idle, 0.99), quantile(busy, 0.99)];
  const atMost = { unit: '', good: 'atMost' } as const;
  return [
    {
      goalName,
      what: `${what}: robots without exactly one alarm`,
      value: wrong,
      goal: 0,
      ...atMost,
      detail: `${acks} messages acknowledged, each sent twice`,
    },
    { goalName, what: `${what}: notices of one person about one company`, value: most, goal: 1, ...atMost },
    {
      goalName,
      what: `${what}: list meanwhile against idle, p99`,
      value: loaded / calm,
      ...({ unit: '×', goal: 5, good: 'atMost' } as const),
      detail: `${loaded.toFixed(0)} ms against ${calm.toFixed(0)} ms`,
    },
  ];
}
