import { langHeader, noticeCalls, topics, type Lang, type Message } from '@sweepline/contract';
import { authCalls } from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { companyIds, people, startServer, type Person, type TestServer } from '../../test-kit/index.ts';
import { notify, type NewNotice } from './notice-service.ts';

type Told = Message<typeof topics.event>;
interface Frame {
  topic: string;
  content: Told & Message<typeof topics.alarm>;
  allUnReadCount?: number;
}

let server: TestServer;
let address: string;
const open: WebSocket[] = [];
beforeAll(async () => {
  server = await startServer();
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
beforeEach(async () => {
  await server.reset();
  server.clock.advance(60_000);
});
afterEach(() => open.splice(0).forEach((socket) => socket.close()));
afterAll(() => server.stop());

const tell = (given: Partial<NewNotice> = {}) =>
  inScope(server.db, '*', (tx) =>
    notify(tx, server.bus, server.clock, {
      ...{ kind: 'device', companyId: companyIds.mall, template: 'runFailed' },
      ...{ params: { name: 'Lobby', run: 'Night' }, ...given },
    } as NewNotice),
  );
const alarm = (code: string, level: number, more: object = {}) => {
  const device = { deviceId: 'd', deviceName: 'Lobby', alarmId: code, code, level, text: 'x' };
  const content = { ...device, raised: true, again: false, ...more };
  server.bus.publish(topics.alarm.name, content, { companyId: companyIds.mall });
};

/** A browser that hears one topic; it does once something of that topic has arrived. */
async function listening(who: Person, topic: string, lang: Lang, publish: () => unknown) {
  const { ticket } = await server.ok(
    authCalls.socketTicket,
    who,
    {},
    { headers: { lang: langHeader[lang] } },
  );
  const socket = new WebSocket(`${address}/service/ws/${ticket}`);
  open.push(socket);
  const heard: Frame[] = [];
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame;
    if (frame.topic === topic) heard.push(frame);
  });
  await new Promise((opened) => socket.addEventListener('open', opened));
  socket.send(JSON.stringify({ subscribe: topic }));
  await eventually(async () => {
    await publish();
    return heard.length > 0;
  }, `something on ${topic}`);
  // What was told again meanwhile has had its turn.
  await new Promise((done) => setTimeout(done, 1_200));
  heard.length = 0;
  return heard;
}
const own = (who: Person) => tell({ kind: 'system', companyId: who.companyId, accountId: who.id });

test('a notice is told in each reader’s language, with what is unread by them', async () => {
  const german = await listening(people.reader, topics.event.name, 'ge', () => own(people.reader));
  const chinese = await listening(people.agentAdmin, topics.event.name, 'zh-cn', () =>
    own(people.agentAdmin),
  );
  await server.ok(noticeCalls.systemReadAll, people.reader, {});
  await tell();
  await eventually(() => german.length > 0 && chinese.length > 0, 'the notice at both');
  expect(german[0]).toMatchObject({ content: { kind: 'device', more: 0 }, allUnReadCount: 1 });
  expect(german[0]?.content.unread).toEqual([0, 1, 0]);
  expect(german[0]?.content.notice.content).toContain('ist fehlgeschlagen');
  expect(chinese[0]?.content.notice.content).toContain('执行失败');
  expect(chinese[0]?.content.unread[0]).toBeGreaterThan(0);
  expect(topics.event.message.safeParse(german[0]?.content).success).toBe(true);
});

test('nobody hears of another company, of what is another person’s, or of robots they may not see', async () => {
  const other = await listening(people.otherAdmin, topics.event.name, 'en', () => own(people.otherAdmin));
  const bare = await listening(people.bare, topics.event.name, 'en', () => own(people.bare));
  const reader = await listening(people.reader, topics.event.name, 'en', () => own(people.reader));
  await own(people.mallAdmin);
  await tell();
  await eventually(() => reader.length > 0, 'the notice at the reader’s');
  await new Promise((done) => setTimeout(done, 1_200));
  expect(reader.map(({ content }) => content.kind)).toEqual(['device']);
  expect([other, bare]).toEqual([[], []]);
});

test('a notice of a transaction that failed is never told', async () => {
  const heard = await listening(people.reader, topics.event.name, 'en', () => own(people.reader));
  const failing = inScope(server.db, '*', async (tx) => {
    const words = { template: 'runFailed' as const, params: { name: 'x', run: 'never' } };
    await notify(tx, server.bus, server.clock, { kind: 'device', companyId: companyIds.mall, ...words });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await tell();
  await eventually(() => heard.length > 0, 'the notice that was kept');
  expect(heard.map(({ content }) => content.notice.content).join()).not.toContain('never');
});

test('of a flood of alarms the gravest are told and the others counted', async () => {
  const heard = await listening(people.reader, topics.alarm.name, 'en', () => alarm('90000', 1));
  for (let n = 0; n < 40; n++) alarm('10101', 3);
  alarm('40101', 5);
  alarm('40101', 5, { again: true });
  await eventually(() => heard.some(({ content }) => content.code === '40101'), 'the gravest');
  await new Promise((done) => setTimeout(done, 1_200));
  const counted = heard.reduce((sum, { content }) => sum + content.more, 0);
  expect(heard.length).toBeLessThan(25);
  expect(heard.length + counted).toBe(42);
  expect(topics.alarm.message.safeParse(heard[0]?.content).success).toBe(true);
  expect(server.faults).toEqual([]);
});
