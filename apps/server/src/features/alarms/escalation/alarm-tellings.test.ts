import {
  alarmActCalls,
  alarmCalls,
  alarmTellingCalls,
  noticeCalls,
  permissions,
  type EscalationStep,
} from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { createMailSender } from '../../../platform/documents/mail.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { openMailbox } from '../../../test-kit/mailbox.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { sendNoticeMails } from '../../people/notices/notice-mailer-service.ts';
import { deliverTellings } from './alarm-delivery-service.ts';
import { planTellings } from './alarm-plan-service.ts';
import { moveTellings } from './alarm-step-service.ts';

const server = testServer();
afterEach(() => expect(server.faults).toEqual([]));

const { agentAdmin, mallAdmin, reader, otherAdmin, staff } = people;
const minuteMs = 60_000;
const code = '10110';

async function tick(minutes = 0) {
  server.clock.advance(minutes * minuteMs);
  const deps = { ...server, now: server.clock };
  await planTellings(server.db, server.clock);
  await moveTellings(deps);
  await deliverTellings(deps);
}
type Setting = Partial<typeof alarmSettings.$inferInsert>;
const configure = (setting: Setting) =>
  inScope(server.db, '*', (tx) =>
    tx.insert(alarmSettings).values({
      companyId: companyIds.mall,
      code,
      updatedAt: server.clock().toISOString(),
      updatedBy: 'test',
      ...setting,
    }),
  );
async function raise(more: Partial<typeof alarms.$inferInsert> = {}) {
  const device = await server.aDevice({ nickname: 'Lobby' });
  const at = server.clock().toISOString();
  return await server.anAlarm({ deviceId: device.id, code, text: 'Stuck', toldAt: at, ...more });
}
const change = (id: string, set: Partial<typeof alarms.$inferInsert>) =>
  inScope(server.db, '*', (tx) => tx.update(alarms).set(set).where(eq(alarms.id, id)));
const now = () => server.clock().toISOString();
const noticesOf = async (who: Person) =>
  (await server.ok(noticeCalls.deviceList, who, {})).list.map(({ content }) =>
    content.replaceAll(/<[^>]*>/g, ''),
  );
const log = async (id: string, who: Person = mallAdmin) =>
  (await server.ok(alarmTellingCalls.deliveries, who, { id })).list;
/** The hour from now on is quiet for alarms below level 5. */
function keepQuiet({ id }: Person) {
  const clock = (minutes: number) =>
    new Date(server.clock().getTime() + minutes * minuteMs).toISOString().slice(11, 16);
  const quiet = { from: clock(0), to: clock(60), level: 5 };
  return server.asOwner((sql) => sql`update accounts set profile = ${sql.json({ quiet })} where id = ${id}`);
}
const toAccount = (afterMinutes: number, id: string): EscalationStep => ({
  afterMinutes,
  targets: [{ kind: 'ACCOUNT', id }],
  channels: ['BELL'],
});
const policyOf = async (steps: EscalationStep[], more: object = {}) => {
  const { id: policyId } = await server.aPolicy({ name: 'Night', steps, ...more });
  await configure({ policyId });
};

test('an alarm without settings needs no telling of its own', async () => {
  const { id } = await raise();
  await tick();
  expect(await log(id)).toEqual([]);
  expect(await server.asOwner((sql) => sql`select * from alarm_tellings`)).toEqual([]);
});

test('a delayed alarm is told to everyone once it has stood for its time, and not when it is over before', async () => {
  await configure({ tellAfterS: 120 });
  const [standing, short] = [await raise({ toldAt: null }), await raise({ toldAt: null })];
  await tick(1);
  await change(short.id, { clearedAt: now() });
  await tick(1);
  const rows = await server.asOwner((sql) => sql`select id from alarms where told_at is not null`);
  expect(rows).toEqual([{ id: standing.id }]);
  expect(await log(standing.id)).toMatchObject([
    { name: null, channel: 'BELL', state: 'SENT', rule: { kind: 'CODE', target: 'EVERYONE' } },
  ]);
  expect(await log(short.id)).toEqual([]);
});

test('an alarm that arrives late is told at once, with its true age', async () => {
  await policyOf([toAccount(0, mallAdmin.id)]);
  await raise({ raisedAt: new Date(server.clock().getTime() - 120 * minuteMs).toISOString() });
  await tick();
  expect(await noticesOf(mallAdmin)).toEqual([
    'Alarm 10110 Stuck of Lobby has stood for 2 hours and waits for someone to take care of it',
  ]);
});

test('the steps of a policy follow until the alarm is acknowledged, each once', async () => {
  await policyOf([toAccount(5, mallAdmin.id), toAccount(15, agentAdmin.id), toAccount(60, staff.id)]);
  const { id } = await raise();
  await tick();
  await tick(4);
  expect(await noticesOf(mallAdmin)).toEqual([]);
  await tick(1);
  await tick();
  expect(await noticesOf(mallAdmin)).toHaveLength(1);
  await tick(30);
  await tick();
  expect(await noticesOf(agentAdmin)).toHaveLength(1);
  await change(id, { acknowledgedAt: now() });
  await tick(60);
  expect(await noticesOf(staff)).toEqual([]);
  expect((await log(id, agentAdmin)).map(({ name, rule }) => [name, rule.policy, rule.step])).toEqual([
    ['Nick agentAdmin', 'Night', 2],
    ['Nick mallAdmin', 'Night', 1],
  ]);
});

test('a step that was due before an acknowledgement was withdrawn is told, and once', async () => {
  await policyOf([toAccount(5, mallAdmin.id), toAccount(60, staff.id)]);
  const [{ id }, other] = [await raise(), await raise()];
  await tick();
  await tick(4.5);
  for (const alarm of [id, other.id])
    await server.ok(alarmActCalls.acknowledge, agentAdmin, { alarms: [{ id: alarm, version: 1 }] });
  await tick(0.8);
  expect(await noticesOf(mallAdmin)).toEqual([]);
  await server.ok(alarmActCalls.withdraw, agentAdmin, { alarms: [{ id, version: 2 }] });
  await tick();
  await tick(1);
  expect(await log(id)).toMatchObject([{ state: 'SENT', rule: { step: 1 } }]);
  expect(await log(other.id)).toEqual([]);
  await tick(60);
  expect(await noticesOf(staff)).toHaveLength(1);
});

test('a notice that quiet hours delayed is sent if an acknowledgement meanwhile was withdrawn', async () => {
  await policyOf([toAccount(0, mallAdmin.id)]);
  await keepQuiet(mallAdmin);
  const { id } = await raise();
  await tick();
  await tick(59.5);
  await server.ok(alarmActCalls.acknowledge, agentAdmin, { alarms: [{ id, version: 1 }] });
  await tick(0.8);
  expect(await log(id)).toMatchObject([{ state: 'SKIPPED', reason: 'OVER' }]);
  await server.ok(alarmActCalls.withdraw, agentAdmin, { alarms: [{ id, version: 2 }] });
  await tick();
  expect(await log(id)).toMatchObject([{ state: 'SENT' }]);
});

test('reminders come every n minutes until the alarm is acknowledged', async () => {
  await policyOf([toAccount(5, mallAdmin.id)], { remindMinutes: 10 });
  const { id } = await raise();
  await tick();
  for (let minute = 0; minute < 26; minute++) await tick(1);
  expect((await log(id)).map(({ repetition }) => repetition)).toEqual([2, 1, 0]);
  await change(id, { acknowledgedAt: now() });
  await tick(30);
  expect(await log(id)).toHaveLength(3);
});

const remind = async (id: string, minutes: number | null) => {
  const { version } = (await server.ok(alarmCalls.detail, mallAdmin, { id })).alarm;
  const alarm = { alarms: [{ id, version }], minutes };
  return (await server.ok(alarmActCalls.remind, mallAdmin, alarm)).results[0]!;
};

test('the reminder of one alarm is changed alone, ended, and given back to the policy', async () => {
  await policyOf([toAccount(5, mallAdmin.id)], { remindMinutes: 60 });
  const [changed, other] = [await raise(), await raise({ code: '10110' })];
  await tick();
  await tick(5);
  expect(await remind(changed.id, 10)).toMatchObject({ done: true, version: 2 });
  await tick(10);
  await tick(10);
  const counts = async () => [(await log(changed.id)).length, (await log(other.id)).length];
  expect(await counts()).toEqual([3, 1]);
  await remind(changed.id, 0);
  await tick(70);
  expect(await counts()).toEqual([3, 2]);
  await remind(changed.id, null);
  await tick(60);
  expect(await counts()).toEqual([4, 3]);
  const { acts } = await server.ok(alarmCalls.detail, mallAdmin, { id: changed.id });
  expect(acts.map(({ kind, minutes }) => [kind, minutes])).toEqual([
    ['REMINDED', null],
    ['REMINDED', 0],
    ['REMINDED', 10],
  ]);
});

test('named receivers are reminded without a policy, and an alarm without receivers is refused', async () => {
  await configure({ receivers: { accountIds: [mallAdmin.id], roleIds: [] } });
  const [named, unnamed] = [await raise(), await raise({ code: '20110' })];
  await tick();
  await remind(named.id, 30);
  await tick(30);
  expect((await log(named.id)).map(({ repetition }) => repetition)).toEqual([1, 0]);
  expect(await remind(unnamed.id, 30)).toMatchObject({
    done: false,
    reason: 'Nobody is reminded of this alarm: its settings name no receivers',
  });
});

test('a shelf stops the telling, and it begins again when the shelf ends by time', async () => {
  await policyOf([toAccount(5, mallAdmin.id)]);
  const { id } = await raise();
  await tick();
  await tick(5);
  await change(id, { shelvedUntil: new Date(server.clock().getTime() + 60 * minuteMs).toISOString() });
  await tick(30);
  expect(await noticesOf(mallAdmin)).toHaveLength(1);
  await tick(31);
  await tick(5);
  expect(await noticesOf(mallAdmin)).toHaveLength(2);
});

test('a receiver who lost the right between plan and delivery gets nothing, and the log says why', async () => {
  await policyOf([toAccount(5, reader.id), toAccount(6, otherAdmin.id)]);
  const { id } = await raise();
  await keepQuiet(reader);
  await tick();
  await tick(5);
  expect(await log(id)).toMatchObject([{ state: 'WAITING', reason: '' }]);
  await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${reader.id}`);
  await tick(61);
  expect(await log(id)).toMatchObject([{ state: 'SKIPPED', reason: 'NO_RIGHT' }]);
  expect(await noticesOf(otherAdmin)).toEqual([]);
});

test('quiet hours delay a notice, and drop it if the alarm was acknowledged meanwhile; a high level breaks through', async () => {
  await keepQuiet(mallAdmin);
  await configure({ receivers: { accountIds: [mallAdmin.id], roleIds: [] } });
  const low = await raise({ level: 4 });
  const high = await raise({ level: 5 });
  await tick();
  expect(await log(low.id)).toMatchObject([{ state: 'WAITING' }]);
  expect(await log(high.id)).toMatchObject([{ state: 'SENT' }]);
  await change(low.id, { acknowledgedAt: now() });
  await tick(61);
  expect(await log(low.id)).toMatchObject([{ state: 'SKIPPED', reason: 'OVER' }]);
  expect(await noticesOf(mallAdmin)).toHaveLength(1);
});

test('the company above is notified without naming anyone there, and the FAE is that of the nearest company', async () => {
  const faeId = staff.id;
  await server.asOwner((sql) => sql`update companies set fae_id = ${faeId} where id = ${companyIds.agent}`);
  await policyOf([{ afterMinutes: 1, targets: [{ kind: 'PARENT' }, { kind: 'FAE' }], channels: ['BELL'] }]);
  const { id } = await raise();
  await tick();
  await tick(1);
  expect(await noticesOf(agentAdmin)).toHaveLength(1);
  expect(await noticesOf(mallAdmin)).toEqual([]);
  const rows = (await log(id)).map(({ name, rule }) => [name, rule.target]);
  expect(rows.toSorted()).toEqual([
    [null, 'FAE'],
    [null, 'PARENT'],
  ]);
});

test('the notice and the mail of an alarm lead to its page, and the version before still reads the robot', async () => {
  const mailbox = await openMailbox();
  const { mallAdmin: admin } = people;
  await server.asOwner((sql) => sql`update accounts set email = 'mall@example.com' where id = ${admin.id}`);
  await configure({ receivers: { accountIds: [admin.id], roleIds: [] }, channels: ['BELL', 'MAIL'] });
  const { id, deviceId } = await raise();
  await tick();
  const { list } = await server.ok(noticeCalls.deviceList, admin, {});
  expect(list).toMatchObject([{ alarmId: id, about: { kind: 'device', id: deviceId } }]);
  const mail = createMailSender(mailbox.url, 'Sweepline <notices@sweepline.example>');
  await sendNoticeMails({ ...server, now: server.clock, mail, base: 'https://console.example' });
  mail.close();
  expect(mailbox.received.map((letter) => letter.mail.text)).toEqual([
    expect.stringContaining(`https://console.example/alarmLog/detail?id=${id}`),
  ]);
  await mailbox.close();
});

test('a suppressed code is not told further', async () => {
  await policyOf([toAccount(5, mallAdmin.id)]);
  const { id } = await raise();
  await tick();
  await server.asOwner((sql) => sql`update alarm_settings set push = 'OFF'`);
  await tick(5);
  expect(await log(id)).toEqual([]);
});

test('runs at the same time tell each step once', async () => {
  await policyOf([toAccount(0, mallAdmin.id)]);
  for (let n = 0; n < 6; n++) await raise();
  await Promise.all([tick(), tick(), tick()]);
  await tick();
  expect(await noticesOf(mallAdmin)).toEqual([expect.stringMatching(/^6 alarms 10110 Stuck wait/)]);
});

test('a dry run shows whom an alarm would reach and by which rule, and sends nothing', async () => {
  const { id: roleId } = await server.aRole({
    companyId: companyIds.mall,
    permissions: [permissions.deviceList],
  });
  await server.asOwner((sql) => sql`update accounts set role_id = ${roleId} where id = ${reader.id}`);
  await policyOf([{ afterMinutes: 5, targets: [{ kind: 'ROLE', id: roleId }], channels: ['BELL', 'MAIL'] }]);
  const device = await server.aDevice();
  const result = await server.ok(alarmTellingCalls.dryRun, mallAdmin, { deviceId: device.id, code });
  expect(result).toMatchObject({ isTold: true, afterSeconds: 0, remindMinutes: null });
  expect(result.steps[0]?.receivers).toMatchObject([{ name: null, rule: { target: 'EVERYONE' } }]);
  expect(result.steps[1]).toMatchObject({
    afterMinutes: 5,
    receivers: [
      { name: 'Nick reader', channel: 'BELL', rule: { policy: 'Night', step: 1, target: 'ROLE' } },
      { name: 'Nick reader', channel: 'MAIL' },
    ],
  });
  await tick();
  expect(await noticesOf(mallAdmin)).toEqual([]);
  const foreign = await server.aDevice({ companyId: companyIds.other });
  const answers = await Promise.all(
    [foreign.id, server.newId()].map((deviceId) =>
      server.send(alarmTellingCalls.dryRun, mallAdmin, { deviceId, code }),
    ),
  );
  expect(answers[0]!.code).toBe(answers[1]!.code);
});
