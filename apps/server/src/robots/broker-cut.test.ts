import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inScope } from '../platform/db/db.ts';
import { startProxy, type Proxy } from '../test-kit/servers/tcp-proxy.ts';
import {
  anInstallation,
  isOnlineAt,
  type Installation,
  type InstalledServer,
} from '../test-kit/gateway-installation.ts';
import { aCompany, eventually } from './test-kit/test-gateway.ts';

let installation: Installation;
const proxies: Proxy[] = [];
const robotCount = 8;

beforeAll(async () => {
  installation = await anInstallation();
});
beforeEach(() => installation.database.reset());
afterEach(async () => {
  for (const proxy of proxies) proxy.mend();
  expect(await installation.reset()).toEqual([]);
  for (const proxy of proxies.splice(0)) proxy.stop();
});
afterAll(() => installation.close());

/** Two servers that share some robots, each with a network of its own to the broker. */
async function twoServers() {
  const servers: InstalledServer[] = [];
  for (let n = 0; n < 2; n += 1) {
    const proxy = await startProxy(installation.mqttUrl);
    proxies.push(proxy);
    servers.push(await installation.aServer({ mqttUrl: proxy.url }));
  }
  const [first, second] = servers as [InstalledServer, InstalledServer];
  await installation.untilShared([first, second]);
  const companyId = await aCompany(installation.database.db);
  for (let n = 0; n < robotCount; n += 1) await installation.aRobot(companyId);
  await installation.untilOwned([first, second]);
  const [toFirst, toSecond] = proxies as [Proxy, Proxy];
  return { first, second, toFirst, toSecond };
}

/** Counts the changes of the owners of all shards. */
const ownerChanges = async () => {
  const [row] = await inScope(installation.database.db, '*', (tx) =>
    tx.raw<{ changes: number }>('select sum(epoch)::int as changes from shards'),
  );
  return row?.changes;
};
const reaches = ({ cluster }: InstalledServer) =>
  cluster.servers().every(({ brokerMs }) => brokerMs > 1_000 && brokerMs < 60_000);
const allAt = ({ gateway, cluster }: InstalledServer) =>
  installation.robots.every(({ device }) => cluster.owns(device.deviceId) && isOnlineAt({ gateway }, device));

describe('a server that does not reach the broker', () => {
  test.for(['cut', 'stall'] as const)(
    'gives its robots to one that does, and owns some again afterwards: %s',
    async (fault) => {
      const { first, second, toSecond } = await twoServers();
      await eventually(() => reaches(first), 'the broker to be reached for a while');
      toSecond[fault]();
      await eventually(() => allAt(first), 'all robots at the server that reaches the broker', 20_000);
      expect(second.gateway.robotCount()).toBe(0);
      expect([second.cluster.mayAct(), second.cluster.isCutOff()]).toEqual([false, true]);
      expect([first.cluster.mayAct(), first.cluster.isCutOff()]).toEqual([true, false]);

      toSecond.mend();
      await eventually(() => second.cluster.mayAct(), 'the server to act again', 20_000);
      await installation.untilShared([first, second]);
      await installation.untilOwned([first, second]);
    },
  );

  test('keeps its robots if no other server reaches it either, also when it is back', async () => {
    const { first, second, toFirst, toSecond } = await twoServers();
    await eventually(() => reaches(first), 'the broker to be reached for a while');
    const before = await ownerChanges();
    toFirst.cut();
    toSecond.cut();
    const isLong = ({ brokerMs }: { brokerMs: number }) => brokerMs < -3_000;
    await eventually(() => first.cluster.servers().every(isLong), 'a long outage');
    expect([first.cluster.mayAct(), second.cluster.mayAct()]).toEqual([true, true]);
    toFirst.mend();
    toSecond.mend();
    await eventually(() => reaches(first), 'both to be back', 20_000);
    await installation.untilOwned([first, second]);
    expect(await ownerChanges()).toBe(before);
  });
});
