import {
  deviceMapCalls,
  errors,
  mapCalls,
  mapDraftCalls,
  noElements,
  fieldReasons,
} from '@sweepline/contract';
import { bundleFiles } from '@sweepline/contract/robot';
import { distance, unzip, zipOf } from '@sweepline/map-core';
import { arenaMap, depotKeepoutMask, depotMap } from '@sweepline/map-core/test-kit';
import { greyPng } from '@sweepline/map-core/test-kit/png';
import { describe, expect, test } from 'vitest';
import { packing } from '../../../../platform/files/packing.ts';
import { unpackPng } from '../../../../platform/files/png.ts';
import { announceDevice } from '../../../devices/identity/credential-service.ts';
import { eventually } from '../../../../robots/test-kit/test-gateway.ts';
import { people, square } from '../../../../test-kit/index.ts';
import { testServer } from '../../../../test-kit/test-server.ts';

const { mallAdmin } = people;
const server = testServer();

const limits = { entries: 8, bytes: 100_000_000 };
const exportMap = async (id: string, format: 'BUNDLE' | 'ROS' | 'LIF') => {
  const answer = await server.app.inject({
    url: `/api/${mapCalls.export.path}?id=${id}&format=${format}`,
    headers: { authorization: mallAdmin.token },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};
const unpack = (bytes: Buffer) => {
  const read = unzip(bytes, limits, packing);
  if (!read.ok) throw new Error(read.fault);
  return read.value;
};
const cellsOf = async (file: string) => {
  const answer = await server.app.inject({
    url: `/api/file/${file}`,
    headers: { authorization: mallAdmin.token },
  });
  return Buffer.from((await unpackPng(answer.rawPayload)).data);
};
/** Every kind of cell, and rows of different content, so that a rotated or mirrored picture fails the test. */
const grid = Uint8Array.from({ length: 12 * 7 }, (_, i) => [0, 254, 205][(i + Math.floor(i / 12)) % 3]!);
const elements = {
  ...noElements,
  zones: [square(2, 2)],
  walls: [
    {
      id: 'w',
      points: [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
    },
  ],
  points: [
    { id: 'c1', type: 'CHARGING' as const, name: 'Dock', x: 1, y: 1, theta: 1 },
    { id: 'n1', type: 'NAVIGATION' as const, name: 'A', x: 2, y: 1, theta: 0 },
    { id: 'n2', type: 'NAVIGATION' as const, name: 'B', x: 3, y: 1, theta: 0 },
  ],
  slopes: [{ id: 's', low: { x: 1, y: 1 }, high: { x: 2, y: 1 } }],
};

test('a map exported as a bundle and imported again has the same cells, elements and scale', async () => {
  const map = await server.aMap({ elements, name: 'Hall' });
  const bundle = await exportMap(map.id, 'BUNDLE');
  const meta = JSON.parse(Buffer.from(unpack(bundle).get(bundleFiles.meta)!).toString());
  expect(meta).toMatchObject({
    format: 'map-1',
    mapId: map.id,
    mapVersion: '1',
    resolution: 0.1,
    widthPx: 200,
  });
  expect(await exportMap(map.id, 'BUNDLE')).toEqual(bundle);
  const imported = await server.ok(mapCalls.importBundle, mallAdmin, {}, { files: { bundle } });
  expect(imported).toMatchObject({ name: 'Hall', elements, version: 1 });
  expect(imported.id).not.toBe(map.id);
  expect(await cellsOf(imported.ground.file)).toEqual(await cellsOf(map.gridFileId));
});

test('a ROS map imported, exported and imported again has the same cells', async () => {
  const picture = Buffer.concat([Buffer.from('P5\n12 7\n255\n'), grid]);
  const yaml =
    'image: m.pgm\nresolution: 0.05\norigin: [-1.5, 2.25, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n';
  const imported = await server.ok(mapCalls.import, mallAdmin, { name: 'x' }, { files: { picture, yaml } });
  const files = unpack(await exportMap(imported.id, 'ROS'));
  expect(files.get('map.yaml')?.toString()).toContain('# 0 occupied, 205 unknown, 254 free. 255 of an');
  const again = await server.ok(
    mapCalls.import,
    mallAdmin,
    { name: 'y' },
    { files: { picture: files.get('map.pgm')!, yaml: files.get('map.yaml')! } },
  );
  const { file: _file, ...frame } = imported.ground;
  expect(again.ground).toMatchObject(frame);
  expect([...(await cellsOf(again.ground.file))]).toEqual([...grid]);
});

test('a LIF export holds points as nodes and stations with straight edges, and its import adds the points', async () => {
  const map = await server.aMap({ elements });
  const lif = await exportMap(map.id, 'LIF');
  const [layout] = JSON.parse(lif.toString()).layouts;
  expect(layout.nodes).toHaveLength(3);
  expect(layout.stations).toMatchObject([{ interactionNodeIds: ['c1'] }]);
  const edges = layout.edges.map(
    (edge: { startNodeId: string; endNodeId: string }) => `${edge.startNodeId}${edge.endNodeId}`,
  );
  expect(edges.toSorted()).toEqual(['n1n2', 'n2n1']);
  const bare = await server.aMap();
  const input = { mapId: bare.id, version: 0 };
  const { added, draft } = await server.ok(mapDraftCalls.importPoints, mallAdmin, input, { files: { lif } });
  expect(added).toBe(3);
  expect(draft.elements.points).toEqual(elements.points);
  const again = await server.ok(
    mapDraftCalls.importPoints,
    mallAdmin,
    { ...input, version: 1 },
    { files: { lif } },
  );
  expect(again).toMatchObject({ added: 0, skipped: 3 });
  const wrong = await server.send(
    mapDraftCalls.importPoints,
    mallAdmin,
    { ...input, version: 2 },
    { files: { lif: '{}' } },
  );
  expect(wrong.data).toMatchObject({ reasons: { lif: { code: 'NOT_LIF' } } });
});

test('reading a LIF file returns its points or its fault, and stores nothing', async () => {
  const map = await server.aMap({ elements });
  const { layouts } = JSON.parse((await exportMap(map.id, 'LIF')).toString()) as {
    layouts: { nodes: object[] }[];
  };
  const node = (more: object) => ({ nodeId: 'n', nodePosition: { x: 1, y: 2 }, ...more });
  const readPoints = (document: unknown) =>
    server.send(
      mapDraftCalls.readPoints,
      mallAdmin,
      { mapId: map.id },
      { files: { lif: Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)) } },
    );
  const other = {
    layoutId: 'other',
    layoutName: 'Elsewhere',
    nodes: [node({}), node({ nodePosition: { x: 9, y: 9 } })],
  };
  expect((await readPoints({ layouts: [other, ...layouts] })).data).toMatchObject({
    layout: map.name,
    layouts: 2,
    points: elements.points,
  });
  expect((await readPoints({ layouts: [other] })).data).toMatchObject({
    layout: 'Elsewhere',
    points: [{ id: 'n', type: 'NAVIGATION', name: 'n', x: 1, y: 2, theta: 0 }],
  });
  for (const [document, fault, text] of [
    ['{', 'LIF_NOT_JSON', ''],
    [{ nodes: [] }, 'NOT_LIF', ''],
    [{ layouts: [{ nodes: [] }] }, 'LIF_EMPTY', ''],
    [
      { layouts: [{ nodes: [node({}), node({ nodePosition: { x: 'a', y: 0 } })] }] },
      'LIF_NODE',
      'nodes.1.nodePosition.x',
    ],
  ] as const) {
    const answer = await readPoints(document);
    expect(answer.data, fault).toMatchObject({ reasons: { lif: { code: fault } } });
    expect(answer.msg, fault).toContain(text);
  }
  const [row] = await server.asOwner((sql) => sql`select count(*)::int as n from map_drafts`);
  expect(row?.n).toBe(0);
});

describe('an invalid bundle is refused with the name of the faulty file, and nothing is stored', () => {
  const png = (width: number, height: number) => greyPng(width, height, new Uint8Array(width * height));
  const meta = {
    format: 'map-1',
    mapId: 'm',
    mapVersion: '1',
    name: 'x',
    resolution: 0.1,
    originX: 0,
    originY: 0,
    widthPx: 2,
    heightPx: 2,
  };
  const bundle = (changes: object, picture: Uint8Array, drawing: unknown = {}) =>
    zipOf(
      new Map([
        [bundleFiles.meta, Buffer.from(JSON.stringify({ ...meta, ...changes }))],
        [bundleFiles.grid, picture],
        [bundleFiles.elements, Buffer.from(JSON.stringify(drawing))],
      ]),
      packing,
    );
  const renamed = (zip: Uint8Array, from: string, to: string) =>
    Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(from, to), 'latin1');
  const oversized = () => bundle({}, new Uint8Array(200_000_000));
  const endless = {
    zones: [],
    walls: [
      {
        id: 'w',
        points: [
          { x: 1e308, y: 0 },
          { x: 0, y: 0 },
        ],
      },
    ],
  };
  const corners = (count: number) => Array.from({ length: count }, (_, i) => ({ x: i, y: i % 7 }));
  const cases: [string, () => Uint8Array | string, object][] = [
    ['a file that is not a zip', () => 'hello', { bundle: fieldReasons.NOT_ZIP.en }],
    [
      'a path outside the bundle',
      () => renamed(bundle({}, png(2, 2)), 'elements.json', '../../../x.js'),
      { bundle: fieldReasons.ZIP_NAMES.en },
    ],
    ['a zip bomb', oversized, { bundle: fieldReasons.ZIP_TOO_LARGE.en }],
    [
      'another format',
      () => bundle({ format: 'map-9' }, png(2, 2)),
      { [bundleFiles.meta]: expect.stringContaining('format') },
    ],
    ['a picture of another size', () => bundle({}, png(3, 2)), { bundle: expect.stringContaining('size') }],
    [
      'a grid that is not a picture',
      () => bundle({}, Buffer.from('hello')),
      { picture: fieldReasons.NOT_PGM.en },
    ],
    [
      'a map of 0 × 0',
      () => bundle({ widthPx: 0, heightPx: 0 }, png(2, 2)),
      { [bundleFiles.meta]: expect.stringContaining('widthPx') },
    ],
    [
      'a huge resolution',
      () => bundle({ resolution: 1e9 }, png(2, 2)),
      { [bundleFiles.meta]: expect.stringContaining('resolution') },
    ],
    [
      'a name of 10,000 characters',
      () => bundle({ name: 'x'.repeat(10_000) }, png(2, 2)),
      { [bundleFiles.meta]: expect.stringContaining('name') },
    ],
    ...[0, 1, 2, 10_000].map((count): [string, () => Uint8Array, object] => [
      `a polygon of ${count} points`,
      () => bundle({}, png(2, 2), { polygons: [{ ...square(2, 2), points: corners(count) }] }),
      { [bundleFiles.elements]: expect.stringContaining('polygons.0.points') },
    ]),
    [
      'coordinates beyond the limits',
      () => bundle({}, png(2, 2), endless),
      { [bundleFiles.elements]: expect.stringContaining('walls') },
    ],
  ];
  test.each(cases)('%s', async (_name, content, fields) => {
    const answer = await server.send(mapCalls.importBundle, mallAdmin, {}, { files: { bundle: content() } });
    expect([errors.mapFile.code, errors.invalid.code]).toContain(answer.code);
    expect(answer.data).toMatchObject({ fields });
    const rows = await server.asOwner((sql) => sql`select 1 from maps union all select 1 from files`);
    expect(rows).toHaveLength(0);
    expect(server.faults).toEqual([]);
  });

  test('a map of one cell is accepted', async () => {
    const small = bundle({ widthPx: 1, heightPx: 1 }, png(1, 1));
    expect(
      (await server.ok(mapCalls.importBundle, mallAdmin, {}, { files: { bundle: small } })).ground,
    ).toMatchObject({ width: 1 });
  });

  test('a map of 100,000 × 1 cells is refused as too large', async () => {
    const long = bundle({ widthPx: 100_000, heightPx: 1 }, png(100_000, 1));
    const answer = await server.send(mapCalls.importBundle, mallAdmin, {}, { files: { bundle: long } });
    expect(answer.data).toMatchObject({ reasons: { picture: { code: 'PICTURE_TOO_LARGE' } } });
  });
});

test('removing a map is refused while an offline robot has it, and succeeds when the synchronisation failed', async () => {
  const { id, companyId } = await server.aMap();
  const device = await server.aDevice({ nickname: 'Rosie' });
  const put = (status: string) =>
    server.asOwner(
      (
        sql,
      ) => sql`insert into device_maps (id, company_id, device_id, map_id, status, version, updated_at, updated_by)
        values (gen_random_uuid(), ${companyId}, ${device.id}, ${id}, ${status}, 1, now(), 'x')
        on conflict (device_id, map_id) do update set status = excluded.status`,
    );
  const remove = () => server.send(mapCalls.remove, mallAdmin, { id });
  await put('IN_USE');
  expect((await remove()).msg).toBe(errors.mapInUse.texts.en);
  await put('ENABLED');
  expect((await remove()).msg).toContain('Rosie');
  const { list } = await server.ok(mapCalls.list, mallAdmin, { status: 'ENABLED' });
  expect(list).toMatchObject([{ id, statuses: [{ status: 'ENABLED', count: 1 }] }]);
  expect((await server.ok(mapCalls.list, mallAdmin, { status: 'NOT_SYNCED' })).total).toBe(0);
  await put('SYNC_FAILED');
  expect((await remove()).code).toBe(200);
});

test('a fetch queues an upload command with the version on the robot, and is refused without one', async () => {
  const { id: mapId, companyId } = await server.aMap();
  const { id: deviceId } = await server.aDevice();
  announceDevice(server.bus, deviceId);
  await eventually(() => server.gateway.live(deviceId), 'the gateway to know the device');
  const fetch = () => server.send(deviceMapCalls.fetch, mallAdmin, { mapId, deviceId });
  expect((await fetch()).code).toBe(errors.notFound.code);
  await server.asOwner(
    (
      sql,
    ) => sql`insert into device_maps (id, company_id, device_id, map_id, status, version, updated_at, updated_by)
      values (gen_random_uuid(), ${companyId}, ${deviceId}, ${mapId}, 'ENABLED', 4, now(), 'x')`,
  );
  expect((await fetch()).code).toBe(200);
  const rows = await server.asOwner((sql) => sql`select type, status, params from commands`);
  expect(rows).toMatchObject([
    { type: 'job.mapUpload', status: 'QUEUED', params: { mapId, mapVersion: '4' } },
  ]);
});

describe('maps in the form that robots write', () => {
  test.each([
    ['depot', depotMap()],
    ['depot_keepout', depotKeepoutMask()],
    ['arena', arenaMap()],
  ])(
    '%s has its true scale and is equal after an export as a ROS map and as a bundle',
    async (name, { picture, yaml }) => {
      const imported = await server.ok(
        mapCalls.import,
        mallAdmin,
        { name },
        {
          files: { picture, yaml: Buffer.from(yaml) },
        },
      );
      const resolution = Number(/resolution: *([\d.]+)/.exec(yaml)?.[1]);
      expect(imported.ground.resolution).toBe(resolution);
      // Five metres on the floor are five metres between the centres of the cells.
      const cells = Math.round(5 / resolution);
      const at = (column: number) => ({ x: imported.ground.originX + (column + 0.5) * resolution, y: 0 });
      expect(distance(at(0), at(cells))).toBeCloseTo(5, 6);
      const files = unpack(await exportMap(imported.id, 'ROS'));
      const again = await server.ok(
        mapCalls.import,
        mallAdmin,
        { name: `${name} 2` },
        {
          files: { picture: files.get('map.pgm')!, yaml: files.get('map.yaml')! },
        },
      );
      expect(Buffer.compare(await cellsOf(again.ground.file), await cellsOf(imported.ground.file))).toBe(0);
      const { file: _file, ...frame } = imported.ground;
      expect(again.ground).toMatchObject(frame);
      // Every exported cell has the grey value of the imported cell.
      const size = imported.ground.width * imported.ground.height;
      expect(Buffer.compare(files.get('map.pgm')!.subarray(-size), picture.subarray(-size))).toBe(0);
      const bundle = await exportMap(imported.id, 'BUNDLE');
      const packed = await server.ok(mapCalls.importBundle, mallAdmin, {}, { files: { bundle } });
      expect(packed.ground).toMatchObject(frame);
      expect(Buffer.compare(await cellsOf(packed.ground.file), await cellsOf(imported.ground.file))).toBe(0);
    },
  );
});
