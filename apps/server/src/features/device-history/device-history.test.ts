import { deviceHistoryCalls, errors, maxHistorySamples } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';

const { during } = deviceHistoryCalls;
const from = '2030-01-01T00:00:00.000Z';
const to = '2030-01-02T00:00:00.000Z';
const server = testServer();

/** A sample every so many minutes of the first of January, as the gateway writes them. */
const sampled = (deviceId: string, everyMin: number) =>
  server.asOwner(async (sql) => {
    await sql`select keep_device_history('2029-12-31'::date, 10, 90)`;
    await sql`insert into device_history (company_id, device_id, at, soc, map_id, x, y, alarm_level)
      select ${companyIds.mall}, ${deviceId}, at, 50, 'floor', 1, 2, 0
      from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 minute', make_interval(mins => ${everyMin})) at`;
  });
const changed = (deviceId: string, kind: string, at: string, after: string) =>
  server.asOwner(
    (sql) => sql`insert into device_events (id, company_id, device_id, at, kind, before, after)
      values (gen_random_uuid(), ${companyIds.mall}, ${deviceId}, ${at}, ${kind}, '', ${after})`,
  );

test('a day is told in as many samples as a chart can show, each the last of its step', async () => {
  const { id } = await server.aDevice();
  await sampled(id, 1);
  const { stepS, samples } = await server.ok(during, people.mallAdmin, { id, to, hours: 24 });
  expect(stepS).toBe(120);
  expect(samples).toHaveLength(maxHistorySamples);
  expect(samples[0]).toEqual({ at: '2030-01-01T00:01:00.000Z', soc: 50, mapId: 'floor', x: 1, y: 2 });
});

test('what held before the stretch began is its first span, and the last one is still going on', async () => {
  const { id } = await server.aDevice();
  await changed(id, 'MODE', '2029-12-30T10:00:00Z', 'STANDBY');
  await changed(id, 'MODE', '2029-12-31T10:00:00Z', 'CHARGING');
  await changed(id, 'MODE', '2030-01-01T08:00:00Z', 'AUTO_RUN');
  await changed(id, 'CONNECTION', '2030-01-01T09:00:00Z', 'OFFLINE');
  await changed(id, 'MODE', '2030-01-05T08:00:00Z', 'ERROR');
  const history = await server.ok(during, people.mallAdmin, { id, to, hours: 24 });
  expect(history.modes).toEqual([
    { from: '2029-12-31T10:00:00.000Z', to: '2030-01-01T08:00:00.000Z', value: 'CHARGING' },
    { from: '2030-01-01T08:00:00.000Z', to: null, value: 'AUTO_RUN' },
  ]);
  expect(history.connection).toMatchObject([{ value: 'OFFLINE', to: null }]);
  expect(history).toMatchObject({ samples: [], more: false });
});

test('more than a month at once is refused', async () => {
  const { id } = await server.aDevice();
  for (const hours of [31 * 24 + 1, 0, -1])
    expect((await server.send(during, people.mallAdmin, { id, to, hours })).code).toBe(errors.invalid.code);
});

test('the history of another company’s device is refused like that of none', async () => {
  const { id } = await server.aDevice({ companyId: companyIds.other });
  expect((await server.send(during, people.mallAdmin, { id, to, hours: 24 })).code).toBe(
    errors.notFound.code,
  );
});
