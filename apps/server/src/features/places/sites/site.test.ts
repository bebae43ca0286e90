import { errors, siteCalls, sitePlanCalls } from '@sweepline/contract';
import { greyPng } from '@sweepline/map-core/test-kit/png';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { overview, detail, robots, create, update, remove, addFloor, renameFloor, orderFloors, removeFloor } =
  sitePlanCalls;
const { plan, align } = sitePlanCalls;
const { mallAdmin } = people;
const server = testServer();

const mallSite = { name: 'Mall', address: 'Nanjing Road 1', timezone: 'Asia/Shanghai' };
const picture = (width = 100, height = 50) => greyPng(width, height, new Uint8Array(width * height));
const withFloor = async () => {
  const { id: siteId } = await server.ok(create, mallAdmin, mallSite);
  const { levels } = await server.ok(addFloor, mallAdmin, { siteId, name: 'L1' });
  return { siteId, floorId: levels[0]!.id };
};

test('a site is changed with its current version only, and deleted only without devices', async () => {
  const site = await server.ok(create, mallAdmin, { ...mallSite, latitude: 31.2, longitude: 121.5 });
  expect(site).toMatchObject({ ...mallSite, latitude: 31.2, version: 1, levels: [] });
  const { id } = site;
  expect(await server.ok(update, mallAdmin, { id, version: 1, ...mallSite, name: 'New' })).toMatchObject({
    name: 'New',
    version: 2,
  });
  expect((await server.send(update, mallAdmin, { id, version: 1, ...mallSite })).code).toBe(
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

test('a site keeps the name of its time zone as it was given, whatever spelling the runtime lists', async () => {
  const zones = [
    'Asia/Kolkata',
    'Europe/Kyiv',
    'Asia/Ho_Chi_Minh',
    'America/Argentina/Buenos_Aires',
    'Japan',
  ];
  for (const timezone of zones)
    expect(await server.ok(create, mallAdmin, { ...mallSite, name: timezone, timezone })).toMatchObject({
      timezone,
    });
});

test('the list has the places of chosen sites only', async () => {
  const mall = await server.ok(create, mallAdmin, { ...mallSite, latitude: 31.2, longitude: 121.5 });
  await server.ok(create, mallAdmin, { ...mallSite, name: 'Other' });
  const { list, total } = await server.ok(siteCalls.list, mallAdmin, { ids: [mall.id] });
  expect(list).toMatchObject([{ id: mall.id, latitude: 31.2, longitude: 121.5 }]);
  expect(total).toBe(1);
});

test.each([
  ['an unknown time zone', { timezone: 'Mars/Olympus' }, 'timezone'],
  ['an offset as time zone', { timezone: '+05:30' }, 'timezone'],
  ['an abbreviation as time zone', { timezone: 'CET' }, 'timezone'],
  ['a position with one coordinate', { latitude: 31.2 }, 'longitude'],
  ['a name of another site', { name: 'Taken' }, 'name'],
])('%s is refused with its field', async (_what, changes, field) => {
  await server.ok(create, mallAdmin, { ...mallSite, name: 'Taken' });
  const answer = await server.send(create, mallAdmin, { ...mallSite, ...changes });
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual([field]);
});

test('floors are added, ordered and renamed, and removed only without maps', async () => {
  const { siteId, floorId } = await withFloor();
  const { levels } = await server.ok(addFloor, mallAdmin, { siteId, name: 'L2' });
  const [first, second] = levels.map(({ id }) => id);
  expect((await server.send(addFloor, mallAdmin, { siteId, name: 'L2' })).data).toMatchObject({
    reasons: { name: { code: 'NAME_TAKEN' } },
  });
  const reordered = await server.ok(orderFloors, mallAdmin, { siteId, floorIds: [second!, first!] });
  expect(reordered.levels.map(({ name }) => name)).toEqual(['L2', 'L1']);
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

test('a map is aligned with the picture of its floor by two to four pairs of points', async () => {
  const { siteId, floorId } = await withFloor();
  const map = await server.aMap({ siteId, floorId });
  const pair = (x: number, y: number) => ({ map: { x, y }, plan: { x: x * 5, y: 50 - y * 5 } });
  const input = { siteId, floorId, mapId: map.id };
  const pairs = [pair(0, 0), pair(10, 0), pair(10, 10)];
  expect((await server.send(align, mallAdmin, { ...input, pairs })).data).toMatchObject({
    reasons: { floorId: { code: 'NO_FLOOR_PLAN' } },
  });
  const withPlan = await server.ok(plan, mallAdmin, { siteId, floorId }, { files: { plan: picture() } });
  expect(withPlan.levels[0]?.plan).toMatchObject({ width: 100, height: 50 });
  const aligned = await server.ok(align, mallAdmin, { ...input, pairs });
  expect(aligned.levels[0]?.maps[0]?.pairs).toEqual(pairs);
  const refused = async (invalid: typeof pairs) =>
    (await server.send(align, mallAdmin, { ...input, pairs: invalid })).data;
  expect(await refused([pair(0, 0)])).toMatchObject({ fields: { pairs: 'Number of point pairs: 2 to 4' } });
  expect(await refused([pair(0, 0), pair(0, 0)])).toMatchObject({
    reasons: { pairs: { code: 'SAME_SPOT' } },
  });
  expect(await refused([pair(0, 0), pair(40, 0)])).toMatchObject({
    reasons: { pairs: { code: 'OUTSIDE_PLAN' } },
  });
  const other = await server.ok(plan, mallAdmin, { siteId, floorId }, { files: { plan: picture(60, 50) } });
  expect(other.levels[0]?.maps[0]?.pairs).toEqual([]);
});

test('a plan is refused when it is not a picture, too large, or too wide', async () => {
  const { siteId, floorId } = await withFloor();
  const upload = async (bytes: Buffer | string) =>
    (await server.send(plan, mallAdmin, { siteId, floorId }, { files: { plan: bytes } })).code;
  expect(await upload('<svg onload="x"/>')).toBe(errors.fileFormat.code);
  expect(await upload(Buffer.alloc(1024 * 1024 + 1))).toBe(errors.fileTooLarge.code);
  expect(await upload(picture(9_000, 1))).toBe(errors.invalid.code);
  const small = sharp(picture(10, 20));
  const [gif, jpeg] = [await small.clone().gif().toBuffer(), await small.clone().jpeg().toBuffer()];
  expect([await upload(gif), await upload(jpeg)]).toEqual([200, 200]);
  expect((await server.ok(detail, mallAdmin, { id: siteId })).levels[0]?.plan).toMatchObject({
    width: 10,
    height: 20,
  });
});

test('the robots of a site are those assigned to it and those on its maps, offline robots included', async () => {
  const { siteId, floorId } = await withFloor();
  const map = await server.aMap({ siteId, floorId });
  const [own, guest] = [
    await server.aDevice({ siteId, nickname: 'A' }),
    await server.aDevice({ nickname: 'B' }),
  ];
  await server.aDevice({ nickname: 'elsewhere' });
  await server.setLiveState(guest.id, { state: 'OFFLINE', mapId: map.id, x: 1, y: 2, theta: 0 });
  const { robots: rows } = await server.ok(robots, mallAdmin, { id: siteId });
  expect(rows).toMatchObject([
    { id: own.id, state: 'OFFLINE', pose: null },
    { id: guest.id, state: 'OFFLINE', mapId: map.id, pose: { x: 1, y: 2 } },
  ]);
});
