import { langHeader, noticeCalls, topics, type Lang, type Message } from '@sweepline/contract';
import { authCalls } from '@sweepline/contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { notify, type NewNotice } from './notice-service.ts';
import { alarmChanged, type AlarmChange } from '../../../entities/alarms/alarm-change.ts';

interface Frame {
  topic: string;
  content: Message<typeof topics.event> & Message<typeof topics.alarm>;
  allUnReadCount?: number;
}

const server = ownTestServer();
let address: string;
const open: WebSocket[] = [];
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
beforeEach(() => server.clock.advance(60_000));
afterEach(() => open.splice(0).forEach((socket) => socket.close()));

const sendNotice = (changes: Partial<NewNotice> = {}) =>
  inScope(server.db, '*', (tx) =>
    notify(tx, server.bus, server.clock, {
      kind: 'device',
      companyId: companyIds.mall,
      template: 'runFailed',
      params: { name: 'Lobby', run: 'Night' },
      ...changes,
    } as NewNotice),
  );
const alarm = (code: string, level: number, more: Partial<AlarmChange> = {}) => {
  const device = { deviceId: 'd', deviceName: 'Lobby', alarmId: code, code, level, text: 'x' };
  const kind = { raised: true, again: false, count: 1, isTold: true, causeId: null };
  const content = { ...device, ...kind, ...more };
  server.bus.publish(alarmChanged, content, { companyId: companyIds.mall });
};

/** Opens a socket with one topic and returns its frames. The subscription is active once a frame has arrived. */
async function framesOf(who: Person, topic: string, lang: Lang, publish: () => unknown) {
  const { ticket } = await server.ok(
    authCalls.socketTicket,
    who,
    {},
    { headers: { lang: langHeader[lang] } },
  );
  const socket = new WebSocket(`${address}/service/ws/${ticket}`);
  open.push(socket);
  const frames: Frame[] = [];
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame;
    if (frame.topic === topic) frames.push(frame);
  });
  await new Promise((opened) => socket.addEventListener('open', opened));
  socket.send(JSON.stringify({ subscribe: topic }));
  await eventually(async () => {
    await publish();
    return frames.length > 0;
  }, `something on ${topic}`);
  // Frames that were published again meanwhile have arrived.
  await new Promise((done) => setTimeout(done, 1_200));
  frames.length = 0;
  return frames;
}
const sendOwn = (who: Person) => sendNotice({ kind: 'system', companyId: who.companyId, accountId: who.id });

test('a notice is pushed in the language of each reader, with the reader’s unread counts', async () => {
  const german = await framesOf(people.reader, topics.event.name, 'ge', () => sendOwn(people.reader));
  const chinese = await framesOf(people.agentAdmin, topics.event.name, 'zh-cn', () =>
    sendOwn(people.agentAdmin),
  );
  await server.ok(noticeCalls.systemReadAll, people.reader, {});
  await sendNotice();
  await eventually(() => german.length > 0 && chinese.length > 0, 'the notice at both');
  expect(german[0]).toMatchObject({ content: { kind: 'device', more: 0 }, allUnReadCount: 1 });
  expect(german[0]?.content.unread).toEqual([0, 1, 0]);
  expect(german[0]?.content.notice.content).toContain('ist fehlgeschlagen');
  expect(chinese[0]?.content.notice.content).toContain('执行失败');
  expect(chinese[0]?.content.unread[0]).toBeGreaterThan(0);
  expect(topics.event.message.safeParse(german[0]?.content).success).toBe(true);
});

test('a notice is not pushed to other companies, to others than its account, or without the right to devices', async () => {
  const other = await framesOf(people.otherAdmin, topics.event.name, 'en', () => sendOwn(people.otherAdmin));
  const bare = await framesOf(people.bare, topics.event.name, 'en', () => sendOwn(people.bare));
  const reader = await framesOf(people.reader, topics.event.name, 'en', () => sendOwn(people.reader));
  await sendOwn(people.mallAdmin);
  await sendNotice();
  await eventually(() => reader.length > 0, 'the notice at the reader’s');
  await new Promise((done) => setTimeout(done, 1_200));
  expect(reader.map(({ content }) => content.kind)).toEqual(['device']);
  expect([other, bare]).toEqual([[], []]);
});

test('a notice is not pushed when its transaction fails', async () => {
  const frames = await framesOf(people.reader, topics.event.name, 'en', () => sendOwn(people.reader));
  const failing = inScope(server.db, '*', async (tx) => {
    const words = { template: 'runFailed' as const, params: { name: 'x', run: 'never' } };
    await notify(tx, server.bus, server.clock, { kind: 'device', companyId: companyIds.mall, ...words });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await sendNotice();
  await eventually(() => frames.length > 0, 'the notice that was committed');
  expect(frames.map(({ content }) => content.notice.content).join()).not.toContain('never');
});

test('in a flood of alarms the most severe are pushed and the others are counted', async () => {
  const frames = await framesOf(people.reader, topics.alarm.name, 'en', () => alarm('90000', 1));
  // Frames are sent in order: after this one, no alarm of the subscription can be counted with the flood.
  alarm('20101', 5);
  await eventually(() => frames.some(({ content }) => content.code === '20101'), 'the last alarm before');
  frames.length = 0;
  for (let n = 0; n < 40; n++) alarm('10101', 3);
  alarm('40101', 5);
  alarm('40101', 5, { again: true });
  await eventually(() => frames.some(({ content }) => content.code === '40101'), 'the most severe alarm');
  await new Promise((done) => setTimeout(done, 1_200));
  const counted = frames.reduce((sum, { content }) => sum + content.more, 0);
  expect(frames.length).toBeLessThan(25);
  expect(frames.length + counted).toBe(42);
  expect(topics.alarm.message.safeParse(frames[0]?.content).success).toBe(true);
  expect(server.faults).toEqual([]);
});
