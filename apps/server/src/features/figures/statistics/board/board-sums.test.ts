import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { inScope } from '../../../../platform/db/db.ts';
import { companyIds } from '../../../../test-kit/index.ts';
import { storeConnections, storeSamples } from '../../../../test-kit/telemetry-rows.ts';
import { ownTestServer } from '../../../../test-kit/test-server.ts';
import { checkStatistics, rebuildStatistics } from '../statistics-recount.ts';

const server = ownTestServer();
const everywhere = <T>(work: Parameters<typeof inScope<T>>[2]) => inScope(server.db, '*', work);
const differences = async () => (await everywhere(checkStatistics)).differences;

const hourMs = 3_600_000;
/** The program never deletes events row by row, and a distributed table has no trigger that would notice. */
const onCitus = inject('citusWorkers').length > 0;
const at = (day: number, clock = '00:00:00') => `2030-01-${String(day).padStart(2, '0')}T${clock}.000Z`;
/** What happens to a robot, its site, its connection, a planned start, or its battery. */
const act = fc.record({
  kind: fc.constantFrom(
    ...[
      'event',
      'event',
      'event',
      'lost',
      'moved',
      'zone',
      'bound',
      'start',
      'run',
      'end',
      'end',
      'report',
      'cancel',
      'alarm',
      'alarm',
      'sample',
    ],
  ),
  robot: fc.nat(2),
  day: fc.integer({ min: 1, max: 6 }),
  second: fc.nat(86_399),
  choice: fc.nat(5),
});

test('the sums of the board equal a recount after late, shuffled, corrected and deleted events of every kind', async () => {
  const site = await server.aSite({ timezone: 'Asia/Shanghai' });
  const old = { createdAt: at(1), updatedAt: at(1) };
  const robots = [
    await server.aDevice({ siteId: site.id, ...old }),
    await server.aDevice(old),
    await server.aDevice({ binding: 'NOT_ACTIVATED', ...old }),
  ];
  const task = await server.aTask({ deviceId: robots[0]!.id });
  const map = await server.aMap({ siteId: site.id });
  await server.asOwner((sql) => sql`select keep_device_history('2030-01-01'::date, 20, 90)`);
  const runIds = Array.from({ length: 3 }, () => server.newId());
  const scheduleId = server.newId();
  const company = companyIds.mall;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 30 }), async (acts) => {
      await server.asOwner(async (sql) => {
        for (const { kind, robot, day, second, choice } of acts) {
          const when = new Date(Date.parse(at(day)) + second * 1000).toISOString();
          const { id: device } = robots[robot]!;
          const run = runIds[choice % 3]!;
          const later = (x: number, stepMs: number) => new Date(Date.parse(when) + x * stepMs).toISOString();
          if (kind === 'event')
            await storeConnections(
              server.db,
              Array.from({ length: 1 + (choice % 3) }, (_, x) => ({
                companyId: company,
                deviceId: device,
                at: later(x, 3 * hourMs),
                after: ['ONLINE', 'OFFLINE', 'SLEEP'][(choice + x) % 3]!,
              })),
            );
          else if (kind === 'lost' && onCitus) continue;
          else if (kind === 'lost')
            await sql`delete from device_events where device_id = ${device} and at > ${when}`;
          else if (kind === 'moved')
            await sql`update devices set site_id = ${choice % 2 ? site.id : null}, updated_at = ${when} where id = ${device}`;
          else if (kind === 'zone')
            await sql`update sites set updated_at = ${when},
              timezone = ${['UTC', 'America/New_York', 'Mars/Olympus', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'][choice]!}`;
          else if (kind === 'bound')
            await sql`update devices set updated_at = ${when}, binding = ${choice % 2 ? 'ACTIVATED' : 'NOT_ACTIVATED'},
              use_status = ${choice < 2 ? 'PROTOTYPE' : 'NEW'} where id = ${device}`;
          else if (kind === 'start')
            await sql`insert into schedule_starts (id, company_id, schedule_id, task_id, device_id, plan_date, moved, due_at, latest_at, minutes, run_id, state)
              values (gen_random_uuid(), ${company}, ${scheduleId}, ${task.id}, ${device}, ${when.slice(0, 10)}, false, ${when}, ${when}, 60, ${run},
                ${['DUE', 'STARTED', 'MISSED', 'SKIPPED', 'DUE', 'DUE'][choice]!}) on conflict do nothing`;
          else if (kind === 'cancel')
            await sql`update schedule_starts set state = ${choice % 2 ? 'SKIPPED' : 'MISSED'} where device_id = ${device}`;
          else if (kind === 'run')
            await sql`insert into runs (id, company_id, device_id, kind, name, origin, state, by, plan, phases, created_at, started_at)
              values (${run}, ${company}, ${device}, 'CLEANING', 'x', 'SCHEDULE', 'WAITING', '', '{}', '[]', ${when}, null)
              on conflict (id) do update set state = (array['IN_PROGRESS', 'SUCCESS', 'FAILED', 'INTERRUPTED'])[1 + ${choice % 4}::int],
                started_at = case when ${choice}::int > 2 then ${when}::timestamptz end`;
          else if (kind === 'end' && choice === 5) await sql`delete from runs where id = ${run}`;
          else if (kind === 'end')
            await sql`insert into runs (id, company_id, device_id, kind, name, origin, state, by, plan, phases, created_at, ended_at)
              values (${run}, ${company}, ${device}, ${['CLEANING', 'NAVIGATION', 'PROMOTION'][choice % 3]!}, 'x', 'SCHEDULE',
                ${['SUCCESS', 'INTERRUPTED', 'FAILED', 'COMPLETE', 'SUCCESS'][choice]!}, '', '{}', '[]', ${when}, ${when})
              on conflict (id) do update set state = excluded.state, kind = excluded.kind, map_id = ${choice % 2 ? map.id : null},
                ended_at = case when ${choice}::int = 4 then runs.ended_at else excluded.ended_at end`;
          else if (kind === 'alarm' && choice === 5) await sql`delete from alarms where id = ${run}`;
          else if (kind === 'alarm')
            await sql`insert into alarms (id, company_id, device_id, source, identity, code, level, type, text, refs, site_id, raised_at)
              values (${run}, ${company}, ${device}, 'ROBOT', 'x', '20110', ${choice}, 'X', 'X', '{}', ${choice % 2 ? site.id : null}, ${when})
              on conflict (id) do update set level = excluded.level, raised_at = excluded.raised_at,
                company_id = case when ${choice}::int = 4 then ${companyIds.other} else alarms.company_id end`;
          else if (kind === 'report' && choice === 5) await sql`delete from task_reports where id = ${run}`;
          else if (kind === 'report')
            await sql`insert into task_reports (id, company_id, device_id, result, code, started_at, ended_at, areas, phases, pauses, alarm_ids,
                consumables, coverage_files, received_at)
              values (${run}, ${company}, ${device}, ${['SUCCESS', 'PARTIAL', 'FAILED'][choice % 3]!}, '', ${when}, ${when}, '[]', '[]', '[]', '[]',
                '[]', '[]', ${when}) on conflict (id) do update set result = excluded.result`;
          else
            await storeSamples(
              server.db,
              Array.from({ length: 1 + choice * 2 }, (_, x) => ({
                companyId: company,
                deviceId: device,
                at: later(x, 7 * 60_000),
                soc: 50 + ((x * 37 + choice) % 11),
              })),
            );
        }
      });
      expect(await differences()).toBe(0);
    }),
    { numRuns: 40 },
  );
});

test('an aborted transaction leaves the sums as they were', async () => {
  const device = await server.aDevice();
  const store = everywhere(async (tx) => {
    const event = {
      id: server.newId(),
      company_id: companyIds.mall,
      device_id: device.id,
      kind: 'CONNECTION',
    };
    const change = { at: '2030-01-02T09:00:00Z', before: 'OFFLINE', after: 'ONLINE', detail: '' };
    await tx.raw('select store_device_events($1::text::jsonb)', [JSON.stringify([{ ...event, ...change }])]);
    expect(await tx.raw('select from online_days')).toHaveLength(1);
    throw new Error('killed');
  });
  await expect(store).rejects.toThrow('killed');
  expect(await everywhere((tx) => tx.raw('select from online_days'))).toHaveLength(0);
  expect(await differences()).toBe(0);
});

test('a rebuild corrects wrong sums of the board and leaves no difference', async () => {
  const start = await server.aStart({ state: 'MISSED' });
  await server.aRun({ endedAt: at(2), createdAt: at(1) });
  const alarm = await server.anAlarm({ raisedAt: at(2) });
  await server.asOwner(async (sql) => {
    await sql`insert into device_events (id, company_id, device_id, at, kind, before, after)
      select gen_random_uuid(), ${companyIds.mall}, ${start.deviceId}, '2030-01-03T00:00:00Z'::timestamptz + x * interval '5 hours', 'CONNECTION', '',
        case x % 2 when 0 then 'ONLINE' else 'OFFLINE' end from generate_series(0, 5) x`;
    await sql`update online_days set online_ms = 1`;
    await sql`delete from start_days`;
    await sql`update start_facts set outcome = 'done'`;
    await sql`delete from online_states`;
    await sql`update run_days set failed = 7`;
    await sql`update run_facts set kind = 'NAVIGATION'`;
    await sql`update alarm_days set alarms = 7`;
    await sql`update alarm_facts set company_id = ${companyIds.other} where id = ${alarm.id}`;
  });
  expect(await differences()).toBeGreaterThan(11);
  await everywhere(rebuildStatistics);
  expect(await differences()).toBe(0);
});
