import type { Sql } from 'postgres';
import { deliverTellings } from '../../apps/server/src/features/alarms/escalation/alarm-delivery-service.ts';
import { planTellings } from '../../apps/server/src/features/alarms/escalation/alarm-plan-service.ts';
import { moveTellings } from '../../apps/server/src/features/alarms/escalation/alarm-step-service.ts';
import { createDb, type Db } from '../../apps/server/src/platform/db/db.ts';
import { systemClock as now } from '../../apps/server/src/platform/runtime/clock.ts';
import { localBus } from '../../apps/server/src/platform/socket/bus.ts';
import { took } from '../dashboard/took.ts';
import { median, type Measure } from '../measure/report.ts';
import { insertRules, ownerOf } from './world.ts';

const rounds = 7;
/** Tellings that are due in each tick. */
const due = 200;
const code = '20110';

/** Open alarms that wait for a later step of their policy. The first ones are made due in each round. */
async function insertOpen(sql: Sql, count: number) {
  await sql.unsafe(`
    insert into alarms (id, company_id, device_id, source, identity, code, level, type, text, refs, raised_at, arrived_at, told_at, planned_at)
    select gen_random_uuid(), v.company_id, v.id, 'ROBOT', 'open/' || x, '${code}', 4, 'BRUSH_JAM', 'Brush is jammed', '{}', at, at, at, at
    from generate_series(1, ${count}) x join (select id, company_id, row_number() over (order by id) as k from devices) v
      on v.k = 1 + x % (select count(*) from devices), lateral (select now() - interval '3 minutes' - x * interval '1 millisecond' as at) t`);
  await sql.unsafe(`
    insert into alarm_tellings (id, company_id, alarm_id, step, started_at, next_at)
    select gen_random_uuid(), company_id, id, 1, raised_at, now() + interval '1 day' from alarms where identity like 'open/%'`);
  await sql.unsafe('vacuum analyze');
}

/** The same number of tellings is due: each begins a new round. */
const makeDue = (sql: Sql) =>
  sql.unsafe(`update alarm_tellings set step = 0, repetition = 0, started_at = null, round = round + 1, next_at = now() - interval '1 second'
    where id in (select id from alarm_tellings order by alarm_id limit ${due})`);

async function tick(db: Db, sql: Sql): Promise<number> {
  const deps = { db, bus: localBus(() => {}), now };
  const before = await countOf(sql);
  await makeDue(sql);
  const ms = await took(async () => {
    await planTellings(db, now);
    await moveTellings(deps);
    await deliverTellings(deps);
  });
  if ((await countOf(sql)) - before !== due) throw new Error('a tick did not deliver what was due');
  return ms;
}
const countOf = async (sql: Sql) =>
  (
    await sql<
      { count: number }[]
    >`select count(*)::int as count from alarm_deliveries where state = 'SENT' and account_id is not null`
  )[0]!.count;

/** The escalation with many open alarms against a tenth of them, when the same number is due. */
export async function tickMeasures(
  urls: { many: string; few: string },
  counts: { many: number; few: number },
): Promise<Measure[]> {
  const sides = {
    many: { sql: ownerOf(urls.many), db: createDb(urls.many) },
    few: { sql: ownerOf(urls.few), db: createDb(urls.few) },
  };
  const times = { many: [] as number[], few: [] as number[] };
  try {
    for (const side of ['many', 'few'] as const) {
      await insertRules(sides[side].sql);
      await insertOpen(sides[side].sql, counts[side]);
      await tick(sides[side].db, sides[side].sql);
    }
    for (let round = 0; round < rounds; round++)
      for (const side of ['many', 'few'] as const)
        times[side].push(await tick(sides[side].db, sides[side].sql));
  } finally {
    for (const { sql, db } of Object.values(sides)) await Promise.all([sql.end(), db.close()]);
  }
  return [
    {
      goalName: 'alarms',
      what: `escalation with ${counts.many.toLocaleString('en')} open alarms against ${counts.few.toLocaleString('en')}, ${due} due`,
      value: median(times.many.map((ms, round) => ms / times.few[round]!)),
      ...({ unit: '×', goal: 1.3, good: 'atMost' } as const),
      detail: `${median(times.many).toFixed(0)} ms against ${median(times.few).toFixed(0)} ms`,
    },
  ];
}
