import { errors, needCalls, permissions, zoneBoardCalls, type NeedKind } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { deviceMaps } from '../../../entities/places/device-map-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { unseenLive } from '../../devices/devices/device-service.ts';
import { letters } from '../../people/invitations/invitation-table.ts';
import { reportDeliveries } from '../report-subscriptions/subscription-table.ts';

const server = testServer();
const { mallAdmin, superAdmin, otherAdmin, reader, bare } = people;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const at = (ms: number) => new Date(server.clock().getTime() + ms).toISOString();

const read = (person = mallAdmin, input = {}) => server.ok(needCalls.list, person, input);
const idsOf = async (person = mallAdmin, input = {}) => (await read(person, input)).list.map(({ id }) => id);
const kindsOf = async (person = mallAdmin) => (await read(person)).kinds.map(({ kind }) => kind);

/** A missed start of a task of 300 m² on an online robot, two hours ago. */
async function aMissedStart({
  hours = 2,
  plannedM2 = 300,
  state = 'ONLINE' as 'ONLINE' | 'OFFLINE',
  nickname = 'Otter',
} = {}) {
  const device = await server.aDevice({ nickname });
  await server.setLiveState(device.id, { state, since: at(-5 * hourMs) });
  const task = await server.aTask({ deviceId: device.id, plannedM2, name: 'Lobby' });
  const dueAt = at(-hours * hourMs);
  const schedule = await server.aSchedule({ taskId: task.id, deviceId: device.id, enabled: false });
  const ofTask = { taskId: task.id, deviceId: device.id, scheduleId: schedule.id };
  const start = await server.aStart({ ...ofTask, dueAt, state: 'MISSED', reason: 'OFFLINE' });
  return { device, task, start, id: `MISSED_START:${task.id}` };
}

const aFailedSection = (deviceId: string, name: string) =>
  inScope(server.db, '*', (tx) =>
    tx.insert(deviceSections).values({
      companyId: companyIds.mall,
      deviceId,
      name,
      version: 2,
      hash: 'x',
      document: {},
      state: 'SYNC_FAILED',
      code: 'TIMED_OUT',
      changedAt: at(-hourMs),
      changedBy: 'test',
      reportedHash: '',
      reportedStatus: '',
      told: true,
    }),
  );

test('an open alarm of level 3 is one need per robot and cause, and ends with the alarm', async () => {
  const { id: deviceId } = await server.aDevice({ nickname: 'Otter' });
  const alarm = { deviceId, code: '20110', level: 4 };
  await server.anAlarm({ ...alarm, raisedAt: at(-hourMs), count: 2 });
  await server.anAlarm({ ...alarm, raisedAt: at(-2 * hourMs) });
  await server.anAlarm({ deviceId, code: '20103', level: 2 });
  const { list, total } = await read();
  expect(total).toBe(1);
  expect(list).toMatchObject([
    {
      id: `ALARM:${deviceId}:20110`,
      level: 4,
      since: at(-2 * hourMs),
      lostM2Hours: null,
      device: { name: 'Otter' },
      companyName: 'Mall',
      fixer: 'ANYONE',
      action: 'OPEN_ALARM',
      reason: { code: 'ALARM_OPEN', params: { code: '20110', count: 3, starts: 0 } },
    },
  ]);
  await server.asOwner((sql) => sql`update alarms set cleared_at = now()`);
  expect((await read()).total).toBe(0);
});

test('an alarm costs the starts that the robot missed since it was raised', async () => {
  const { device } = await aMissedStart({ hours: 2, plannedM2: 300 });
  await server.anAlarm({ deviceId: device.id, code: '10110', raisedAt: at(-3 * hourMs) });
  await server.anAlarm({ deviceId: device.id, code: '20111', raisedAt: at(-hourMs) });
  const { list } = await read();
  const lost = Object.fromEntries(
    list.map(({ reason, lostM2Hours }) => [reason.params['code'], lostM2Hours]),
  );
  expect(lost).toMatchObject({ '10110': 600, '20111': null });
});

test('a missed start is a need with its formula until the task runs', async () => {
  const { task, id } = await aMissedStart({ hours: 2, plannedM2: 300 });
  expect((await read()).list).toMatchObject([
    {
      id,
      kind: 'MISSED_START',
      lostM2Hours: 600,
      lost: { areaM2: 300, lateHours: 2 },
      task: { id: task.id, name: 'Lobby' },
      name: 'Lobby',
      action: 'START_TASK',
      reason: { code: 'START_MISSED', params: { starts: 1, code: 'OFFLINE' } },
    },
  ]);
  server.clock.advance(hourMs);
  expect((await read()).list).toMatchObject([{ lostM2Hours: 900 }]);
  await server.aRun({ taskId: task.id, deviceId: task.deviceId, state: 'IN_PROGRESS', startedAt: at(0) });
  expect((await read()).total).toBe(0);
});

test('a missed start of more than a day ago, or of a task that was disabled, is no need', async () => {
  await aMissedStart({ hours: 25 });
  const { task } = await aMissedStart({ hours: 2 });
  await server.asOwner((sql) => sql`update tasks set state = 'DISABLED' where id = ${task.id}`);
  expect((await read()).total).toBe(0);
});

test('a silent robot is a need with the work that it missed, in the place of its missed starts', async () => {
  const { device } = await aMissedStart({ hours: 4, plannedM2: 100, state: 'OFFLINE' });
  await aMissedStart({ hours: 1, nickname: 'Online one' });
  const { list } = await read();
  expect(list.map(({ kind }) => kind)).toEqual(['SILENT', 'MISSED_START']);
  expect(list[0]).toMatchObject({
    id: `SILENT:${device.id}`,
    lostM2Hours: 400,
    level: 4,
    since: at(-5 * hourMs),
    reason: { code: 'WORK_MISSED', params: { starts: 1 } },
  });
});

test('a silent robot without missed work is a need only if a start is due within a day', async () => {
  const idle = await server.aDevice();
  const planned = await server.aDevice();
  for (const { id } of [idle, planned])
    await server.setLiveState(id, { state: 'OFFLINE', since: at(-hourMs) });
  await server.aSchedule({ deviceId: planned.id });
  expect((await read()).list).toMatchObject([
    { id: `SILENT:${planned.id}`, level: 3, lostM2Hours: null, reason: { code: 'WORK_AHEAD' } },
  ]);
  await server.setLiveState(planned.id, { state: 'ONLINE', since: at(0) });
  expect((await read()).total).toBe(0);
});

test('a zone beyond its interval is a need by the rules of the zone board, with a robot that can clean it', async () => {
  const map = await server.aMap();
  const target = { mapId: map.id, zoneId: 'z1', version: 0, source: 'INTERVAL' as const, everyHours: 5 };
  await server.ok(zoneBoardCalls.setTarget, mallAdmin, target);
  expect((await read()).total).toBe(0);
  server.clock.advance(7 * hourMs);
  const id = `OVERDUE_ZONE:${map.id}:z1`;
  expect((await read()).list).toMatchObject([
    {
      id,
      zone: { id: 'z1' },
      lost: { areaM2: 16, lateHours: 2 },
      action: 'OPEN_ZONE',
      reason: { code: 'NEVER_CLEANED' },
    },
  ]);
  const robot = await server.aDevice();
  await server.setLiveState(robot.id, { state: 'ONLINE', mapId: map.id });
  expect((await read()).list).toMatchObject([{ id, action: 'CLEAN_ZONE', device: { id: robot.id } }]);
});

test('maps, tasks, settings and limits that a robot did not take are needs', async () => {
  const task = await server.aTask();
  const deviceId = task.deviceId;
  await inScope(server.db, '*', (tx) =>
    tx.insert(deviceMaps).values({
      companyId: companyIds.mall,
      deviceId,
      mapId: task.mapId,
      status: 'SYNC_FAILED',
      reason: 'DOWNLOAD_FAILED',
      attempts: 3,
      updatedAt: at(-hourMs),
      updatedBy: 'test',
    }),
  );
  for (const name of ['tasks', 'schedules', 'settings', 'consumables']) await aFailedSection(deviceId, name);
  const { list } = await read();
  expect(list.map(({ kind, action }) => `${kind} ${action}`).toSorted()).toEqual([
    'MAP_SYNC SEND_MAP',
    'PLAN_SYNC SEND_PLANS',
    'SETTINGS_SYNC SEND_LIMITS',
    'SETTINGS_SYNC SEND_SETTINGS',
  ]);
  expect(list.find(({ kind }) => kind === 'PLAN_SYNC')).toMatchObject({ recordId: task.id });
  await server.asOwner((sql) => sql`update device_sections set state = 'IN_SYNC'`);
  expect(await kindsOf()).toEqual(['MAP_SYNC']);
});

test('a used up part, an ending use and an ending card are needs', async () => {
  const device = await server.aDevice({ usableUntil: at(10 * dayMs) });
  await server.setLiveState(device.id, {
    live: {
      ...unseenLive(device.id),
      consumables: {
        at: at(-hourMs),
        value: [
          { id: 'mainBrush', remainingPct: 0 },
          { id: 'filter', remainingPct: 4 },
        ],
      },
    },
  });
  const card = await server.aNetworkCard({ expiresAt: at(-dayMs) });
  const { list } = await read();
  expect(list).toMatchObject([
    { id: `SIM_ENDING:${card.id}`, level: 4, reason: { code: 'SIM_ENDED' }, name: card.iccid },
    { id: `CONSUMABLE:${device.id}:mainBrush`, level: 3, since: at(-hourMs) },
    { id: `USE_ENDING:${device.id}`, level: 2, reason: { code: 'USE_ENDS' } },
  ]);
  await server.asOwner((sql) => sql`update devices set usable_until = ${at(40 * dayMs)}`);
  expect(await kindsOf()).toEqual(['CONSUMABLE', 'SIM_ENDING']);
});

test('an offered robot is a need of its receiver only, and a robot that asks to join one of the provider', async () => {
  const offer = await server.aResale({ nickname: 'Otter' });
  const asking = await server.aDeviceRequest();
  expect(await idsOf()).toEqual([`RESALE:${offer.id}`]);
  expect(await idsOf(superAdmin)).toEqual([`DEVICE_REQUEST:${asking.id}`]);
  expect(await idsOf(otherAdmin)).toEqual([]);
  await server.asOwner((sql) => sql`update device_requests set last_seen_at = ${at(-8 * dayMs)}`);
  expect(await idsOf(superAdmin)).toEqual([]);
});

test('an invitation and a report whose mail cannot go out are needs', async () => {
  const invitation = await server.anInvitation();
  const subscription = await server.aSubscription();
  const letter = {
    companyId: companyIds.mall,
    invitationId: invitation.id,
    to: 'x@example.com',
    lang: 'en' as const,
  };
  await inScope(server.db, '*', async (tx) => {
    await tx.insert(letters).values({ ...letter, createdAt: at(-5 * 60_000) });
    await tx.insert(reportDeliveries).values({
      companyId: companyIds.mall,
      subscriptionId: subscription.id,
      address: 'reader@example.com',
      lang: 'en',
      fromDay: '2030-01-01',
      toDay: '2030-01-01',
      occasion: 'one',
      byHand: false,
      state: 'GAVE_UP',
      dueAt: at(0),
      createdAt: at(-hourMs),
    });
  });
  const report = `MAIL:report.${subscription.id}`;
  expect(await idsOf()).toEqual([report]);
  server.clock.advance(20 * 60_000);
  expect((await read()).list).toMatchObject([
    { id: report, name: 'Morning report' },
    { id: `MAIL:invitation.${invitation.id}`, name: invitation.email, reason: { code: 'MAIL_WAITS' } },
  ]);
});

test('void numbers and robots that were never activated are in no list', async () => {
  for (const binding of ['VOID', 'NOT_ACTIVATED'] as const) {
    const { id: deviceId } = await server.aDevice({ binding, usableUntil: at(dayMs) });
    await server.anAlarm({ deviceId });
    await aFailedSection(deviceId, 'settings');
    await server.setLiveState(deviceId, { state: 'OFFLINE', since: at(-dayMs) });
    await server.aSchedule({ deviceId });
  }
  expect((await read()).total).toBe(0);
});

test('needs are ranked by level, then by cleaning lost, then by age', async () => {
  const small = await aMissedStart({ hours: 2, plannedM2: 50 });
  const large = await aMissedStart({ hours: 1, plannedM2: 400 });
  const { id: deviceId } = await server.aDevice();
  await server.anAlarm({ deviceId, code: '10102', level: 3, raisedAt: at(-dayMs) });
  await server.anAlarm({ deviceId, code: '40101', level: 5 });
  await server.anAlarm({ deviceId, code: '40301', level: 3, raisedAt: at(-hourMs) });
  const alarm = (code: string) => `ALARM:${deviceId}:${code}`;
  const ranked = [alarm('40101'), large.id, small.id, alarm('10102'), alarm('40301')];
  expect(await idsOf()).toEqual(ranked);
  expect(await idsOf(mallAdmin, { page: 2, pageSize: 2 })).toEqual(ranked.slice(2, 4));
  const filtered = await read(mallAdmin, { kind: ['ALARM'] });
  expect(filtered.total).toBe(3);
  expect(filtered.kinds).toEqual([
    { kind: 'ALARM', count: 3 },
    { kind: 'MISSED_START', count: 2 },
  ] satisfies { kind: NeedKind; count: number }[]);
});

test('each kind needs its permission, and other companies see nothing', async () => {
  await aMissedStart();
  const card = await server.aNetworkCard({ expiresAt: at(dayMs) });
  expect(await kindsOf(mallAdmin)).toEqual(['MISSED_START', 'SIM_ENDING']);
  expect(await kindsOf(reader)).toEqual(['MISSED_START']);
  expect(await kindsOf(bare)).toEqual([]);
  expect(await kindsOf(otherAdmin)).toEqual([]);
  expect(await kindsOf(people.agentAdmin)).toEqual(['MISSED_START', 'SIM_ENDING']);
  const id = `SIM_ENDING:${card.id}`;
  for (const person of [reader, otherAdmin])
    expect((await server.send(needCalls.snooze, person, { id, until: at(hourMs) })).code).toBe(
      errors.notFound.code,
    );
});

test('a snooze hides a need from its own account until its moment', async () => {
  const { id } = await aMissedStart();
  await server.ok(needCalls.snooze, mallAdmin, { id, until: at(hourMs) });
  expect(await read()).toMatchObject({ total: 0, snoozed: 1, kinds: [] });
  expect((await read(mallAdmin, { snoozed: true })).list).toMatchObject([{ id, snoozedUntil: at(hourMs) }]);
  expect(await idsOf(reader)).toEqual([id]);
  server.clock.advance(hourMs);
  expect(await idsOf()).toEqual([id]);
  await server.ok(needCalls.snooze, mallAdmin, { id, until: at(hourMs) });
  await server.ok(needCalls.snooze, mallAdmin, { id, until: null });
  expect(await read()).toMatchObject({ total: 1, snoozed: 0 });
});

test('a snooze of more than thirty days or into the past is refused at its field', async () => {
  const { id } = await aMissedStart();
  const refused = async (until: string) => {
    const { code, data } = await server.send(needCalls.snooze, mallAdmin, { id, until });
    expect(code).toBe(errors.invalid.code);
    return Object.keys((data as unknown as { fields: object }).fields);
  };
  expect(await refused(at(30 * dayMs + 1))).toEqual(['until']);
  expect(await refused(at(-1))).toEqual(['until']);
  await server.ok(needCalls.snooze, mallAdmin, { id, until: at(30 * dayMs) });
});

test('a hand-over is listed for everyone who sees the record, and names its account only to those who see it', async () => {
  const { id } = await aMissedStart();
  await server.ok(needCalls.assign, people.agentAdmin, { id, accountId: people.agentAdmin.id });
  const assignedFor = async (person = mallAdmin) => {
    const mine = await read(person);
    const others = await read(person, { others: true });
    return [...mine.list, ...others.list][0]?.assigned;
  };
  expect(await assignedFor(people.agentAdmin)).toMatchObject({ mine: true, name: 'Nick agentAdmin' });
  expect(await assignedFor()).toMatchObject({ mine: false, name: null });
  await server.ok(needCalls.assign, mallAdmin, { id, accountId: reader.id });
  expect(await assignedFor()).toMatchObject({ mine: false, name: 'Nick reader' });
  expect(await idsOf(reader, { mine: true })).toEqual([id]);
  expect(await idsOf(mallAdmin, { mine: true })).toEqual([]);
  const sent = await server.asOwner((sql) => sql`select account_id, template, params from notices`);
  expect(sent).toEqual([{ account_id: reader.id, template: 'needHandedOver', params: { name: 'Lobby' } }]);
  await server.ok(needCalls.assign, mallAdmin, { id, accountId: null });
  expect(await assignedFor()).toBeNull();
});

test('a need is not handed to an account that is not seen, is disabled or may not see the record', async () => {
  const { id } = await aMissedStart();
  const colleague = await server.anAccount({ permissionCodes: [permissions.taskList] });
  const people404 = [bare.id, otherAdmin.id, superAdmin.id, people.agentAdmin.id, server.newId()];
  for (const accountId of people404)
    expect((await server.send(needCalls.assign, mallAdmin, { id, accountId })).code).toBe(
      errors.notFound.code,
    );
  const names = async () =>
    (await server.ok(needCalls.people, mallAdmin, { id })).list.map(({ name }) => name);
  expect(await names()).toEqual(['Nick mallAdmin', 'Nick reader', colleague.username]);
  await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${colleague.id}`);
  expect(await names()).toEqual(['Nick mallAdmin', 'Nick reader']);
  const answer = await server.send(needCalls.assign, mallAdmin, { id, accountId: colleague.id });
  expect(answer.code).toBe(errors.notFound.code);
  const unknown = { id: `MISSED_START:${server.newId()}`, accountId: reader.id };
  expect((await server.send(needCalls.assign, mallAdmin, unknown)).code).toBe(errors.notFound.code);
});

test('a hand-over ends after thirty days', async () => {
  const device = await server.aDevice({ usableUntil: at(-dayMs) });
  const id = `USE_ENDING:${device.id}`;
  await server.ok(needCalls.assign, mallAdmin, { id, accountId: reader.id });
  const handedDaysAgo = (days: number) =>
    server.asOwner((sql) => sql`update need_hand_overs set handed_at = ${at(-days * dayMs)}`);
  await handedDaysAgo(29);
  expect((await read(mallAdmin, { others: true })).list[0]?.assigned).toMatchObject({ name: 'Nick reader' });
  await handedDaysAgo(30);
  expect((await read()).list[0]?.assigned).toBeNull();
});
