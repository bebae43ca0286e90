import { authCalls, permissions, roleCalls, topics } from '@sweepline/contract';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { companyIds, people, type Person } from '../test-kit/index.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';

const server = sharedTestServer();
let address: string;
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});

/** A browser's socket and the topics of its received messages. */
async function connect(who: Person) {
  const { ticket } = await server.ok(authCalls.socketTicket, who, {});
  const socket = new WebSocket(`${address}/service/ws/${ticket}`);
  const received: string[] = [];
  socket.addEventListener('message', ({ data }) =>
    received.push((JSON.parse(String(data)) as { topic: string }).topic),
  );
  await new Promise((done) => socket.addEventListener('open', done));
  return { socket, received, count: (topic: string) => received.filter((name) => name === topic).length };
}

test('an account whose role changed is notified at once and gets no more messages of revoked rights; others are not notified', async () => {
  const changed = await server.anAccount({ permissionCodes: [permissions.deviceList] });
  const same = await server.anAccount({ permissionCodes: [permissions.deviceList] });
  const [changedPage, samePage] = [await connect(changed), await connect(same)];
  const online = () =>
    server.bus.publish(
      topics.online,
      { deviceId: 'd', sn: 'x', online: true, at: '' },
      { companyId: companyIds.mall },
    );
  for (const page of [changedPage, samePage]) {
    page.socket.send(JSON.stringify({ subscribe: topics.online.name }));
    await eventually(() => {
      online();
      return page.count(topics.online.name) > 0;
    }, 'something online');
  }
  await server.ok(roleCalls.update, people.mallAdmin, {
    id: changed.roleId ?? '',
    version: 1,
    name: 'Nothing',
    permissions: [],
  });
  await eventually(() => changedPage.count(topics.rights.name) > 0, 'the news of the rights');
  const counts = [changedPage.count(topics.online.name), samePage.count(topics.online.name)];
  online();
  await eventually(
    () => samePage.count(topics.online.name) > (counts[1] ?? 0),
    'the message at the other page',
  );
  expect(changedPage.count(topics.online.name)).toBe(counts[0]);
  expect(samePage.count(topics.rights.name)).toBe(0);
  for (const { socket } of [changedPage, samePage]) socket.close();
});
