import {
  errors,
  maxLayerDays,
  mapLayerCalls,
  mapLayerNames,
  neverCleaned,
  permissions,
  type MapLayerName,
} from '@sweepline/contract';
import { indexAt, noValue, tileValues } from '@sweepline/map-core';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { companyIds, people, square } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { aDrivenReport, lanes } from '../../../test-kit/builders/path-builder.ts';

const { read } = mapLayerCalls;
const { mallAdmin } = people;
const server = ownTestServer();

const december = { from: '2029-12-01T00:00:00.000Z', to: '2029-12-31T23:59:59.999Z' };

/** A layer with a reader of its value at a place; null where the layer has no value. */
async function readLayer(mapId: string, layer: MapLayerName, span = december) {
  const { raster, tiles, scale, told } = await server.ok(read, mallAdmin, { mapId, layer, ...span });
  const values = tileValues(inflateRawSync(Buffer.from(tiles, 'base64')));
  expect(values).toHaveLength(raster.width * raster.height);
  const at = (x: number, y: number) => {
    const value = values[indexAt(raster, x, y)]!;
    if (value === noValue) return null;
    return value === neverCleaned ? 'never' : Math.round(value * scale * 10) / 10;
  };
  return { at, told, values };
}

test('a layer counts the passes of the tool over all runs of the period on this map', async () => {
  const map = await server.aMap();
  const early = await aDrivenReport(server, { mapId: map.id, startedAt: '2029-12-02T08:00:00.000Z' });
  await aDrivenReport(server, { mapId: map.id, startedAt: '2029-12-03T08:00:00.000Z', places: lanes(4) });
  await aDrivenReport(server, { mapId: map.id, startedAt: '2029-11-30T08:00:00.000Z' });
  await server.aReport({ mapId: map.id, startedAt: '2029-12-04T08:00:00.000Z' });
  await aDrivenReport(server, { mapId: (await server.aMap()).id, startedAt: '2029-12-03T08:00:00.000Z' });
  await server.asOwner((sql) => sql`update runs set map_version = ${map.version + 1} where id = ${early.id}`);
  const { at, told } = await readLayer(map.id, 'PASSES');
  expect([at(2.8, 4), at(5.3, 4), at(12, 12)]).toEqual([2, 1, null]);
  expect(told).toEqual({ runs: 2, withoutPath: 1, otherVersions: 1, left: 0, places: 0 });
  expect(server.faults).toEqual([]);
});

test('a report that arrives after a layer was read is part of the next read', async () => {
  const map = await server.aMap();
  const startedAt = '2029-12-02T08:00:00.000Z';
  await aDrivenReport(server, { mapId: map.id, startedAt });
  expect((await readLayer(map.id, 'PASSES')).at(3.3, 4)).toBe(1);
  await aDrivenReport(server, { mapId: map.id, startedAt });
  expect((await readLayer(map.id, 'PASSES')).at(3.3, 4)).toBe(2);
});

test('a tile has the age of its last cleaning, and "never" in a zone that no run reached', async () => {
  const map = await server.aMap({
    elements: { ...(await server.aMap()).elements, zones: [square(2, 2), square(10, 10, 'z2')] },
  });
  await aDrivenReport(server, { mapId: map.id, startedAt: '2029-12-02T00:00:00.000Z' });
  await aDrivenReport(server, { mapId: map.id, startedAt: '2029-12-21T00:00:00.000Z', places: lanes(4) });
  const { at } = await readLayer(map.id, 'AGE');
  expect([at(2.8, 4), at(5.3, 4), at(12, 12), at(18, 2)]).toEqual([11, 30, 'never', null]);
});

test('floor of a run’s areas is missed when the run does not reach it, unless a user skipped the area', async () => {
  const map = await server.aMap();
  const area = (id: string, x: number, y: number) => {
    const polygon = square(x, y).points.map((point) => [point.x, point.y]);
    return { areaId: id, name: id, polygon, areaM2: 16 };
  };
  const report = await aDrivenReport(server, {
    mapId: map.id,
    startedAt: '2029-12-02T08:00:00.000Z',
    places: lanes(4),
  });
  const plan = JSON.stringify([area('z1', 2, 2), area('z2', 10, 10), area('z3', 14, 2)]);
  await server.asOwner(
    (sql) => sql`update runs set plan = jsonb_set(plan, '{areas}', ${plan}::text::jsonb), skipped = '{z3}'
      where id = ${report.id}`,
  );
  const { at } = await readLayer(map.id, 'MISSED');
  expect([at(2.6, 4), at(5.3, 4), at(12, 12), at(16, 4)]).toEqual([null, 1, 1, null]);
});

test('floor in a no-go zone is neither missed nor never cleaned', async () => {
  const zones = [square(10, 10), { ...square(11, 11, 'closed'), type: 'NO_GO' as const }];
  const map = await server.aMap({ elements: { ...(await server.aMap()).elements, zones } });
  const report = await aDrivenReport(server, { mapId: map.id, startedAt: '2029-12-02T08:00:00.000Z' });
  const polygon = square(10, 10).points.map(({ x, y }) => [x, y]);
  const plan = JSON.stringify([{ areaId: 'z1', name: 'z1', polygon, areaM2: 16 }]);
  await server.asOwner(
    (sql) =>
      sql`update runs set plan = jsonb_set(plan, '{areas}', ${plan}::text::jsonb) where id = ${report.id}`,
  );
  const [missed, age] = [await readLayer(map.id, 'MISSED'), await readLayer(map.id, 'AGE')];
  expect([missed.at(10.5, 12), missed.at(13, 13)]).toEqual([1, null]);
  expect([age.at(10.5, 12), age.at(13, 13)]).toEqual(['never', null]);
});

test('assists are counted at the positions of the robots', async () => {
  const map = await server.aMap();
  const run = await server.aRun({ mapId: map.id });
  for (const [hour, x] of [5, 5.4, 15].entries())
    await server.anAlarm({
      deviceId: run.deviceId,
      runId: run.id,
      refs: { mapId: map.id, x, y: 5 },
      raisedAt: `2029-12-05T0${hour}:00:00.000Z`,
      clearedAt: `2029-12-05T0${hour}:10:00.000Z`,
    });
  const { at, told } = await readLayer(map.id, 'ASSISTS');
  expect([at(5.2, 5), at(15, 5), at(10, 10)]).toEqual([2, 1, null]);
  expect(told.places).toBe(3);
});

test('the signal of a place is the mean of the samples around it, of this map and the company’s robots only', async () => {
  const map = await server.aMap();
  const { id: deviceId } = await server.aDevice();
  await server.asOwner(async (sql) => {
    await sql`select keep_device_history('2029-12-10'::date, 3, 90)`;
    await sql`insert into device_maps (id, company_id, device_id, map_id, status, updated_at, updated_by)
      values (gen_random_uuid(), ${companyIds.mall}, ${deviceId}, ${map.id}, 'ENABLED', now(), 'test')`;
    for (const [mapId, x, dbm] of [
      [map.id, 5, -60],
      [map.id, 5.1, -71],
      [map.id, 15, -90],
      ['elsewhere', 5, -20],
    ] as const)
      await sql`insert into device_history (company_id, device_id, at, map_id, x, y, alarm_level, rssi_dbm)
        values (${companyIds.mall}, ${deviceId}, '2029-12-10T08:00:00Z', ${mapId}, ${x}, 5, 0, ${dbm})`;
  });
  const { at, told } = await readLayer(map.id, 'SIGNAL');
  expect([at(5, 5), at(15, 5), at(10, 10)]).toEqual([-65.5, -90, null]);
  expect(told.places).toBe(3);
});

test('a layer is refused when the caller lacks the right to its reports or assists', async () => {
  const { id: mapId } = await server.aMap();
  const layersFor = async (codes: string[]) => {
    const who = await server.anAccount({ permissionCodes: codes });
    const answers = await Promise.all(
      mapLayerNames.map(async (layer) => {
        const { code } = await server.send(read, who, { mapId, layer, ...december });
        expect([200, errors.forbidden.code]).toContain(code);
        return code === 200 ? [layer] : [];
      }),
    );
    return answers.flat();
  };
  const { mapList, reportList, assists, zoneBoard } = permissions;
  expect(await layersFor([mapList])).toEqual(['SIGNAL']);
  expect(await layersFor([mapList, reportList])).toEqual(['PASSES', 'AGE', 'MISSED', 'SIGNAL']);
  expect(await layersFor([mapList, zoneBoard])).toEqual(['AGE', 'SIGNAL']);
  expect(await layersFor([mapList, assists])).toEqual(['ASSISTS', 'SIGNAL']);
  expect(await layersFor([reportList, assists])).toEqual([]);
});

test('a layer is refused for a map of another company, a period that is too long and one that ends before it starts', async () => {
  const { id: mapId } = await server.aMap();
  const ask = (input: object) =>
    server.send(read, mallAdmin, { mapId, layer: 'PASSES', ...december, ...input } as never);
  const foreign = await server.aMap({ companyId: companyIds.other });
  expect((await ask({ mapId: foreign.id })).code).toBe(errors.notFound.code);
  const tooLong = new Date(Date.parse(december.to) - maxLayerDays * 86_400_000 - 1).toISOString();
  expect(await ask({ from: tooLong })).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { from: /92/ } },
  });
  expect((await ask({ from: '2030-01-01T00:00:00.000Z' })).code).toBe(errors.invalid.code);
});
