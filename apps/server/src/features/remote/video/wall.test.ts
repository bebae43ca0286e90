import { videoWallCalls, type BindingState } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();

/** A robot that reported its cameras, or none. */
async function aRobot(
  nickname: string,
  siteId: string | null,
  cameras: string[],
  binding: BindingState = 'ACTIVATED',
) {
  const companyId = companyIds.mall;
  const robot = await server.aDevice({ nickname, siteId, companyId, binding });
  const row = {
    id: newId(),
    companyId,
    deviceId: robot.id,
    kind: 'REPORTED',
    hash: nickname,
    document: { cameras, streams: ['WS_JPEG'] },
    changedAt: server.clock().toISOString(),
  };
  await inScope(server.db, '*', (tx) => tx.insert(deviceDocuments).values(row));
  return robot;
}

const sitesOf = async (who = people.mallAdmin, input = {}) =>
  (await server.ok(videoWallCalls.sites, who, input)).list;

test('a site has its robots with cameras by name, at most as many as a wall has room for', async () => {
  const { id: siteId, name: siteName } = await server.aSite({ name: 'Atrium' });
  for (let n = 11; n > 0; n--) await aRobot(`Robot ${String(n).padStart(2, '0')}`, siteId, ['FRONT']);
  await aRobot('Blind', siteId, []);
  await aRobot('Wanderer', null, ['FRONT', 'REAR']);
  const [atrium, none] = await sitesOf();
  expect(atrium).toMatchObject({ siteId, siteName, total: 11 });
  expect(atrium?.robots.map(({ name }) => name)).toEqual(
    Array.from({ length: 9 }, (_, n) => `Robot 0${n + 1}`),
  );
  expect(none).toMatchObject({ siteId: null, siteName: '', robots: [{ name: 'Wanderer' }] });
});

test('a robot of another company is on no wall, and a keyword finds a site', async () => {
  const [one, other] = [await server.aSite({ name: 'North' }), await server.aSite({ name: 'South' })];
  await aRobot('One', one.id, ['FRONT']);
  await aRobot('Two', other.id, ['FRONT']);
  expect(await sitesOf(people.otherAdmin)).toEqual([]);
  expect((await sitesOf(people.mallAdmin, { keyword: 'sou' })).map(({ siteName }) => siteName)).toEqual([
    'South',
  ]);
});

test('a robot that is not activated is on no wall', async () => {
  const site = await server.aSite();
  await aRobot('New', site.id, ['FRONT'], 'FROZEN');
  expect(await sitesOf()).toEqual([]);
  await aRobot('Active', site.id, ['FRONT']);
  expect(await sitesOf()).toMatchObject([{ total: 1, robots: [{ name: 'Active' }] }]);
});
