import { alarmCalls, alarmQualityCalls, errors, type Sent } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { quality } = alarmQualityCalls;
const server = testServer();
const { mallAdmin, otherAdmin, agentAdmin, bare } = people;

const at = (day: number, hour: number, minute = 0) =>
  new Date(Date.UTC(2030, 0, day, hour, minute)).toISOString();
const read = (input: Partial<Sent<typeof quality>> = {}, who = mallAdmin) =>
  server.ok(quality, who, { from: '2030-01-02', to: '2030-01-03', ...input });

test('without alarms and robots every figure is unknown or none', async () => {
  expect(await read()).toEqual({
    alarms: 0,
    robotDays: null,
    perRobotDay: null,
    codes: [],
    topShare: null,
    chattering: 0,
    standing: 0,
    standingFollowers: 0,
    medianAcknowledgeS: null,
    medianClearS: null,
  });
});

test('raises are counted by code with shares, chattering and standing alarms, and medians', async () => {
  server.clock.set(at(4, 4));
  await server.asOwner((sql) => sql`update sessions set last_seen_at = ${at(4, 4)}`);
  const site = await server.aSite({ timezone: 'UTC' });
  const { id: deviceId } = await server.aDevice({ siteId: site.id });
  await server.asOwner(
    (
      sql,
    ) => sql`insert into online_days (id, company_id, site_id, device_id, day, online_ms, sleep_ms, bound_ms)
      values (gen_random_uuid(), ${companyIds.mall}, ${site.id}, ${deviceId}, '2030-01-02', 0, 0, 86400000)
      on conflict (device_id, day, company_id, site_id) do update set bound_ms = 86400000`,
  );
  const alarm = (code: string, raised: string, rest: object = {}) =>
    server.anAlarm({ deviceId, code, level: 3, raisedAt: raised, arrivedAt: raised, ...rest });
  await alarm('10102', at(2, 1), { count: 7, clearedAt: at(2, 1, 10) });
  await alarm('10102', at(2, 2), { clearedAt: at(2, 2, 2), acknowledgedAt: at(2, 2, 1) });
  const cause = await alarm('20110', at(2, 3), { acknowledgedAt: at(2, 3, 3) });
  await alarm('90000', at(2, 4), { type: 'noRoute', clearedAt: at(2, 4, 4) });
  await alarm('20110', at(1, 23), { clearedAt: at(2, 0) });
  await server.anAlarm({
    code: '10110',
    companyId: companyIds.other,
    raisedAt: at(2, 5),
    arrivedAt: at(2, 5),
  });
  const found = await read();
  expect(found).toMatchObject({
    alarms: 10,
    topShare: 1,
    chattering: 1,
    standing: 1,
    medianAcknowledgeS: 120,
    medianClearS: 240,
    codes: [
      { code: '10102', count: 8, share: 0.8, cumulative: 0.8, chattering: 1, standing: 0 },
      { code: '20110', count: 1, standing: 1 },
      { code: '90000', errorType: 'noRoute', name: 'noRoute', count: 1, cumulative: 1 },
    ],
  });
  expect(found.perRobotDay).toBeCloseTo(10 / found.robotDays!);
  // The centre shows a follow-up alarm under its cause, this page counts it and says so.
  await alarm('10110', at(2, 3), { causeId: cause.id });
  expect(await read()).toMatchObject({ alarms: 11, standing: 2, standingFollowers: 1 });
  const { open, followers } = await server.ok(alarmCalls.summary, mallAdmin, { deviceId });
  expect([open, followers]).toEqual([1, 1]);
  expect((await read({ model: 'J20' })).alarms).toBe(0);
  expect((await read({ companyId: companyIds.agent }, agentAdmin)).alarms).toBe(11);
  expect((await read({}, otherAdmin)).alarms).toBe(1);
});

test('the days are those of the site of the robot', async () => {
  const site = await server.aSite({ timezone: 'Asia/Shanghai' });
  const { id: deviceId } = await server.aDevice({ siteId: site.id });
  await server.anAlarm({ deviceId, raisedAt: at(1, 17), arrivedAt: at(1, 17) });
  await server.anAlarm({ deviceId, raisedAt: at(3, 17), arrivedAt: at(3, 17) });
  expect((await read()).alarms).toBe(1);
});

test('a foreign company, too many days and a caller without the permission are refused', async () => {
  const send = (input: object, who = mallAdmin) =>
    server.send(quality, who, { from: '2030-01-02', to: '2030-01-03', ...input });
  expect((await send({ companyId: companyIds.other })).code).toBe(errors.notFound.code);
  expect((await send({ from: '2029-01-01' })).code).toBe(errors.invalid.code);
  expect((await send({ to: '2030-01-01' })).code).toBe(errors.invalid.code);
  expect((await send({}, bare)).code).toBe(errors.forbidden.code);
});
