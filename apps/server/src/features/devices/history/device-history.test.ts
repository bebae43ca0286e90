import { deviceHistoryCalls, errors, maxHistorySamples } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const { during } = deviceHistoryCalls;
const from = '2030-01-01T00:00:00.000Z';
const to = '2030-01-02T00:00:00.000Z';
const server = ownTestServer();

/** Inserts a sample every `everyMin` minutes of the first of January, as the gateway does. */
const insertSamples = (deviceId: string, everyMin: number) =>
  server.asOwner(async (sql) => {
    await sql`select keep_device_history('2029-12-31'::date, 10, 90)`;
    await sql`insert into device_history (company_id, device_id, at, soc, map_id, x, y, alarm_level)
      select ${companyIds.mall}, ${deviceId}, at, 50, 'floor', 1, 2, 0
      from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 minute', make_interval(mins => ${everyMin})) at`;
  });
const insertChange = (deviceId: string, kind: string, at: string, after: string) =>
  server.asOwner(
    (sql) => sql`insert into device_events (id, company_id, device_id, at, kind, before, after)
      values (gen_random_uuid(), ${companyIds.mall}, ${deviceId}, ${at}, ${kind}, '', ${after})`,
  );

test('a day has at most as many samples as a chart shows, each the last of its step', async () => {
  const { id } = await server.aDevice();
  await insertSamples(id, 1);
  const { stepS, samples } = await server.ok(during, people.mallAdmin, { id, to, hours: 24 });
  expect(stepS).toBe(120);
  expect(samples).toHaveLength(maxHistorySamples);
  expect(samples[0]).toEqual({ at: '2030-01-01T00:01:00.000Z', soc: 50, mapId: 'floor', x: 1, y: 2 });
});

test('the first span is the state before the period, and the last span has no end', async () => {
  const { id } = await server.aDevice();
  await insertChange(id, 'MODE', '2029-12-30T10:00:00Z', 'STANDBY');
  await insertChange(id, 'MODE', '2029-12-31T10:00:00Z', 'CHARGING');
  await insertChange(id, 'MODE', '2030-01-01T08:00:00Z', 'AUTO_RUN');
  await insertChange(id, 'CONNECTION', '2030-01-01T09:00:00Z', 'OFFLINE');
  await insertChange(id, 'MODE', '2030-01-05T08:00:00Z', 'ERROR');
  const history = await server.ok(during, people.mallAdmin, { id, to, hours: 24 });
  expect(history.modes).toEqual([
    { from: '2029-12-31T10:00:00.000Z', to: '2030-01-01T08:00:00.000Z', value: 'CHARGING' },
    { from: '2030-01-01T08:00:00.000Z', to: null, value: 'AUTO_RUN' },
  ]);
  expect(history.connection).toMatchObject([{ value: 'OFFLINE', to: null }]);
  expect(history).toMatchObject({ samples: [], more: false });
});

test('a period of more than a month is refused', async () => {
  const { id } = await server.aDevice();
  for (const hours of [31 * 24 + 1, 0, -1])
    expect((await server.send(during, people.mallAdmin, { id, to, hours })).code).toBe(errors.invalid.code);
});

test('the history of another company’s device is answered as missing', async () => {
  const { id } = await server.aDevice({ companyId: companyIds.other });
  expect((await server.send(during, people.mallAdmin, { id, to, hours: 24 })).code).toBe(
    errors.notFound.code,
  );
});
