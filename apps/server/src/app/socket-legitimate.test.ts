import { deviceTopic, maxFilterIds, topics } from '@sweepline/contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { unseenLive } from '../features/devices/devices/device-service.ts';
import { inScope } from '../platform/db/db.ts';
import { newId } from '../platform/runtime/ids.ts';
import { limitNames } from '../platform/socket/socket-metrics.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { openBrowserSocket, type BrowserSocket } from '../test-kit/browser-socket.ts';
import { companyIds, people } from '../test-kit/index.ts';
import { ownTestServer } from '../test-kit/test-server.ts';

/** The busiest use of the socket by pages of the console. */
const server = ownTestServer();
let address: string;
let tests = 0;
const pages: BrowserSocket[] = [];
beforeAll(async () => {
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
  // Each test starts with unused limits, and nothing refills during it.
  tests += 1;
  server.clock.advance(tests * 600_000);
});
afterEach(() => pages.splice(0).forEach(({ socket }) => socket.close()));

const open = async () => {
  const page = await openBrowserSocket(server, address, people.mallAdmin);
  pages.push(page);
  return page;
};

const figures = async () => {
  const headers = { authorization: 'Bearer metrics-token-of-the-tests' };
  const { body } = await server.app.inject({ url: '/metrics', headers });
  return (name: string) =>
    Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    );
};
const subscribed = (count: number) =>
  eventually(
    async () => (await figures())('sweepline_socket_subscriptions') === count,
    `${count} subscriptions`,
  );

/** The limit of the process only delays messages, and a fast machine sends enough of them in a second to reach it. */
const ownLimits = limitNames.filter((limit) => limit !== 'messages_process');

async function expectNoLimitReached() {
  const figure = await figures();
  for (const limit of ownLimits)
    expect(figure(`sweepline_socket_limit_reached_total{limit="${limit}"}`), limit).toBe(0);
  expect(pages.map(({ closed }) => closed)).toEqual(pages.map(() => undefined));
}

/** Waits until all earlier requests of the page are applied: its last subscription then receives a message. */
async function applied(page: BrowserSocket) {
  const { name } = topics.online;
  page.send({ subscribe: name });
  await eventually(() => {
    server.bus.publish(
      topics.online,
      { deviceId: 'd', sn: 'x', online: true, at: '' },
      { companyId: companyIds.mall },
    );
    return page.count(name) > 0;
  }, 'the last subscription');
}

const everyPage = [
  topics.rights,
  topics.event,
  topics.alarm,
  topics.announcement,
  topics.commands,
  topics.jobs,
];
const ids = (count: number) => Array.from({ length: count }, newId);

test('a list that changes its 100 rows while it scrolls reaches no limit', async () => {
  const page = await open();
  const rows = ids(400);
  for (let first = 0; first < 300; first += 1)
    page.send({ subscribe: topics.devices.name, only: rows.slice(first, first + 100) });
  for (let round = 0; round < 20; round += 1)
    page.send({ subscribe: topics.devices.name, only: ids(maxFilterIds) });
  await applied(page);
  await expectNoLimitReached();
});

test('a map with 10,000 robots that is opened, left and opened again reaches no limit and costs few queries', async () => {
  const robots = await inScope(server.db, '*', (tx) =>
    tx.raw<{ id: string }>(
      `insert into devices (id, company_id, sn, manufacturer, model, protocol, nickname, binding, secret_hash, created_at, updated_at, updated_by)
       select gen_random_uuid(), $1, 'M' || n, 'JBOT', 'J30', 'v3', 'M' || n, 'ACTIVATED', '', now(), now(), 'test'
       from generate_series(1, 10000) n returning id`,
      [companyIds.mall],
    ),
  );
  const names = robots.map(({ id }) => deviceTopic(id).name);
  const page = await open();
  page.send(...names.map((subscribe) => ({ subscribe })));
  await subscribed(10_000);
  page.send(...names.map((unsubscribe) => ({ unsubscribe })));
  await subscribed(0);
  page.send(...names.map((subscribe) => ({ subscribe })));
  await subscribed(10_000);
  expect((await figures())('sweepline_socket_admission_queries_total')).toBeLessThan(100);
  const last = robots.at(-1)?.id ?? '';
  const frame = { live: unseenLive(last), trail: null };
  server.bus.publish(deviceTopic(last), frame, { companyId: companyIds.mall });
  await eventually(() => page.count(deviceTopic(last).name) > 0, 'the last robot');
  await expectNoLimitReached();
});

test('ten tabs that reconnect after a restart with all their topics reach no limit', async () => {
  for (let restart = 0; restart < 3; restart += 1) {
    const tabs = await Promise.all(Array.from({ length: 10 }, open));
    const device = await server.aDevice();
    for (const tab of tabs) {
      tab.send(...everyPage.map(({ name }) => ({ subscribe: name })), {
        subscribe: deviceTopic(device.id).name,
      });
      tab.send({ subscribe: topics.devices.name, only: ids(100) });
    }
    await subscribed(10 * (everyPage.length + 2));
    await expectNoLimitReached();
    for (const { socket } of pages.splice(0)) socket.close();
    await subscribed(0);
  }
});

test('drive frames of five minutes at 10 Hz reach no limit', async () => {
  const page = await open();
  const frame = { session: newId(), at: 0, deadman: true, v: 0.2, w: 0 };
  for (let seq = 0; seq < 3_000; seq += 1) page.send({ drive: { ...frame, seq } });
  await applied(page);
  await expectNoLimitReached();
});
