import { apiUserCalls, errors, openPath, openResources, type OpenResources } from '@sweepline/contract';
import { beforeAll, expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { signatureHeaders, type OpenKey } from '../../../test-kit/open-api/sign-request.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';
import { placeEvents } from '../events/event-place-job.ts';

const server = sharedTestServer();

/** Records of one robot at one site. */
async function aPlace() {
  const site = await server.aSite();
  const robot = await server.aDevice({ siteId: site.id });
  const run = await server.aRun({ deviceId: robot.id, state: 'IN_PROGRESS' });
  const alarm = await server.anAlarm({ deviceId: robot.id, siteId: site.id });
  const map = await server.aMap({ siteId: site.id });
  return { site: site.id, robot: robot.id, run: run.id, alarm: alarm.id, map: map.id };
}
type Place = Awaited<ReturnType<typeof aPlace>>;

/** The record of each resource that a place has, and how a list names it. A new resource does not compile until it says so. */
const records: Record<
  keyof OpenResources,
  { of: (place: Place) => string; in?: (row: Row) => string | null }
> = {
  sites: { of: ({ site }) => site },
  robots: { of: ({ robot }) => robot },
  robot: { of: ({ robot }) => robot },
  robotState: { of: ({ robot }) => robot },
  runs: { of: ({ run }) => run },
  run: { of: ({ run }) => run },
  alarms: { of: ({ alarm }) => alarm },
  alarm: { of: ({ alarm }) => alarm },
  events: { of: ({ robot }) => robot, in: ({ robotId, siteId }) => robotId ?? siteId },
};
interface Row {
  id: string;
  robotId: string | null;
  siteId: string | null;
}

let inside: Place;
let outside: Place;
let user: Awaited<ReturnType<typeof server.anApiUser>>;
let keys: { all: OpenKey; site: OpenKey; robot: OpenKey };
beforeAll(async () => {
  [inside, outside] = [await aPlace(), await aPlace()];
  user = await server.anApiUser();
  const aKey = (narrowed: object) => server.anApiKey(user, server.vault.seal, ['read'], narrowed);
  keys = {
    all: await aKey({}),
    site: await aKey({ siteIds: [inside.site] }),
    robot: await aKey({ robotIds: [inside.robot] }),
  };
  await placeEvents(server.db);
});

const get = async (key: OpenKey, path: string) => {
  const target = `${openPath}${path}`;
  const headers = signatureHeaders(key, { target, at: server.clock() });
  const answer = await server.app.inject({ url: target, headers });
  // The limit per second is not what these tests are about.
  server.clock.advance(100);
  return { status: answer.statusCode, body: answer.json() };
};
const resources = Object.entries(openResources) as [keyof OpenResources, { path: string }][];
const single = resources.filter(([, { path }]) => path.includes(':id'));
const lists = resources.filter(([, { path }]) => !path.includes(':id'));

test.each(single)('%s: a record outside of a narrowed key is a missing one', async (name, { path }) => {
  const at = (place: Place) => path.replace(':id', records[name].of(place));
  for (const key of [keys.all, keys.site, keys.robot]) expect((await get(key, at(inside))).status).toBe(200);
  expect((await get(keys.all, at(outside))).status).toBe(200);
  const missing = await get(keys.site, path.replace(':id', '01900000-0000-7000-8000-000000000000'));
  for (const key of [keys.site, keys.robot]) {
    const hidden = await get(key, at(outside));
    expect(hidden.status).toBe(404);
    expect({ ...hidden.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
  }
});

test.each(lists)('%s: a narrowed key lists its own records only', async (name, { path }) => {
  const own = records[name];
  const idsOf = async (key: OpenKey) =>
    new Set(
      (await get(key, `${path}?limit=100`)).body.data.map((row: Row) => (own.in ? own.in(row) : row.id)),
    );
  const all = await idsOf(keys.all);
  expect(all.has(own.of(inside)) && all.has(own.of(outside))).toBe(true);
  const atSite = await idsOf(keys.site);
  expect(atSite.has(own.of(inside))).toBe(true);
  const hidden = new Set(Object.values(outside));
  for (const ids of [atSite, await idsOf(keys.robot)])
    expect([...ids].filter((id) => hidden.has(String(id)))).toEqual([]);
});

test('a robot that leaves the site of a key is hidden from it', async () => {
  const place = await aPlace();
  const key = await server.anApiKey(user, server.vault.seal, ['read'], { siteIds: [place.site] });
  expect((await get(key, `/robots/${place.robot}`)).status).toBe(200);
  await server.asOwner((sql) => sql`update devices set site_id = ${outside.site} where id = ${place.robot}`);
  expect((await get(key, `/robots/${place.robot}`)).status).toBe(404);
  expect((await get(key, `/runs/${place.run}`)).status).toBe(404);
});

test('a key is narrowed to what its API user and its maker see', async () => {
  const { addKey, detail } = apiUserCalls;
  const own = await server.anApiUser();
  const { key } = await server.ok(addKey, people.mallAdmin, {
    id: own.id,
    scopes: ['read'],
    siteIds: [inside.site],
    robotIds: [outside.robot],
  });
  expect(key).toMatchObject({ sites: [{ id: inside.site }], robots: [{ id: outside.robot }] });
  expect(key.robots[0]?.name).not.toBe('');
  expect((await server.ok(detail, people.mallAdmin, { id: own.id })).keyList).toMatchObject([
    { keyId: key.keyId },
  ]);
  const foreign = await server.anApiUser({ companyId: companyIds.other });
  expect(
    (
      await server.send(addKey, people.superAdmin, {
        id: foreign.id,
        scopes: ['read'],
        siteIds: [inside.site],
      })
    ).code,
  ).toBe(errors.notFound.code);
});
