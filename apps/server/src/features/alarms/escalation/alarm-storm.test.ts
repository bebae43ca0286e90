import { alarmTellingCalls, noticeCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { createMailSender } from '../../../platform/documents/mail.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { openMailbox } from '../../../test-kit/mailbox.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { sendNoticeMails } from '../../people/notices/notice-mailer-service.ts';
import { deliverTellings } from './alarm-delivery-service.ts';
import { planTellings } from './alarm-plan-service.ts';
import { moveTellings } from './alarm-step-service.ts';

const server = testServer();
afterEach(() => expect(server.faults).toEqual([]));

const { mallAdmin, agentAdmin, otherAdmin } = people;
const minuteMs = 60_000;
const code = '10110';

async function tick(minutes = 0) {
  server.clock.advance(minutes * minuteMs);
  const deps = { ...server, now: server.clock };
  await planTellings(server.db, server.clock);
  await moveTellings(deps);
  await deliverTellings(deps);
}
const notifies = (companyId: string, accountIds: string[], more: object = {}) =>
  inScope(server.db, '*', (tx) =>
    tx.insert(alarmSettings).values({
      companyId,
      code,
      receivers: { accountIds, roleIds: [] },
      updatedAt: server.clock().toISOString(),
      updatedBy: 'test',
      ...more,
    }),
  );
async function raise(nickname: string, companyId: string = companyIds.mall, alarmCode = code) {
  const device = await server.aDevice({ nickname, companyId });
  const toldAt = server.clock().toISOString();
  return await server.anAlarm({ deviceId: device.id, companyId, code: alarmCode, text: 'Stuck', toldAt });
}
const noticesOf = async (who = mallAdmin) =>
  (await server.ok(noticeCalls.deviceList, who, {})).list.map((notice) => ({
    ...notice,
    content: notice.content.replaceAll(/<[^>]*>/g, ''),
  }));
const contents = async (who = mallAdmin) => (await noticesOf(who)).map(({ content }) => content);

test('robots that raise one code are one notice of a person and company, which counts them and leads to the latest', async () => {
  await notifies(companyIds.mall, [mallAdmin.id, agentAdmin.id]);
  await raise('Otter');
  await raise('Beaver');
  await tick();
  const last = await raise('Heron');
  await tick(1);
  for (const who of [mallAdmin, agentAdmin])
    expect(await contents(who)).toEqual(['3 alarms 10110 Stuck, the latest of Heron']);
  expect(await noticesOf()).toMatchObject([
    { alarmId: last.id, deviceName: 'Heron', createTime: server.clock().toISOString() },
  ]);
});

test('a notice that takes up a further robot is unread again', async () => {
  await notifies(companyIds.mall, [mallAdmin.id]);
  await raise('Otter');
  await tick();
  const [first] = await noticesOf();
  await server.ok(noticeCalls.read, mallAdmin, { id: first!.eventId });
  expect(await noticesOf()).toMatchObject([{ isRead: 1 }]);
  await raise('Beaver');
  await tick(1);
  expect(await noticesOf()).toMatchObject([{ eventId: first!.eventId, isRead: 0 }]);
});

test('another code, another company and an alarm after ten minutes are notices of their own', async () => {
  await notifies(companyIds.mall, [agentAdmin.id]);
  await notifies(companyIds.mall, [agentAdmin.id], { code: '20110' });
  await notifies(companyIds.other, [otherAdmin.id]);
  await raise('Otter');
  await raise('Beaver', companyIds.mall, '20110');
  await raise('Crane', companyIds.other);
  await tick();
  await raise('Heron');
  await tick(11);
  expect((await contents(agentAdmin)).toSorted()).toEqual([
    'Alarm 10110 Stuck of Heron',
    'Alarm 10110 Stuck of Otter',
    'Alarm 20110 Stuck of Beaver',
  ]);
  expect(await contents(otherAdmin)).toEqual(['Alarm 10110 Stuck of Crane']);
});

test('servers at the same time write one notice of a storm, and every delivery names it', async () => {
  await notifies(companyIds.mall, [mallAdmin.id]);
  for (let n = 0; n < 8; n++) await raise(`Robot ${n}`);
  const deps = { ...server, now: server.clock };
  await planTellings(server.db, server.clock);
  await moveTellings(deps);
  await Promise.all([deliverTellings(deps), deliverTellings(deps), deliverTellings(deps)]);
  const rows = await server.asOwner(
    (sql) =>
      sql`select d.state, n.params ->> 'count' as count from alarm_deliveries d join notices n on n.id = d.notice_id`,
  );
  expect(rows).toEqual(Array.from({ length: 8 }, () => ({ state: 'SENT', count: '8' })));
});

test('mails of a storm are one at once and one after ten minutes about those that still stand', async () => {
  const mailbox = await openMailbox();
  await server.asOwner(
    (sql) => sql`update accounts set email = 'mall@example.com' where id = ${mallAdmin.id}`,
  );
  await notifies(companyIds.mall, [mallAdmin.id], { channels: ['MAIL'] });
  const mail = createMailSender(mailbox.url, 'Sweepline <notices@sweepline.example>');
  const send = () => sendNoticeMails({ ...server, now: server.clock, mail, base: 'https://console.example' });
  await raise('Otter');
  await raise('Beaver');
  await tick();
  await send();
  const over = await raise('Crane');
  await raise('Heron');
  await tick(1);
  await send();
  expect(mailbox.received).toHaveLength(1);
  await inScope(server.db, '*', (tx) =>
    tx.update(alarms).set({ clearedAt: server.clock().toISOString() }).where(eq(alarms.id, over.id)),
  );
  await tick(9);
  await send();
  mail.close();
  const subjects = mailbox.received.map(({ mail: { subject } }) => subject?.replace(/^[^:]*: /, ''));
  expect(subjects).toEqual(['2 alarms 10110 Stuck, the latest of Beaver', 'Alarm 10110 Stuck of Heron']);
  const states = async (id: string) =>
    (await server.ok(alarmTellingCalls.deliveries, mallAdmin, { id })).list.map(
      ({ state, reason }) => state + reason,
    );
  expect(await states(over.id)).toEqual(['SKIPPEDOVER']);
  await mailbox.close();
});
