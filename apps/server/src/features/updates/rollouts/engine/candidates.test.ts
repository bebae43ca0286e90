import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { otaTasks } from '../../../../entities/updates/ota-task-table.ts';
import { inScope } from '../../../../platform/db/db.ts';
import { rolloutFleet } from '../../../../test-kit/files/rollout-fleet.ts';
import { testServer } from '../../../../test-kit/test-server.ts';
import { candidatesOf } from './candidates.ts';

const server = testServer();
let fleet: ReturnType<typeof rolloutFleet>;
beforeEach(() => {
  fleet = rolloutFleet(server);
});

/** A running task of robots that wait for their turn, in the order of the rollout. */
async function waiting(count: number) {
  for (let n = 0; n < count; n++) await fleet.aRobot();
  const { id } = await fleet.started(fleet.aPlan((await server.aPackage({ version: '1.0.0' })).id));
  const records = await fleet.recordsOf(id);
  /** The records of each block; the first block has two at most. */
  const blocks = () =>
    inScope(server.db, '*', async (tx) => {
      const [task] = await tx.select().from(otaTasks).where(eq(otaTasks.id, id));
      const found = [];
      for await (const block of candidatesOf(tx, task!, server.clock().toISOString(), 2))
        found.push(block.map((record) => record.id));
      return found;
    });
  return { records, ids: records.map((record) => record.id), blocks };
}

test('each waiting robot is in one block, in the order of the rollout', async () => {
  const { ids, blocks } = await waiting(7);
  expect(await blocks()).toEqual([ids.slice(0, 2), ids.slice(2, 6), ids.slice(6)]);
});

test('a robot behind blocks of robots that are offline is found', async () => {
  const { records, ids, blocks } = await waiting(7);
  for (const { device } of records.slice(0, 6))
    await server.asOwner((sql) => sql`update device_live set state = 'OFFLINE' where id = ${device.id}`);
  expect(await blocks()).toEqual([[], [], [ids[6]]]);
});

test('a block that is exactly full is followed by none', async () => {
  const { ids, blocks } = await waiting(2);
  expect(await blocks()).toEqual([ids]);
});

test('a rollout with one robot per site begins at each site in one tick, however many robots the first has', async () => {
  const [large, small] = [await server.aSite(), await server.aSite()];
  for (let n = 0; n < 53; n++) await fleet.aRobot('0.9.0', { siteId: large.id });
  const other = await fleet.aRobot('0.9.0', { siteId: small.id });
  const { id: packageId } = await server.aPackage({ version: '1.0.0' });
  const { id } = await fleet.started(fleet.aPlan(packageId, { onePerSite: true, maxAtOnce: 2 }));
  await server.asOwner(
    (sql) => sql`update ota_records set rank = 1000 where task_id = ${id} and device_id = ${other.id}`,
  );
  await fleet.tick();
  expect(fleet.sent).toHaveLength(2);
  expect(fleet.sent.map(({ deviceId }) => deviceId)).toContain(other.id);
});
