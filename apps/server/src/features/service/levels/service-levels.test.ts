import {
  errors,
  holidayCalls,
  noticeCalls,
  serviceLevelCalls as calls,
  workOrderActCalls as acts,
  workOrderCalls,
  type Sent,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { updateClocks } from './order-clock-jobs.ts';
import { remindOfOrders } from './overdue-jobs.ts';

const server = testServer();
const { superAdmin, agentAdmin, mallAdmin, otherAdmin, reader } = people;
const minuteMs = 60_000;

const level = async (who: Person, companyId: string) =>
  (await server.ok(calls.query, who, { companyId })).list[0]!;
async function set(who: Person, companyId: string, choices: Sent<typeof calls.set>['choices']) {
  const { version } = await level(who, companyId);
  return await server.ok(calls.set, who, { companyId, version, choices });
}
const target = (respondMinutes: number | null, resolveMinutes: number | null) => ({
  respondMinutes,
  resolveMinutes,
});
const always = {
  windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }],
  timezone: 'UTC',
};
/** Time passes, and the sessions stay in use. */
async function pass(minutes: number) {
  server.clock.advance(minutes * minuteMs);
  await server.asOwner((sql) => sql`update sessions set last_seen_at = ${server.clock().toISOString()}`);
}
const needs = () => ({ ...server, now: server.clock });
const add = (more: object = {}, who = mallAdmin) =>
  server.ok(workOrderCalls.add, who, {
    name: 'Brush is jammed',
    type: 'FAULT',
    level: 'GENERAL',
    description: 'It does not turn',
    ...more,
  });
const detail = (id: string) => server.ok(workOrderCalls.detail, mallAdmin, { id });
const later = (minutes: number) => new Date(server.clock().getTime() + minutes * minuteMs).toISOString();
const texts = async (who = mallAdmin) => {
  const { list } = await server.ok(noticeCalls.systemList, who, {});
  return list.map(({ content }) => content.replace(/<[^>]*>/g, '').replace(/MAL-\d{4}-\d{6}/, 'N'));
};

test('a company inherits each field from the nearest company above that has chosen it', async () => {
  expect(await level(mallAdmin, companyIds.mall)).toMatchObject({ version: 0, own: { general: null } });
  await set(superAdmin, companyIds.provider, { general: target(60, 600), fatal: target(10, 60) });
  await set(agentAdmin, companyIds.agent, { general: target(30, null) });
  const own = await set(mallAdmin, companyIds.mall, { hours: always });
  expect(own).toMatchObject({ version: 1, updatedBy: 'Nick mallAdmin', own: { hours: always, fatal: null } });
  expect(own.inherited).toMatchObject({ general: target(30, null), fatal: target(10, 60) });
  const { list } = await server.ok(calls.query, agentAdmin, { chosen: true });
  expect(list.map(({ companyName }) => companyName)).toEqual(['Agent', 'Mall']);
});

test('an account above is not named to those below', async () => {
  const { updatedBy } = await set(agentAdmin, companyIds.mall, { general: target(30, 60) });
  expect(updatedBy).toBe('Nick agentAdmin');
  expect((await level(mallAdmin, companyIds.mall)).updatedBy).toBeNull();
});

test('foreign companies, missing rights, old versions and wrong values are refused', async () => {
  const input = { companyId: companyIds.mall, version: 0, choices: { general: target(30, 60) } };
  const codeOf = async (who: Person, sent: Sent<typeof calls.set>) =>
    (await server.send(calls.set, who, sent)).code;
  expect(await codeOf(otherAdmin, input)).toBe(errors.notFound.code);
  expect(await codeOf(mallAdmin, { ...input, companyId: companyIds.agent })).toBe(errors.notFound.code);
  expect(await codeOf(reader, input)).toBe(errors.forbidden.code);
  for (const general of [target(60, 30), target(0, 30), target(null, 1_000_000)])
    expect(await codeOf(mallAdmin, { ...input, choices: { general } })).toBe(errors.invalid.code);
  const hours = { ...always, timezone: 'Mars/Base' };
  expect(await codeOf(mallAdmin, { ...input, choices: { hours } })).toBe(errors.invalid.code);
  await server.ok(calls.set, mallAdmin, input);
  expect(await codeOf(mallAdmin, input)).toBe(errors.changedMeanwhile.code);
});

test('an order has its due moments in business time of its site, without holidays', async () => {
  // Monday 2030-01-07, 08:00 in Berlin.
  server.clock.set('2030-01-07T07:00:00.000Z');
  await server.asOwner((sql) => sql`update sessions set last_seen_at = '2030-01-07T07:00:00Z'`);
  await set(mallAdmin, companyIds.mall, { general: target(60, 600) });
  const site = await server.aSite({ timezone: 'Europe/Berlin' });
  await server.ok(holidayCalls.add, mallAdmin, { siteId: site.id, date: '2030-01-08', name: 'Fair' });
  const order = await add({ siteId: site.id });
  expect(order).toMatchObject({
    respondBy: '2030-01-07T09:00:00.000Z',
    resolveBy: '2030-01-09T09:00:00.000Z',
  });
});

test('waiting stops the clock, a level keeps what was waited, and reopening goes on where it stopped', async () => {
  await set(mallAdmin, companyIds.mall, { hours: always, general: target(60, 600), fatal: target(30, 300) });
  const { id, respondBy, resolveBy } = await add();
  expect([respondBy, resolveBy]).toEqual([later(60), later(600)]);
  await pass(90);
  const step = async (call: 'dispatch' | 'wait' | 'resolve' | 'reopen', more: object) => {
    const { version } = await detail(id);
    // Each act gets the fields that it needs from its own line.
    return await server.ok(acts[call], mallAdmin, { id, version, ...more } as never);
  };
  expect(await step('dispatch', { assigneeId: mallAdmin.id })).toMatchObject({ isLate: true, respondBy });
  await step('wait', { waitingFor: 'PART' });
  expect(await detail(id)).toMatchObject({ resolveBy: null });
  await pass(1_000);
  await step('wait', { waitingFor: null });
  expect((await detail(id)).resolveBy).toBe(later(510));
  const { version } = await detail(id);
  await server.ok(workOrderCalls.update, mallAdmin, { id, version, level: 'FATAL' });
  expect((await detail(id)).resolveBy).toBe(later(210));
  await pass(200);
  await step('resolve', { resolution: 'FIXED' });
  expect(await detail(id)).toMatchObject({ resolveBy: null });
  await pass(2_000);
  await step('reopen', { reason: 'It is back' });
  expect((await detail(id)).resolveBy).toBe(later(10));
});

test('a changed service level or holiday reaches open orders by the job, and resolved ones stay', async () => {
  const [open, done] = [await add(), await add()];
  await server.ok(acts.resolve, mallAdmin, { id: done.id, version: done.version, resolution: 'WITHDRAWN' });
  expect(open.resolveBy).toBeNull();
  await set(agentAdmin, companyIds.agent, { hours: always, general: target(60, 600) });
  await Promise.all([updateClocks(needs()), updateClocks(needs())]);
  expect(await detail(open.id)).toMatchObject({ resolveBy: later(600), version: open.version });
  expect(await detail(done.id)).toMatchObject({ respondBy: null, isLate: false });
  const date = server.clock().toISOString().slice(0, 10);
  await server.ok(holidayCalls.add, mallAdmin, { siteId: null, date, name: 'Closed' });
  await updateClocks(needs());
  expect((await detail(open.id)).resolveBy! > later(600)).toBe(true);
  await set(agentAdmin, companyIds.agent, { general: null });
  await updateClocks(needs());
  expect(await detail(open.id)).toMatchObject({ respondBy: null, resolveBy: null });
});

test('each reminder is sent once, to the assignee or else to those who dispatch', async () => {
  await set(mallAdmin, companyIds.mall, { hours: always, general: target(100, 1_000) });
  const { id, version } = await add();
  const passAndRemind = async (minutes: number) => {
    await pass(minutes);
    await Promise.all([remindOfOrders(needs()), remindOfOrders(needs())]);
    await remindOfOrders(needs());
  };
  await passAndRemind(79);
  expect(await texts()).toEqual([]);
  await passAndRemind(1);
  await passAndRemind(30);
  expect(await texts()).toEqual([
    'Work order N “Brush is jammed” was not answered in time',
    'Work order N “Brush is jammed” has used 80 % of the time for a first answer',
  ]);
  expect(await texts(reader)).toEqual([]);
  await server.ok(acts.dispatch, agentAdmin, { id, version, assigneeId: agentAdmin.id });
  await passAndRemind(900);
  expect(await texts(agentAdmin)).toEqual(['Work order N “Brush is jammed” was not resolved in time']);
  expect(await texts()).toHaveLength(2);
});
