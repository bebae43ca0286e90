import { noticeCalls, permissions, type NoticeChoices } from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { noticeSettings } from '../../../entities/people/notice-setting-table.ts';
import type { runs } from '../../../entities/work/run-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { createMailSender } from '../../../platform/documents/mail.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { openMailbox } from '../../../test-kit/mailbox.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { unseenLive } from '../../devices/devices/device-service.ts';
import { noticeMissedStarts } from './missed-start-service.ts';
import { sendNoticeMails } from './notice-mailer-service.ts';
import { noticeOutages } from './notice-outage-service.ts';
import { runEnded } from './notice-service.ts';
import { watchForNotices } from './notice-watch.ts';

const server = testServer();
let watch: ReturnType<typeof watchForNotices>;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
const faults: unknown[] = [];
const note = (details: object) => void faults.push(details);
beforeAll(async () => void (mailbox = await openMailbox()));
afterAll(() => mailbox.close());
beforeEach(() => {
  mailbox.received.length = 0;
  watch = watchForNotices(server, server.clock, { warn: note, error: note });
});
afterEach(async () => {
  await watch.stop();
  expect(faults).toEqual([]);
});

const { mallAdmin, agentAdmin, reader, bare, otherAdmin } = people;
const minuteMs = 60_000;
const needs = () => ({ ...server, now: server.clock });

const choose = (choices: NoticeChoices, companyId: string = companyIds.mall) =>
  inScope(server.db, '*', (tx) =>
    tx
      .insert(noticeSettings)
      .values({ companyId, ...choices, updatedAt: server.clock().toISOString(), updatedBy: 'test' }),
  );
const chosen = (accountIds: string[], channels: ('BELL' | 'MAIL')[] = ['BELL'], roleIds: string[] = []) => ({
  to: 'CHOSEN' as const,
  accountIds,
  roleIds,
  channels,
});
const noticesOf = async (who: Person) =>
  (await server.ok(noticeCalls.deviceList, who, {})).list.map(({ content }) =>
    content.replaceAll(/<[^>]*>/g, ''),
  );
type Run = Partial<typeof runs.$inferInsert>;
async function end(...rows: Run[]) {
  const device = await server.aDevice({ nickname: 'Lobby' });
  for (const row of rows)
    server.bus.publish(runEnded, await server.aRun({ deviceId: device.id, name: 'Night', ...row }));
  await watch.flush();
}
const mailOf = (who: Person, email: string) =>
  server.asOwner((sql) => sql`update accounts set email = ${email} where id = ${who.id}`);
async function sendMails() {
  const mail = createMailSender(mailbox.url, 'Sweepline <notices@sweepline.example>');
  await sendNoticeMails({ ...needs(), mail, base: 'https://console.example' });
  mail.close();
}
const mailRows = () =>
  server.asOwner((sql) => sql`select state, reason from notice_mails order by created_at`);

test('without settings, a failed run is told and no other end', async () => {
  await end({ state: 'SUCCESS', coverage: 0.1 }, { state: 'INTERRUPTED' }, { state: 'FAILED' });
  expect(await noticesOf(mallAdmin)).toEqual(['The run “Night” of Lobby failed']);
});

test('each end of a run is told where the company has chosen it, and no other', async () => {
  await choose({ runEnds: ['SUCCESS', 'INTERRUPTED'] });
  await end({ state: 'SUCCESS' }, { state: 'INTERRUPTED' }, { state: 'FAILED' });
  expect((await noticesOf(mallAdmin)).toSorted()).toEqual([
    'The run “Night” of Lobby is complete',
    'The run “Night” of Lobby was interrupted',
  ]);
});

test('a cleaning below the chosen coverage is told once, also where its end is not', async () => {
  await choose({ runEnds: ['INTERRUPTED'], minCoverage: 80 });
  await end(
    { state: 'SUCCESS', coverage: 0.799 },
    { state: 'INTERRUPTED', coverage: 0.4 },
    { state: 'SUCCESS', coverage: 0.8 },
    { state: 'SUCCESS', coverage: null },
    { state: 'SUCCESS', kind: 'NAVIGATION', coverage: 0 },
  );
  expect((await noticesOf(mallAdmin)).toSorted()).toEqual([
    'The run “Night” of Lobby covered only 40 % of its area',
    'The run “Night” of Lobby covered only 79 % of its area',
  ]);
});

test('a missed start is told once where the company has chosen it; one that was caught up or is a day old is not', async () => {
  await choose({ runEnds: ['MISSED'] });
  const device = await server.aDevice({ nickname: 'Lobby' });
  const { id: taskId } = await server.aTask({ deviceId: device.id, name: 'Atrium' });
  const start = (minutesAgo: number, more: object = {}) =>
    server.aStart({
      deviceId: device.id,
      taskId,
      state: 'MISSED',
      runId: server.newId(),
      dueAt: new Date(server.clock().getTime() - minutesAgo * minuteMs).toISOString(),
      ...more,
    });
  await start(60);
  await start(25 * 60);
  await start(30, { state: 'STARTED' });
  const run = await server.aRun({ deviceId: device.id, state: 'SUCCESS' });
  await start(20, { runId: run.id });
  await noticeMissedStarts(needs());
  await noticeMissedStarts(needs());
  expect(await noticesOf(mallAdmin)).toEqual(['Lobby missed the planned start of “Atrium”']);
});

test('without settings a missed start is not told, and later settings do not tell of it', async () => {
  const device = await server.aDevice();
  const { id: taskId } = await server.aTask({ deviceId: device.id });
  await server.aStart({ deviceId: device.id, taskId, state: 'MISSED', dueAt: server.clock().toISOString() });
  await noticeMissedStarts(needs());
  await choose({ runEnds: ['MISSED'] });
  await noticeMissedStarts(needs());
  expect(await noticesOf(mallAdmin)).toEqual([]);
});

async function goOffline(overrides: Parameters<typeof server.aDevice>[0] = {}) {
  const device = await server.aDevice({ nickname: 'Lobby', ...overrides });
  await setState(device, 'OFFLINE');
  return device;
}
function setState({ id, companyId }: { id: string; companyId: string }, state: 'ONLINE' | 'OFFLINE') {
  const since = server.clock().toISOString();
  const live = unseenLive(id);
  const connection = { ...live.connection, state, reason: 'BROKEN', since };
  return server.setLiveState(id, { companyId, state, since, live: { ...live, connection } });
}
const pass = async (minutes: number) => {
  server.clock.advance(minutes * minuteMs);
  await noticeOutages(needs());
};

test('a robot is told offline after the two minutes of the company above, and not back where that is switched off', async () => {
  await choose({ offlineMinutes: 2, isBackTold: false }, companyIds.agent);
  const device = await goOffline();
  await pass(1);
  expect(await noticesOf(mallAdmin)).toEqual([]);
  await pass(1);
  expect(await noticesOf(mallAdmin)).toEqual(['Lobby has been offline for 2 minutes']);
  await setState(device, 'ONLINE');
  await pass(1);
  expect(await noticesOf(mallAdmin)).toHaveLength(1);
});

test('an outage at an expected time in the zone of the site is told only when it lasts longer', async () => {
  // The clock starts at 2030-01-02 00:00 UTC or later: 13:00 to 15:00 in Kiritimati is 23:00 to 01:00 in UTC.
  const start = new Date(server.clock());
  const hour = (hours: number) =>
    new Date(start.getTime() + (14 + hours) * 3_600_000).toISOString().slice(11, 16);
  const site = await server.aSite({ timezone: 'Pacific/Kiritimati' });
  const weekdays = [1, 2, 3, 4, 5, 6, 7];
  await choose({ expectedOffline: [{ weekdays, from: hour(-1), to: hour(1) }] });
  await goOffline({ siteId: site.id });
  await pass(59);
  expect(await noticesOf(mallAdmin)).toEqual([]);
  await pass(10);
  expect(await noticesOf(mallAdmin)).toEqual([]);
  await pass(2);
  expect(await noticesOf(mallAdmin)).toEqual(['Lobby has been offline for 1 hour']);
});

test('chosen receivers hear of it alone, by bell and mail, and only those who may see the robot', async () => {
  await mailOf(mallAdmin, 'mall@example.com');
  await mailOf(agentAdmin, 'agent@example.com');
  await choose({ runTelling: chosen([mallAdmin.id, bare.id, otherAdmin.id], ['BELL', 'MAIL']) });
  await end({ state: 'FAILED', name: 'A & <b>' });
  expect(await noticesOf(mallAdmin)).toEqual(['The run “A &amp; &lt;b&gt;” of Lobby failed']);
  for (const who of [agentAdmin, reader, otherAdmin]) expect(await noticesOf(who)).toEqual([]);
  await sendMails();
  await sendMails();
  expect(mailbox.received.map(({ to }) => to)).toEqual(['mall@example.com']);
  const [{ mail }] = mailbox.received as [(typeof mailbox.received)[0]];
  expect(mail.subject).toBe('Mall: The run “A & <b>” of Lobby failed');
  expect(mail.text).toContain('https://console.example/dataManage/taskDetail?run=');
  expect(mail.html).not.toContain('<b>');
  expect(await mailRows()).toEqual([{ state: 'SENT', reason: '' }]);
});

test('a role of a company above is told through its accounts', async () => {
  const { id: roleId } = await server.aRole({
    companyId: companyIds.agent,
    permissions: [permissions.deviceList],
  });
  await server.asOwner((sql) => sql`update accounts set role_id = ${roleId} where id = ${agentAdmin.id}`);
  await choose({ runTelling: chosen([], ['BELL'], [roleId]) }, companyIds.agent);
  await end({ state: 'FAILED' });
  expect(await noticesOf(agentAdmin)).toHaveLength(1);
  expect(await noticesOf(mallAdmin)).toEqual([]);
});

test('a mail is not sent to a receiver who lost the right, whose robot moved, or after a day', async () => {
  await mailOf(mallAdmin, 'mall@example.com');
  await choose({ runTelling: chosen([mallAdmin.id], ['MAIL']) });
  await end({ state: 'FAILED' });
  expect(await noticesOf(mallAdmin)).toEqual([]);
  await server.asOwner((sql) => sql`update devices set company_id = ${companyIds.other}`);
  await sendMails();
  expect(await mailRows()).toEqual([{ state: 'GAVE_UP', reason: 'NO_RIGHT' }]);
  await end({ state: 'FAILED' });
  await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${mallAdmin.id}`);
  await sendMails();
  await server.asOwner((sql) => sql`update accounts set disabled = false where id = ${mallAdmin.id}`);
  await end({ state: 'FAILED' });
  server.clock.advance(1_441 * minuteMs);
  await sendMails();
  expect((await mailRows()).map(({ reason }) => reason)).toEqual(['NO_RIGHT', 'NO_RIGHT', 'TOO_OLD']);
  expect(mailbox.received).toEqual([]);
});
