import { deflateSync } from 'node:zlib';
import {
  errors,
  fileCalls,
  mapCalls,
  mapDraftCalls,
  noElements,
  type MapElements,
} from '@sweepline/contract';
import { arenaMap, depotKeepoutMask, depotMap } from '@sweepline/map-core/test-kit';
import { pngChunk, pngFile, pngHeader } from '@sweepline/map-core/test-kit/png';
import { describe, expect, test } from 'vitest';
import { companyIds, people, square } from '../../../test-kit/index.ts';
import { unpackPng } from '../../../platform/files/png.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, detail, preview, import: importMap, rename, remove } = mapCalls;
const server = testServer();

const yaml =
  'image: m.pgm\nresolution: 0.1\norigin: [-1.0, -2.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n';
const pgm = (width: number, height: number, pixels: Uint8Array) =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
/** A floor of 10 × 10 cells with a wall along the top. */
const room = pgm(
  10,
  10,
  Uint8Array.from({ length: 100 }, (_, i) => (i < 10 ? 0 : 254)),
);
const files = { picture: room, yaml };
const { mallAdmin } = people;

test('an imported map is listed with its size, and its picture has the cells of the file', async () => {
  const site = await server.aSite();
  const imported = await server.ok(
    importMap,
    mallAdmin,
    { name: 'Hall', siteId: site.id, floor: 'L2' },
    { files },
  );
  expect(imported).toMatchObject({
    name: 'Hall',
    floor: 'L2',
    site: { id: site.id },
    origin: 'IMPORTED',
    version: 1,
  });
  expect(imported.ground).toMatchObject({ width: 10, height: 10, resolution: 0.1, originX: -1, originY: -2 });
  expect(imported.freeM2).toBeCloseTo(0.9);
  expect((await server.ok(list, mallAdmin, { keyword: 'hal' })).list).toMatchObject([
    { id: imported.id, zoneCount: 0 },
  ]);
  const answer = await server.app.inject({
    url: `/api/file/${imported.ground.file}`,
    headers: { authorization: mallAdmin.token },
  });
  expect(answer.headers['content-type']).toBe('image/png');
  expect([...(await unpackPng(answer.rawPayload)).data]).toEqual([...room.subarray(-100)]);
});

test('two maps imported for the same floor name of a site share one floor', async () => {
  const site = await server.aSite();
  for (const name of ['A', 'B'])
    await server.ok(importMap, mallAdmin, { name, siteId: site.id, floor: 'L1' }, { files });
  const [row] = await server.asOwner((sql) => sql`select count(*)::int as n from floors`);
  expect(row?.n).toBe(1);
});

test('a preview stores nothing, and only its caller can read its picture, for ten minutes', async () => {
  const { ground, freeM2, occupiedM2 } = await server.ok(preview, mallAdmin, {}, { files });
  expect([freeM2, occupiedM2].map((m2) => Number(m2.toFixed(3)))).toEqual([0.9, 0.1]);
  const rows = await server.asOwner((sql) => sql`select 1 from maps union all select 1 from files`);
  expect(rows).toHaveLength(0);
  const read = (who: typeof mallAdmin) =>
    server.app.inject({ url: `/api/file/${ground.file}`, headers: { authorization: who.token } });
  expect((await read(mallAdmin)).headers['content-type']).toBe('image/png');
  expect((await read(people.agentAdmin)).json().code).toBe(errors.notFound.code);
  server.clock.advance(10 * 60_000 + 1_000);
  expect((await read(mallAdmin)).json().code).toBe(errors.notFound.code);
});

test('a preview tells the unmapped cells that the thresholds make free floor, and the choice decides', async () => {
  const grey = Uint8Array.from({ length: 100 }, (_, i) => (i < 10 ? 0 : i < 40 ? 205 : 254));
  const saved = { picture: pgm(10, 10, grey.with(99, 230)), yaml };
  const reading = await server.ok(preview, mallAdmin, {}, { files: saved });
  expect(reading.notes).toEqual({ savedUnknownCells: 30, opacityCells: 0, turnedRad: null, turnedCells: 0 });
  expect([reading.freeM2, reading.unknownM2].map((m2) => Number(m2.toFixed(3)))).toEqual([0.6, 0.3]);
  const free = await server.ok(preview, mallAdmin, { savedUnknown: 'FREE' }, { files: saved });
  expect(free).toMatchObject({ notes: { savedUnknownCells: 30 }, unknownM2: 0 });
  const name = 'Saved';
  expect((await server.ok(importMap, mallAdmin, { name }, { files: saved })).freeM2).toBeCloseTo(0.6);
  const choice = { name: 'Drawn', savedUnknown: 'FREE' } as const;
  expect((await server.ok(importMap, mallAdmin, choice, { files: saved })).freeM2).toBeCloseTo(0.9);
});

test('a turned map is imported upright in the same frame, and the preview tells the changed cells', async () => {
  const turned = { picture: room, yaml: yaml.replace(', 0.0]', `, ${Math.PI / 6}]`) };
  const { ground, notes } = await server.ok(preview, mallAdmin, {}, { files: turned });
  expect(ground).toMatchObject({ width: 14, height: 14, resolution: 0.1 });
  expect(ground.originX).toBeCloseTo(-1.5);
  expect(ground.originY).toBeCloseTo(-2);
  expect(notes.turnedRad).toBeCloseTo(Math.PI / 6);
  expect(notes.turnedCells).toBeGreaterThan(0);
  expect(notes.turnedCells).toBeLessThan(20);
  const imported = await server.ok(importMap, mallAdmin, { name: 'Turned' }, { files: turned });
  expect(imported.ground).toMatchObject({ width: 14, height: 14, originX: ground.originX });
  expect(imported.freeM2).toBeGreaterThan(0.8);
});

test('a mask with a turned origin of its own becomes no-go zones of the map', async () => {
  const mask = pgm(10, 10, new Uint8Array(100));
  const maskYaml = yaml.replace('[-1.0, -2.0, 0.0]', `[0.0, -2.0, ${Math.PI / 2}]`);
  const { zones } = await server.ok(preview, mallAdmin, {}, { files: { ...files, mask, maskYaml } });
  const corners = zones[0]!.points.map(({ x, y }) => [Number(x.toFixed(3)), Number(y.toFixed(3))]);
  expect(corners.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!)).toEqual([
    [-1, -2],
    [-1, -1.1],
    [0, -2],
    [0, -1.1],
  ]);
});

test('a preview counts the cells that nav2 reads otherwise because it counts opacity', async () => {
  const samples = [60, 255, 254, 255, 0, 255, 205, 255];
  const picture = pngFile({ width: 4, height: 1, depth: 8, colourType: 4, samples });
  const reading = await server.ok(preview, mallAdmin, {}, { files: { picture, yaml } });
  expect(reading.notes.opacityCells).toBe(1);
  expect(reading.occupiedM2).toBeCloseTo(0.02);
});

test('a keep-out mask is imported as no-go zones', async () => {
  const mask = pgm(
    10,
    10,
    Uint8Array.from({ length: 100 }, (_, i) => (i % 10 < 5 && i >= 50 ? 0 : 254)),
  );
  const { zones } = await server.ok(preview, mallAdmin, {}, { files: { ...files, mask } });
  expect(zones).toMatchObject([{ type: 'NO_GO', name: 'No-go 1' }]);
  const imported = await server.ok(importMap, mallAdmin, { name: 'Masked' }, { files: { ...files, mask } });
  expect(imported.elements.zones).toEqual(zones);
});

describe('an invalid file is refused with its name and the reason, and nothing is stored', () => {
  const png = (width: number, height: number) => pngHeader({ width, height, depth: 8, colourType: 0 });
  /** A PNG with valid chunks whose header states 100 × 100 pixels and whose data unpacks to 40 MB. */
  const bomb = Buffer.concat([
    png(100, 100),
    pngChunk('IDAT', deflateSync(Buffer.alloc(40_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  /** Every line end of the file has become two bytes. */
  const rewritten = Buffer.from(room.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
  const long = pgm(15_000, 3_000, new Uint8Array(45_000_000));
  const cases: [string, Record<string, Uint8Array | string>, string, string][] = [
    ['no picture', { yaml }, 'picture', 'REQUIRED'],
    ['no yaml', { picture: room }, 'yaml', 'REQUIRED'],
    ['a file that is not a picture', { picture: 'hello', yaml }, 'picture', 'NOT_PGM'],
    ['a picture of 0 × 0', { picture: 'P5\n0 0\n255\n', yaml }, 'picture', 'PICTURE_EMPTY'],
    ['a PNG of 0 × 0', { picture: png(0, 0), yaml }, 'picture', 'PICTURE_EMPTY'],
    [
      'a floor of 100,000 × 1 cells',
      { picture: pgm(100_000, 1, new Uint8Array(100_000)), yaml },
      'picture',
      'PICTURE_TOO_LARGE',
    ],
    [
      'a PGM shorter than its stated size',
      { picture: 'P5\n15000 4000\n255\nxx', yaml },
      'picture',
      'PICTURE_TRUNCATED',
    ],
    [
      'a PGM that is far too large',
      { picture: 'P5\n99999 99999\n255\nxx', yaml },
      'picture',
      'PICTURE_TOO_LARGE',
    ],
    ['a PNG with a huge stated size', { picture: png(60_000, 60_000), yaml }, 'picture', 'PICTURE_TOO_LARGE'],
    ['a PNG without data', { picture: png(100, 100), yaml }, 'picture', 'NOT_PNG'],
    ['a PNG bomb', { picture: bomb, yaml }, 'picture', 'NOT_PNG'],
    ['a file that is not YAML', { picture: room, yaml: '{{{' }, 'yaml', 'NOT_YAML'],
    ['a YAML of aliases', { picture: room, yaml: 'a: &a [1]\nb: *a\n' }, 'yaml', 'NOT_YAML'],
    [
      'a YAML with a huge resolution',
      { picture: room, yaml: yaml.replace('0.1', '1e9') },
      'yaml',
      'RESOLUTION_OUT_OF_RANGE',
    ],
    [
      'a turned map that is too large upright',
      { picture: long, yaml: yaml.replace(', 0.0]', ', 0.7]') },
      'picture',
      'TURNED_TOO_LARGE',
    ],
    ['a PGM with rewritten line ends', { picture: rewritten, yaml }, 'picture', 'PICTURE_LINE_ENDS'],
    [
      'a YAML without a resolution',
      { picture: room, yaml: yaml.replace('resolution: 0.1\n', '') },
      'yaml',
      'MAP_YAML_INCOMPLETE',
    ],
    [
      'a YAML of a megabyte',
      { picture: room, yaml: `${yaml}# ${'x'.repeat(1_000_000)}` },
      'yaml',
      'FILE_TOO_LARGE',
    ],
    ['a mask that is not a picture', { picture: room, yaml, mask: 'hello' }, 'mask', 'NOT_PGM'],
    ['an unexpected file', { picture: room, yaml, other: 'x' }, 'other', 'UNKNOWN_FILE'],
  ];

  test.each(cases)('%s', async (_name, invalid, field, reason) => {
    for (const call of [preview, importMap]) {
      const answer = await server.send(call, mallAdmin, call === importMap ? { name: 'x' } : {}, {
        files: invalid,
      });
      expect([errors.mapFile.code, errors.invalid.code]).toContain(answer.code);
      expect(answer.data).toMatchObject({ reasons: { [field]: { code: reason } } });
    }
    const rows = await server.asOwner((sql) => sql`select 1 from maps union all select 1 from files`);
    expect(rows).toHaveLength(0);
    expect(server.faults).toEqual([]);
  });
});

test('a map of one cell is imported', async () => {
  const { ground } = await server.ok(
    importMap,
    mallAdmin,
    { name: 'Cell' },
    { files: { picture: pgm(1, 1, Uint8Array.of(254)), yaml } },
  );
  expect(ground).toMatchObject({ width: 1, height: 1 });
});

test('a map’s name may contain markup, and is refused when it is too long', async () => {
  const name = '<img src=x onerror=alert(1)> & Hall';
  const imported = await server.ok(importMap, mallAdmin, { name }, { files });
  expect((await server.ok(list, mallAdmin, { keyword: '<img' })).list).toMatchObject([
    { id: imported.id, name },
  ]);
  const endless = 'x'.repeat(10_000);
  const answers = [
    await server.send(importMap, mallAdmin, { name: endless }, { files }),
    await server.send(rename, mallAdmin, { id: imported.id, revision: 1, name: endless }),
  ];
  for (const { code, data } of answers) {
    expect(code).toBe(errors.invalid.code);
    expect(data).toMatchObject({ fields: { name: expect.any(String) } });
  }
  expect((await server.ok(list, mallAdmin, {})).total).toBe(1);
});

describe('a draft with invalid geometry is refused with the field, and nothing is stored', () => {
  const corners = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ x: 10 + Math.cos(i), y: 10 + Math.sin(i) }));
  const aZone = (change: object = {}) => ({ ...square(2, 2), ...change });
  const many = Array.from({ length: 5_001 }, (_, i) => ({ id: `w${i}`, points: corners(2) }));
  const refused: [string, object, string][] = [
    ['a polygon of no points', { zones: [aZone({ points: [] })] }, 'elements.zones.0.points'],
    ['a polygon of one point', { zones: [aZone({ points: corners(1) })] }, 'elements.zones.0.points'],
    ['a polygon of two points', { zones: [aZone({ points: corners(2) })] }, 'elements.zones.0.points'],
    [
      'a polygon of 10,000 points',
      { zones: [aZone({ points: corners(10_000) })] },
      'elements.zones.0.points',
    ],
    [
      'a name of 10,000 characters',
      { zones: [aZone({ name: 'x'.repeat(10_000) })] },
      'elements.zones.0.name',
    ],
    [
      'a point without a coordinate',
      {
        walls: [
          {
            id: 'w',
            points: [
              { x: null, y: 1 },
              { x: 1, y: 1 },
            ],
          },
        ],
      },
      'elements.walls.0.points.0.x',
    ],
    [
      'a point beyond the limits',
      {
        bumps: [
          {
            id: 'b',
            points: [
              { x: 1e300, y: 1 },
              { x: 1, y: 1 },
            ],
          },
        ],
      },
      'elements.bumps.0.points.0.x',
    ],
    ['a slope without a top', { slopes: [{ id: 's', low: { x: 1, y: 1 } }] }, 'elements.slopes.0.high'],
    ['a duplicate id', { zones: [aZone(), aZone()] }, 'elements'],
    ['5,001 elements', { walls: many }, 'elements'],
  ];
  test.each(refused)('%s', async (_name, wrong, field) => {
    const { id: mapId } = await server.aMap();
    const elements = { ...noElements, ...wrong } as MapElements;
    const answer = await server.send(mapDraftCalls.save, mallAdmin, { mapId, version: 0, elements });
    expect(answer.code).toBe(errors.invalid.code);
    expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toContain(field);
    expect((await server.ok(mapDraftCalls.detail, mallAdmin, { mapId })).version).toBe(0);
  });

  test('markup in a zone name is stored as text', async () => {
    const { id: mapId } = await server.aMap();
    const name = '<img src=x onerror=alert(1)> & <b>Hall</b>';
    const elements = { ...noElements, zones: [aZone({ name })] };
    await server.ok(mapDraftCalls.save, mallAdmin, { mapId, version: 0, elements });
    expect((await server.ok(mapDraftCalls.detail, mallAdmin, { mapId })).elements.zones[0]?.name).toBe(name);
  });

  test('a drawing with a fault is saved as a draft with a finding, and refused for publishing', async () => {
    const { id: mapId } = await server.aMap();
    const [a, b, c, d] = square(2, 2).points;
    const elements = { ...noElements, zones: [aZone({ points: [a, c, b, d] })] };
    const { version } = await server.ok(mapDraftCalls.save, mallAdmin, { mapId, version: 0, elements });
    const { findings } = await server.ok(mapDraftCalls.check, mallAdmin, { mapId });
    expect(findings).toMatchObject([{ code: 'selfCrossing', severity: 'ERROR', shapeIds: ['z1'] }]);
    expect((await server.send(mapDraftCalls.publish, mallAdmin, { mapId, version })).code).not.toBe(200);
  });
});

test('removing a map is refused while an online device or a task uses it', async () => {
  const map = await server.aMap();
  const device = await server.aDevice();
  await server.setLiveState(device.id, { state: 'ONLINE', mapId: map.id });
  expect((await server.ok(detail, mallAdmin, { id: map.id })).devices).toMatchObject([{ id: device.id }]);
  expect((await server.send(remove, mallAdmin, { id: map.id })).msg).toBe(errors.mapInUse.texts.en);
  await server.setLiveState(device.id, { state: 'OFFLINE', mapId: map.id });
  const task = await server.aTask({ deviceId: device.id, mapId: map.id });
  expect((await server.send(remove, mallAdmin, { id: map.id })).msg).toBe(errors.mapInUse.texts.en);
  await server.asOwner((sql) => sql`update tasks set state = 'DELETED' where id = ${task.id}`);
  await server.ok(remove, mallAdmin, { id: map.id });
  expect((await server.send(detail, mallAdmin, { id: map.id })).code).toBe(errors.notFound.code);
});

test('the list for a device holds the maps of its company and site', async () => {
  const [here, there] = [await server.aSite(), await server.aSite()];
  const device = await server.aDevice({ siteId: here.id });
  await server.aMap({ name: 'here', siteId: here.id });
  await server.aMap({ name: 'there', siteId: there.id });
  await server.aMap({ name: 'anywhere' });
  await server.aMap({ name: 'foreign', companyId: companyIds.other });
  const { list: deviceMaps } = await server.ok(list, people.superAdmin, {
    deviceId: device.id,
    sort: 'name',
  });
  expect(deviceMaps.map(({ name }) => name)).toEqual(['anywhere', 'here']);
});

test('a file is served in ranges, and answered with 304 when the browser has it in its cache', async () => {
  const { id, gridFileId } = await server.aMap();
  expect((await server.ok(rename, mallAdmin, { id, revision: 1, name: 'New' })).name).toBe('New');
  const read = (headers: Record<string, string>) =>
    server.app.inject({
      url: `/api/${fileCalls.read.path.replace(':hash', gridFileId)}`,
      headers: { authorization: mallAdmin.token, ...headers },
    });
  const whole = await read({});
  const part = await read({ range: 'bytes=2-5' });
  expect([part.statusCode, part.headers['content-range']]).toEqual([
    206,
    `bytes 2-5/${whole.rawPayload.length}`,
  ]);
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(2, 6));
  expect((await read({ range: 'bytes=999999-' })).statusCode).toBe(416);
  expect((await read({ 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304);
  expect(whole.headers['content-security-policy']).toContain('sandbox');
});

describe('maps in the form that robots write', () => {
  test.each([
    ['depot', depotMap(), depotKeepoutMask()],
    ['arena', arenaMap(), undefined],
  ])(
    '%s is imported with its free area and its no-go zones',
    async (name, { picture, yaml, cells }, mask) => {
      const masks: Record<string, Uint8Array> = mask
        ? { mask: mask.picture, maskYaml: Buffer.from(mask.yaml) }
        : {};
      const files = { picture, yaml: Buffer.from(yaml), ...masks };
      const imported = await server.ok(importMap, mallAdmin, { name }, { files });
      expect(imported.freeM2).toBeCloseTo(cells.free * 0.0025, 3);
      expect(imported.elements.zones.length > 0).toBe(mask !== undefined);
    },
  );
});
