import { authCalls, permissions, roleCalls, topics } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { companyIds, people, startServer, type Person, type TestServer } from '../test-kit/index.ts';

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startServer();
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
afterAll(() => server.stop());

/** A browser's end of the line, and the topics it heard. */
async function connect(who: Person) {
  const { ticket } = await server.ok(authCalls.socketTicket, who, {});
  const socket = new WebSocket(`${address}/service/ws/${ticket}`);
  const heard: string[] = [];
  socket.addEventListener('message', ({ data }) =>
    heard.push((JSON.parse(String(data)) as { topic: string }).topic),
  );
  await new Promise((done) => socket.addEventListener('open', done));
  return { socket, heard, on: (topic: string) => heard.filter((one) => one === topic).length };
}

test('whose role changed is told at once and stops hearing what it no longer grants; the others are not told', async () => {
  const changed = await server.aHolder({ held: [permissions.deviceList] });
  const same = await server.aHolder({ held: [permissions.deviceList] });
  const [mine, theirs] = [await connect(changed), await connect(same)];
  const online = () =>
    server.bus.publish(
      topics.online.name,
      { deviceId: 'd', sn: 'x', online: true, at: '' },
      { companyId: companyIds.mall },
    );
  for (const line of [mine, theirs]) {
    line.socket.send(JSON.stringify({ subscribe: topics.online.name }));
    await eventually(() => {
      online();
      return line.on(topics.online.name) > 0;
    }, 'something online');
  }
  await server.ok(roleCalls.update, people.mallAdmin, {
    ...{ id: changed.roleId ?? '', version: 1, name: 'Nothing', permissions: [] },
  });
  await eventually(() => mine.on(topics.rights.name) > 0, 'the news of the rights');
  const before = [mine.on(topics.online.name), theirs.on(topics.online.name)];
  online();
  await eventually(() => theirs.on(topics.online.name) > (before[1] ?? 0), 'the other line to hear it');
  expect(mine.on(topics.online.name)).toBe(before[0]);
  expect(theirs.on(topics.rights.name)).toBe(0);
  for (const { socket } of [mine, theirs]) socket.close();
});
