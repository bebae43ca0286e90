import { errors, sitePlanCalls } from '@sweepline/contract';
import { encode } from 'fast-png';
import { expect, test } from 'vitest';
import { people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';

const { overview, detail, robots, create, update, remove, addFloor, renameFloor, orderFloors, removeFloor } =
  sitePlanCalls;
const { plan, align } = sitePlanCalls;
const { mallAdmin } = people;
const server = testServer();

const words = { name: 'Mall', address: 'Nanjing Road 1', timezone: 'Asia/Shanghai' };
const picture = (width = 100, height = 50) =>
  Buffer.from(encode({ width, height, channels: 1, data: new Uint8Array(width * height) }));
const withFloor = async () => {
  const { id: siteId } = await server.ok(create, mallAdmin, words);
  const { levels } = await server.ok(addFloor, mallAdmin, { siteId, name: 'L1' });
  return { siteId, floorId: levels[0]!.id };
};

test('a site is made, changed on the version one has seen, and deleted while nothing belongs to it', async () => {
  const site = await server.ok(create, mallAdmin, { ...words, latitude: 31.2, longitude: 121.5 });
  expect(site).toMatchObject({ ...words, latitude: 31.2, version: 1, levels: [] });
  const { id } = site;
  expect(await server.ok(update, mallAdmin, { id, version: 1, ...words, name: 'New' })).toMatchObject({
    name: 'New',
    version: 2,
  });
  expect((await server.send(update, mallAdmin, { id, version: 1, ...words })).code).toBe(
    errors.changedMeanwhile.code,
  );
  const device = await server.aDevice({ siteId: id, nickname: 'Rosie' });
  const { list } = await server.ok(overview, mallAdmin, { keyword: 'nanjing' });
  expect(list).toMatchObject([{ id, deviceCount: 1, onlineCount: 0 }]);
  expect((await server.send(remove, mallAdmin, { id })).msg).toBe(errors.siteInUse.texts.en);
  await server.asOwner((sql) => sql`update devices set site_id = null where id = ${device.id}`);
  await server.ok(remove, mallAdmin, { id });
  expect((await server.send(detail, mallAdmin, { id })).code).toBe(errors.notFound.code);
});

test.each([
  ['a zone nobody knows', { timezone: 'Mars/Olympus' }, 'timezone'],
  ['half a place', { latitude: 31.2 }, 'longitude'],
  ['a name that is taken', { name: 'Taken' }, 'name'],
])('%s is refused at its field', async (_what, wrong, field) => {
  await server.ok(create, mallAdmin, { ...words, name: 'Taken' });
  const answer = await server.send(create, mallAdmin, { ...words, ...wrong });
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual([field]);
});

test('floors are named, put in order and deleted while no map lies on them', async () => {
  const { siteId, floorId } = await withFloor();
  const { levels } = await server.ok(addFloor, mallAdmin, { siteId, name: 'L2' });
  const [first, second] = levels.map(({ id }) => id);
  expect((await server.send(addFloor, mallAdmin, { siteId, name: 'L2' })).data).toEqual({
    fields: { name: 'taken' },
  });
  const turned = await server.ok(orderFloors, mallAdmin, { siteId, floorIds: [second!, first!] });
  expect(turned.levels.map(({ name }) => name)).toEqual(['L2', 'L1']);
  expect((await server.send(orderFloors, mallAdmin, { siteId, floorIds: [first!] })).code).toBe(
    errors.invalid.code,
  );
  expect((await server.ok(renameFloor, mallAdmin, { siteId, floorId, name: 'Ground' })).levels[1]?.name).toBe(
    'Ground',
  );
  await server.aMap({ siteId, floorId });
  expect((await server.send(removeFloor, mallAdmin, { siteId, floorId })).msg).toBe(
    errors.floorInUse.texts.en,
  );
  expect((await server.ok(removeFloor, mallAdmin, { siteId, floorId: second! })).levels).toHaveLength(1);
});

test('a map is laid on the picture of its floor by two to four places on both', async () => {
  const { siteId, floorId } = await withFloor();
  const map = await server.aMap({ siteId, floorId });
  const pair = (x: number, y: number) => ({ map: { x, y }, plan: { x: x * 5, y: 50 - y * 5 } });
  const input = { siteId, floorId, mapId: map.id };
  const pairs = [pair(0, 0), pair(10, 0), pair(10, 10)];
  expect((await server.send(align, mallAdmin, { ...input, pairs })).data).toEqual({
    fields: { floorId: 'no plan' },
  });
  const drawn = await server.ok(plan, mallAdmin, { siteId, floorId }, { files: { plan: picture() } });
  expect(drawn.levels[0]?.plan).toMatchObject({ width: 100, height: 50 });
  const laid = await server.ok(align, mallAdmin, { ...input, pairs });
  expect(laid.levels[0]?.maps[0]?.pairs).toEqual(pairs);
  const refused = async (wrong: typeof pairs) =>
    (await server.send(align, mallAdmin, { ...input, pairs: wrong })).data;
  expect(await refused([pair(0, 0)])).toEqual({ fields: { pairs: '2–4' } });
  expect(await refused([pair(0, 0), pair(0, 0)])).toEqual({ fields: { pairs: 'on one spot' } });
  expect(await refused([pair(0, 0), pair(40, 0)])).toEqual({ fields: { pairs: 'outside the plan' } });
  const other = await server.ok(plan, mallAdmin, { siteId, floorId }, { files: { plan: picture(60, 50) } });
  expect(other.levels[0]?.maps[0]?.pairs).toEqual([]);
});

test('a plan that is no picture, too large, or wider than any screen is refused', async () => {
  const { siteId, floorId } = await withFloor();
  const bring = async (bytes: Buffer | string) =>
    (await server.send(plan, mallAdmin, { siteId, floorId }, { files: { plan: bytes } })).code;
  expect(await bring('<svg onload="x"/>')).toBe(errors.fileFormat.code);
  expect(await bring(Buffer.alloc(1024 * 1024 + 1))).toBe(errors.fileTooLarge.code);
  expect(await bring(picture(9_000, 1))).toBe(errors.invalid.code);
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([10, 0, 20, 0]), Buffer.alloc(8)]);
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080014000a01011100ffd9', 'hex');
  expect([await bring(gif), await bring(jpeg)]).toEqual([200, 200]);
  expect((await server.ok(detail, mallAdmin, { id: siteId })).levels[0]?.plan).toMatchObject({
    width: 10,
    height: 20,
  });
});

test('robots of a site are its own and guests on its maps, the silent ones included', async () => {
  const { siteId, floorId } = await withFloor();
  const map = await server.aMap({ siteId, floorId });
  const [own, guest] = [
    await server.aDevice({ siteId, nickname: 'A' }),
    await server.aDevice({ nickname: 'B' }),
  ];
  await server.aDevice({ nickname: 'elsewhere' });
  await server.saidLast(guest.id, { state: 'OFFLINE', mapId: map.id, x: 1, y: 2, theta: 0 });
  const { robots: found } = await server.ok(robots, mallAdmin, { id: siteId });
  expect(found).toMatchObject([
    { id: own.id, state: 'OFFLINE', pose: null },
    { id: guest.id, state: 'OFFLINE', mapId: map.id, pose: { x: 1, y: 2 } },
  ]);
});
