import { otaTaskCalls } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { rolloutFleet } from '../../../test-kit/files/rollout-fleet.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { preview, previewRobots } = otaTaskCalls;
const { superAdmin, agentAdmin } = people;
const server = testServer();
let fleet: ReturnType<typeof rolloutFleet>;
beforeEach(() => {
  fleet = rolloutFleet(server);
});

type Plan = ReturnType<typeof fleet.aPlan>;

async function planned(robots: number, overrides: Partial<Plan> = {}) {
  const devices = [];
  for (let n = 0; n < robots; n++) devices.push(await fleet.aRobot());
  return { devices, plan: fleet.aPlan((await server.aPackage({ version: '1.0.0' })).id, overrides) };
}

const pageOf = (plan: Plan, page: number, person = superAdmin) =>
  server.ok(previewRobots, person, { plan, page, pageSize: 2 });

test('pages have each robot once, in the order of the rollout', async () => {
  const { devices, plan } = await planned(5, { stages: [{ upToPct: 20 }, { upToPct: 100 }] });
  const pages = [await pageOf(plan, 1), await pageOf(plan, 2), await pageOf(plan, 3)];
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
  const rows = pages.flatMap(({ list }) => list);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(devices.map(({ id }) => id).toSorted());
  expect(rows.map(({ stage }) => stage)).toEqual([0, 1, 1, 1, 1]);
});

test('pages show the verdicts of the preview for a minute, and then new ones', async () => {
  const { devices, plan } = await planned(1);
  const verdicts = async () => (await pageOf(plan, 1)).list.map(({ verdict }) => verdict);
  await server.ok(preview, superAdmin, plan);
  await server.aVersion(devices[0]!, '1.0.0');
  expect(await verdicts()).toEqual(['UPDATES']);
  server.clock.advance(60_000);
  expect(await verdicts()).toEqual(['UP_TO_DATE']);
});

test('a new preview replaces the verdicts of the last one at once', async () => {
  const { devices, plan } = await planned(1);
  await server.ok(preview, superAdmin, plan);
  await server.aVersion(devices[0]!, '1.0.0');
  await server.ok(preview, superAdmin, plan);
  expect((await pageOf(plan, 1)).list).toMatchObject([{ verdict: 'UP_TO_DATE', way: [] }]);
});

test('a robot that was sold after the preview is on no page of the company it left', async () => {
  const { devices, plan } = await planned(2);
  await server.ok(preview, agentAdmin, plan);
  const [sold, other] = devices;
  await server.asOwner(
    (sql) => sql`update devices set company_id = ${companyIds.other} where id = ${sold!.id}`,
  );
  expect((await pageOf(plan, 1, agentAdmin)).list.map(({ id }) => id)).toEqual([other!.id]);
});

test('a preview of the provider is no preview of an agent', async () => {
  const { plan } = await planned(1);
  const foreign = await fleet.aRobot('0.9.0', { companyId: companyIds.other });
  expect((await server.ok(preview, superAdmin, plan)).verdicts).toEqual({ UPDATES: 2 });
  const { total, list } = await pageOf(plan, 1, agentAdmin);
  expect(total).toBe(1);
  expect(list.map(({ id }) => id)).not.toContain(foreign.id);
});

test('pages are searched by name, serial number and verdict', async () => {
  const { plan } = await planned(1);
  const lobby = await fleet.aRobot('1.0.0', { nickname: 'Lobby west' });
  const search = async (input: { keyword?: string; verdict?: 'UPDATES' | 'UP_TO_DATE' }) =>
    (await server.ok(previewRobots, superAdmin, { plan, ...input })).list.map(({ id }) => id);
  expect(await search({ keyword: 'LOBBY' })).toEqual([lobby.id]);
  expect(await search({ keyword: lobby.sn.slice(2) })).toEqual([lobby.id]);
  expect(await search({ verdict: 'UP_TO_DATE' })).toEqual([lobby.id]);
  expect(await search({ verdict: 'UPDATES', keyword: 'lobby' })).toEqual([]);
});
