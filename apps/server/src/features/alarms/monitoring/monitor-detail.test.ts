import { errors, monitorCalls, type Sent, type TrailPoint } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const { detail } = monitorCalls;
const { mallAdmin, otherAdmin } = people;
const server = ownTestServer();

const now = '2030-01-02T12:00:00.000Z';
const at = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();
beforeEach(() => server.clock.set(now));

const read = (id: string, input: Partial<Sent<typeof detail>> = {}) =>
  server.ok(detail, mallAdmin, { id, ...input });
const refusalOf = async (input: Sent<typeof detail>, who = mallAdmin) =>
  (await server.send(detail, who, input)).code;

const insertSamples = (deviceId: string, mapId: string, from: string, to: string) =>
  server.asOwner(async (sql) => {
    await sql`select keep_device_history('2029-12-31'::date, 10, 90)`;
    await sql`insert into device_history (company_id, device_id, at, soc, map_id, x, y, alarm_level)
      select ${companyIds.mall}, ${deviceId}, at, 50, ${mapId}, 1, 2, 0
      from generate_series(${from}::timestamptz, ${to}::timestamptz, interval '1 minute') at`;
  });
const insertChange = (deviceId: string, kind: string, moment: string, after: string) =>
  server.asOwner(
    (sql) => sql`insert into device_events (id, company_id, device_id, at, kind, before, after)
      values (gen_random_uuid(), ${companyIds.mall}, ${deviceId}, ${moment}, ${kind}, '', ${after})`,
  );
const insertPath = (runId: string, points: TrailPoint[]) =>
  server.asOwner(
    (sql) => sql`insert into run_paths (id, company_id, run_id, seq, points)
      values (gen_random_uuid(), ${companyIds.mall}, ${runId}, 0, ${sql.json(points)})`,
  );

test('what overlaps the period is in it, each lane in the order of time', async () => {
  const { id } = await server.aDevice({ nickname: 'Otter' });
  const before = await server.anAlarm({ deviceId: id, level: 2, raisedAt: at(-300), clearedAt: at(-50) });
  const open = await server.anAlarm({ deviceId: id, level: 3, levelOverride: 5, raisedAt: at(-10) });
  await server.anAlarm({ deviceId: id, raisedAt: at(-300), clearedAt: at(-61) });
  const run = await server.aRun({ deviceId: id, createdAt: at(-90), startedAt: at(-89), endedAt: at(-30) });
  await server.aRun({ deviceId: id, createdAt: at(-190), startedAt: at(-189), endedAt: at(-130) });
  const drive = await server.aDriveSession({ deviceId: id, openedAt: at(-20), endedAt: at(-15) });
  const command = await server.aCommand({ deviceId: id, createdAt: at(-5), endedAt: at(-4), by: 'nick' });
  await server.aCommand({ deviceId: id, createdAt: at(-5), endedAt: at(-4), by: '' });
  await insertChange(id, 'MODE', at(-200), 'STANDBY');
  await insertChange(id, 'MODE', at(-40), 'ERROR');
  await insertChange(id, 'CONNECTION', at(-2), 'OFFLINE');
  const answer = await read(id);
  expect(answer).toMatchObject({
    device: { id, nickname: 'Otter', live: { state: 'OFFLINE' } },
    from: at(-60),
    to: now,
    modes: [
      { from: at(-200), to: at(-40), value: 'STANDBY' },
      { from: at(-40), to: null, value: 'ERROR' },
    ],
    connection: [{ from: at(-2), to: null, value: 'OFFLINE' }],
    alarms: [
      { id: before.id, level: 2, to: at(-50) },
      { id: open.id, level: 5, to: null, processed: false },
    ],
    runs: [{ id: run.id, from: at(-89), to: at(-30) }],
    drives: [{ id: drive.id, driver: 'Nick' }],
    commands: [{ id: command.id, by: 'nick', from: at(-5) }],
    samples: [],
    trail: [],
    more: false,
  });
});

test('the trail has the points of the run inside the period, and samples of the time around it', async () => {
  const map = await server.aMap();
  const { id } = await server.aDevice();
  await insertSamples(id, map.id, at(-70), at(-50));
  const run = await server.aRun({
    deviceId: id,
    mapId: map.id,
    createdAt: at(-62),
    startedAt: at(-62),
    endedAt: at(-55),
  });
  const minute = 60_000;
  // The first point is before the period.
  await insertPath(run.id, [
    [0, 0, 0, 0, 0],
    [3 * minute, 3, 0, 0.5, 1],
    [5.5 * minute, 5, 0, 1, 1],
  ]);
  const { trail, samples } = await read(id);
  expect(samples).toHaveLength(11);
  expect(trail).toEqual([
    {
      mapId: map.id,
      steps: [
        [0, 1, 2, null, 0],
        [minute, 3, 0, 0.5, 1],
        [3.5 * minute, 5, 0, 1, 1],
        ...[4, 5, 6, 7, 8, 9, 10].map((n) => [n * minute, 1, 2, null, 0]),
      ],
    },
  ]);
});

test('a period around an alarm has the alarm in its middle, and ends now at the latest', async () => {
  const { id } = await server.aDevice();
  const { id: alarmId } = await server.anAlarm({ deviceId: id, raisedAt: at(-600) });
  expect(await read(id, { alarmId, hours: 6 })).toMatchObject({ from: at(-780), to: at(-420) });
  expect(await read(id, { at: at(-10), hours: 1 })).toMatchObject({ from: at(-60), to: now });
  expect(await read(id, { hours: 24 })).toMatchObject({ from: at(-1440), to: now, stepS: 120 });
});

test('a robot or an alarm of another company or robot is answered as missing', async () => {
  const { id } = await server.aDevice();
  const { id: alarmId } = await server.anAlarm({ deviceId: (await server.aDevice()).id });
  const foreign = await server.anAlarm({ deviceId: id, companyId: companyIds.other });
  expect(await refusalOf({ id }, otherAdmin)).toBe(errors.notFound.code);
  expect(await refusalOf({ id, alarmId })).toBe(errors.notFound.code);
  expect(await refusalOf({ id, alarmId: foreign.id })).toBe(errors.notFound.code);
  for (const hours of [0, 25, 1.5]) expect(await refusalOf({ id, hours })).toBe(errors.invalid.code);
});
