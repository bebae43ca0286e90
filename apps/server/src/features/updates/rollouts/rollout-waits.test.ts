import { deviceUpdateCalls, errors, otaPackageCalls, otaTaskCalls } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { rolloutFleet } from '../../../test-kit/files/rollout-fleet.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const { preview, previewRobots, records, detail, list, add, pause } = otaTaskCalls;
const { standing, history, postpone, setSiteWindow, confirm } = deviceUpdateCalls;
const { superAdmin, agentAdmin, mallAdmin, otherAdmin, reader } = people;
const yearMs = 366 * 86_400_000;
const server = ownTestServer({ sessions: { idleMs: yearMs, absoluteMs: yearMs } });
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let fleet: ReturnType<typeof rolloutFleet>;
beforeEach(() => {
  fleet = rolloutFleet(server);
});

// The clock starts at 03:04 UTC: 11:04 in Shanghai.
const night = { from: '22:00', to: '05:00' };
const aPackage = (version = '1.0.0') => server.aPackage({ version });

test('a robot waits for the window of its site, which its customer sets', async () => {
  const site = await server.aSite();
  const robot = await fleet.aRobot('0.9.0', { siteId: site.id });
  await server.ok(setSiteWindow, mallAdmin, { siteId: site.id, window: night });
  expect(await server.send(setSiteWindow, otherAdmin, { siteId: site.id, window: night })).toMatchObject({
    code: errors.notFound.code,
  });
  const plan = fleet.aPlan((await aPackage()).id);
  const { sites } = await server.ok(preview, superAdmin, plan);
  expect(sites).toMatchObject([{ siteId: site.id, robots: 1, firstAt: '2030-01-02T14:00:00.000Z' }]);
  await fleet.started(plan);
  await fleet.tick();
  expect(fleet.sent).toEqual([]);
  const { open, siteWindow, mayPostpone } = await server.ok(standing, mallAdmin, { deviceId: robot.id });
  expect(open).toMatchObject([
    { waits: [{ for: 'SITE_WINDOW', ...night, until: '2030-01-02T14:00:00.000Z' }] },
  ]);
  expect(siteWindow).toMatchObject({ siteId: site.id, window: night });
  expect(mayPostpone).toBe(true);
  // The download begins before the window, and the robot itself waits for it.
  server.clock.set('2030-01-02T13:10:00.000Z');
  await fleet.tick();
  expect(fleet.sent).toMatchObject([{ params: { window: night } }]);
});

test('a robot without a site waits for the window of the plan in its own time zone, and in UTC before it reported one', async () => {
  const robots = [await fleet.aRobot(), await fleet.aRobot()] as const;
  await server.asOwner(
    (sql) => sql`insert into device_documents (id, company_id, device_id, kind, hash, document, changed_at)
      values (gen_random_uuid(), ${robots[1].companyId}, ${robots[1].id}, 'REPORTED', '', '{"timezone":"Asia/Shanghai"}', now())`,
  );
  const plan = fleet.aPlan((await aPackage()).id, { window: { from: '04:30', to: '05:00' } });
  const { sites } = await server.ok(preview, superAdmin, plan);
  expect(sites).toEqual([
    { siteId: null, name: '', robots: 1, timezone: 'UTC', firstAt: '2030-01-02T04:30:00.000Z' },
    { siteId: null, name: '', robots: 1, timezone: 'Asia/Shanghai', firstAt: '2030-01-02T20:30:00.000Z' },
  ]);
  await fleet.started(plan);
  await fleet.tick();
  expect(fleet.sent).toEqual([]);
  const waitsOf = async ({ id }: { id: string }) =>
    (await server.ok(standing, mallAdmin, { deviceId: id })).open[0]?.waits;
  expect(await waitsOf(robots[1])).toMatchObject([
    {
      for: 'WINDOW',
      from: '04:30',
      to: '05:00',
      until: '2030-01-02T20:30:00.000Z',
      timezone: 'Asia/Shanghai',
    },
  ]);
  server.clock.set('2030-01-02T03:40:00.000Z');
  await fleet.tick();
  expect(fleet.sent.map(({ deviceId }) => deviceId)).toEqual([robots[0].id]);
  server.clock.set('2030-01-02T19:40:00.000Z');
  await fleet.tick();
  expect(fleet.sent.map(({ deviceId }) => deviceId)).toEqual(robots.map(({ id }) => id));
});

test.each([
  ['+08:00', '2030-01-02T20:30:00.000Z'],
  ['-05:30', '2030-01-02T10:00:00.000Z'],
  ['CET', '2030-01-02T04:30:00.000Z'],
  ['+24:00', '2030-01-02T04:30:00.000Z'],
])('a robot without a site that reports the zone %s begins its window at %s', async (zone, opensAt) => {
  const robot = await fleet.aRobot();
  await server.asOwner(
    (sql) => sql`insert into device_documents (id, company_id, device_id, kind, hash, document, changed_at)
      values (gen_random_uuid(), ${robot.companyId}, ${robot.id}, 'REPORTED', '', ${sql.json({ timezone: zone })}, now())`,
  );
  const plan = fleet.aPlan((await aPackage()).id, { window: { from: '04:30', to: '05:00' } });
  expect((await server.ok(preview, superAdmin, plan)).sites).toMatchObject([{ robots: 1, firstAt: opensAt }]);
  await fleet.started(plan);
  const leadMs = hourMs;
  server.clock.set(new Date(Date.parse(opensAt) - leadMs - minuteMs).toISOString());
  await fleet.tick();
  expect(fleet.sent).toEqual([]);
  server.clock.advance(2 * minuteMs);
  await fleet.tick();
  expect(fleet.sent.map(({ deviceId }) => deviceId)).toEqual([robot.id]);
});

test('a forced task does not wait for windows, and only its permission makes one', async () => {
  const site = await server.aSite();
  await fleet.aRobot('0.9.0', { siteId: site.id });
  await server.ok(setSiteWindow, mallAdmin, { siteId: site.id, window: night });
  const plan = fleet.aPlan((await aPackage()).id, { force: true });
  await server.asOwner(
    (sql) => sql`update roles set permissions = array_remove(permissions, 'M70000009')
      where company_id = ${companyIds.agent}`,
  );
  const task = await fleet.started(plan);
  await fleet.tick();
  expect(fleet.sent).toMatchObject([{ params: { force: true, window: null } }]);
  const [record] = await fleet.recordsOf(task.id);
  const until = new Date(server.clock().getTime() + hourMs).toISOString();
  expect(await server.send(postpone, mallAdmin, { id: record!.id, until })).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { until: 'A forced update cannot be postponed' } },
  });
});

test('a site has one update at a time, also of two tasks', async () => {
  const site = await server.aSite();
  const robots = [
    await fleet.aRobot('0.9.0', { siteId: site.id }),
    await fleet.aRobot('0.9.0', { siteId: site.id }),
  ];
  const screen = await server.aPackage({ version: '2.0.0', pkgType: 'HMI' });
  await server.aVersion(robots[0]!, '1.0.0', 'hmi');
  await fleet.started(fleet.aPlan((await aPackage()).id, { onePerSite: true }));
  await fleet.started(fleet.aPlan(screen.id, { onePerSite: true, deviceIds: [robots[0]!.id] }));
  await fleet.tick(3);
  expect(fleet.sent).toHaveLength(1);
  const first = robots.find(({ id }) => id === fleet.sent[0]!.deviceId)!;
  const { list: waiting } = await server.ok(records, mallAdmin, { state: ['INITIALIZING'] });
  expect(waiting.filter(({ waits }) => waits.some((wait) => wait.for === 'SITE_BUSY'))).toHaveLength(2);
  await fleet.installs(first, '1.0.0');
  await fleet.tick(3);
  expect(fleet.sent).toHaveLength(2);
});

test('a customer postpones an update for 14 days at most, and what was sent is taken back', async () => {
  const robot = await fleet.aRobot();
  const task = await fleet.started(fleet.aPlan((await aPackage()).id));
  await fleet.tick();
  const [record] = await fleet.recordsOf(task.id);
  const { id } = record!;
  const inDays = (days: number) => new Date(server.clock().getTime() + days * 24 * hourMs).toISOString();
  expect(await server.send(postpone, mallAdmin, { id, until: inDays(15) })).toMatchObject({
    data: { fields: { until: 'At most 14 days' } },
  });
  expect(await server.send(postpone, otherAdmin, { id, until: inDays(1) })).toMatchObject({
    code: errors.notFound.code,
  });
  await fleet.report(robot, 'DOWNLOADING');
  await fleet.tick();
  await server.ok(postpone, mallAdmin, { id, until: inDays(2) });
  await fleet.tick();
  expect(fleet.sent.at(-1)).toMatchObject({ type: 'job.cancel', deviceId: robot.id });
  await fleet.report(robot, 'FAILED', { code: 'CANCELED', isFinal: true });
  await fleet.tick();
  expect((await fleet.recordsOf(task.id))[0]).toMatchObject({
    state: 'INITIALIZING',
    postponedUntil: inDays(2),
    waits: [{ for: 'POSTPONED' }],
  });
  server.clock.advance(2 * 24 * hourMs + minuteMs);
  await fleet.tick();
  expect(fleet.sent.at(-1)).toMatchObject({ type: 'job.ota' });
  await fleet.report(robot, 'INSTALLING');
  await fleet.tick();
  expect(await server.send(postpone, mallAdmin, { id, until: inDays(1) })).toMatchObject({
    code: errors.wrongState.code,
  });
  expect(await server.send(confirm, reader, { id })).toMatchObject({ code: errors.forbidden.code });
});

test('an offline robot, one with a planned run and one over the limit wait, and say so', async () => {
  const [offline, planned] = [await fleet.aRobot(), await fleet.aRobot()];
  await server.setLiveState(offline.id, { state: 'OFFLINE' });
  const task = await server.aTask({ deviceId: planned.id });
  await server.aSchedule({ taskId: task.id, deviceId: planned.id });
  await server.asOwner(
    (sql) => sql`update schedules set enabled = true, next_due_at = ${'2030-01-02T03:30:00.000Z'}`,
  );
  const third = [await fleet.aRobot(), await fleet.aRobot()];
  const { id } = await fleet.started(fleet.aPlan((await aPackage()).id, { maxAtOnce: 1 }));
  await fleet.tick();
  const waits = Object.fromEntries(
    (await fleet.recordsOf(id)).map((row) => [row.device.id, row.waits.map((wait) => wait.for)]),
  );
  expect(waits[offline.id]).toContain('OFFLINE');
  expect(waits[planned.id]).toContain('PLANNED_RUN');
  expect(third.map((robot) => waits[robot.id]).toSorted()).toEqual([[], ['LIMIT']]);
});

test('an unlisted package goes on where it has begun, and is not offered to further robots before it is published again', async () => {
  const [first, second] = [await fleet.aRobot(), await fleet.aRobot()];
  const { id: packageId } = await aPackage();
  const task = await fleet.started(fleet.aPlan(packageId, { maxAtOnce: 1 }));
  await fleet.tick();
  const begun = [first, second].find(({ id }) => id === fleet.sent[0]?.deviceId)!;
  await server.ok(otaPackageCalls.unlist, superAdmin, { id: packageId });
  await fleet.installs(begun, '1.0.0');
  await fleet.tick(2);
  expect(fleet.sent).toHaveLength(1);
  const rows = await fleet.recordsOf(task.id);
  expect(rows.map(({ device, state, waits }) => [device.id === begun.id, state, waits])).toEqual(
    expect.arrayContaining([
      [true, 'SUCCESSFUL', []],
      [false, 'INITIALIZING', [{ for: 'PACKAGE_UNLISTED' }]],
    ]),
  );
  expect(await fleet.read(task.id)).toMatchObject({ state: 'RUNNING' });
  await server.ok(otaPackageCalls.publish, superAdmin, { id: packageId });
  await fleet.tick();
  expect(fleet.sent).toHaveLength(2);
});

test('a robot that comes to match later is updated in the last stage, and opens a task that is done', async () => {
  const first = await fleet.aRobot();
  const task = await fleet.started(fleet.aPlan((await aPackage()).id, { lateJoiners: true }));
  await fleet.tick();
  await fleet.installs(first, '1.0.0');
  await fleet.tick();
  expect((await fleet.read(task.id)).state).toBe('DONE');
  const late = await fleet.aRobot();
  await fleet.aRobot('1.0.0');
  server.clock.advance(2 * minuteMs);
  await fleet.tick(2);
  expect(await fleet.read(task.id)).toMatchObject({ state: 'RUNNING', counts: { total: 2 } });
  expect(fleet.sent.at(-1)).toMatchObject({ deviceId: late.id });
  await fleet.installs(late, '1.0.0');
  await fleet.tick();
  expect((await fleet.read(task.id)).state).toBe('DONE');
});

test('robots that did not begin before the deadline have failed, and the task ends', async () => {
  const robot = await fleet.aRobot();
  await server.setLiveState(robot.id, { state: 'OFFLINE' });
  const task = await fleet.started(fleet.aPlan((await aPackage()).id));
  await fleet.tick();
  server.clock.advance(31 * 24 * hourMs);
  await fleet.tick();
  expect((await fleet.recordsOf(task.id))[0]).toMatchObject({ state: 'FAILED', code: 'EXPIRED' });
  expect(await fleet.read(task.id)).toMatchObject({ state: 'DONE', counts: { failed: 1 } });
});

test('the preview says what becomes of each robot', async () => {
  const [current, old] = [await fleet.aRobot('1.0.0'), await fleet.aRobot('0.1.0')];
  const other = await fleet.aRobot('0.9.0', { model: 'J40' });
  const frozen = await fleet.aRobot('0.9.0', { binding: 'FROZEN' });
  const fits = await fleet.aRobot('0.9.0');
  const { id: packageId } = await server.aPackage({ version: '1.0.0', fromVersions: ['0.9.0'] });
  const needing = await server.aPackage({
    version: '1.1.0',
    needs: [{ pkgType: 'HMI', version: '5.0.0' }],
  });
  await server.aVersion(fits, '4.0.0', 'hmi');
  const deviceIds = [current, old, other, frozen, fits].map(({ id }) => id);
  const plan = fleet.aPlan(packageId, { deviceIds });
  const { list: rows } = await server.ok(previewRobots, superAdmin, { plan });
  expect(Object.fromEntries(rows.map(({ id, verdict }) => [id, verdict]))).toEqual({
    [current.id]: 'UP_TO_DATE',
    [old.id]: 'NO_WAY',
    [other.id]: 'OTHER_MODEL',
    [frozen.id]: 'FROZEN',
    [fits.id]: 'UPDATES',
  });
  const needed = await server.ok(preview, superAdmin, fleet.aPlan(needing.id, { deviceIds: [fits.id] }));
  expect(needed.verdicts).toEqual({ NEEDS_PART: 1 });
  await fleet.started(plan);
  expect((await server.ok(preview, superAdmin, plan)).verdicts).toMatchObject({ OPEN_RECORD: 1 });
});

test('a task that updates no robot is refused with the reason', async () => {
  const robot = await fleet.aRobot();
  const { id: packageId } = await server.aPackage({ version: '1.0.0', releaseScope: 'WHITELIST' });
  const refusalOf = async (plan: ReturnType<typeof fleet.aPlan>) =>
    (await server.send(add, superAdmin, { plan })).data as unknown;
  const plan = fleet.aPlan(packageId);
  expect(await refusalOf(plan)).toMatchObject({ fields: { packageId: 'Whitelist missing' } });
  await server.aWhitelisted({ packageId, deviceId: robot.id });
  await fleet.started(plan);
  expect(await refusalOf(plan)).toMatchObject({
    fields: { packageId: 'All whitelisted devices already have upgrade tasks' },
  });
  const zero = { ...plan, window: { from: '22:00', to: '22:00' } };
  expect(await server.send(add, superAdmin, { plan: zero })).toMatchObject({ code: 422 });
  const over = { ...plan, stages: [{ upToPct: 60 }, { upToPct: 140 }] };
  expect(await server.send(add, superAdmin, { plan: over })).toMatchObject({ code: 422 });
  const draft = await server.aPackage({ state: 'DRAFT' });
  expect(await refusalOf(fleet.aPlan(draft.id))).toMatchObject({
    fields: { packageId: 'This package is not published' },
  });
});

test('an agent starts tasks of published packages for the robots below, and no company reads those of others', async () => {
  const [own, foreign] = [await fleet.aRobot(), await fleet.aRobot('0.9.0', { companyId: companyIds.other })];
  const { id: packageId } = await aPackage();
  const plan = fleet.aPlan(packageId);
  expect((await server.ok(preview, agentAdmin, plan)).verdicts).toEqual({ UPDATES: 1 });
  expect(await server.send(add, agentAdmin, { plan: { ...plan, deviceIds: [foreign.id] } })).toMatchObject({
    code: errors.notFound.code,
  });
  const hidden = await server.aPackage({ releaseScope: 'WHITELIST' });
  expect(await server.send(add, agentAdmin, { plan: fleet.aPlan(hidden.id) })).toMatchObject({
    code: errors.notFound.code,
  });
  const task = await fleet.started(plan);
  expect(task.counts.total).toBe(2);
  // The customer sees the records of the own robots, and not the task.
  const seen = await server.ok(records, mallAdmin, {});
  expect(seen.list.map(({ device }) => device.id)).toEqual([own.id]);
  expect((await server.ok(standing, mallAdmin, { deviceId: own.id })).open).toHaveLength(1);
  expect((await server.ok(history, mallAdmin, { deviceId: own.id })).total).toBe(0);
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
  expect(await server.send(detail, agentAdmin, { id: task.id })).toMatchObject({
    code: errors.notFound.code,
  });
  expect(await server.send(pause, mallAdmin, { id: task.id })).toMatchObject({ code: errors.notFound.code });
});
