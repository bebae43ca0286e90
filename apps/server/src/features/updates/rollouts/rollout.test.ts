import { deviceCalls, errors, otaTaskCalls, type OtaRecordState } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { rolloutFleet } from '../../../test-kit/files/rollout-fleet.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { add, approve, cancel, pause, resume, retry, rollBack, preview, records, update } = otaTaskCalls;
const { superAdmin, staff } = people;
const server = testServer();
const minuteMs = 60_000;
let fleet: ReturnType<typeof rolloutFleet>;
beforeEach(() => {
  fleet = rolloutFleet(server);
});

const aPackage = (version = '1.0.0') => server.aPackage({ version });

test('a task waits for another person, sends to its robots and is done when each reports the version', async () => {
  const [one, two] = [await fleet.aRobot(), await fleet.aRobot()];
  const { id: packageId, fileId } = await aPackage();
  const { id, revision, state } = await server.ok(add, superAdmin, { plan: fleet.aPlan(packageId) });
  expect(state).toBe('WAITING_APPROVAL');
  const own = await server.send(approve, superAdmin, { id, revision, approved: true });
  expect(own).toMatchObject({ code: errors.ownApproval.code, msg: errors.ownApproval.texts.en });
  await server.ok(approve, staff, { id, revision, approved: true });
  await fleet.tick();
  expect(fleet.sent.map(({ deviceId }) => deviceId).toSorted()).toEqual([one.id, two.id].toSorted());
  expect(fleet.sent[0]).toMatchObject({
    type: 'job.ota',
    params: { taskId: id, packageId, fileId, manifest: { version: '1.0.0' }, minSoc: 40, window: null },
  });
  await fleet.report(one, 'DOWNLOADING');
  await fleet.tick();
  expect((await fleet.read(id)).counts).toMatchObject({ total: 2, initializing: 1, upgrading: 1 });

  await fleet.installs(one, '1.0.0');
  await fleet.report(two, 'NEWEST', { isFinal: true });
  await fleet.tick();
  const done = await fleet.read(id);
  expect(done).toMatchObject({
    state: 'DONE',
    counts: { total: 2, successful: 2 },
    endedAt: expect.any(String),
  });
  expect(done.history.map(({ act }) => act)).toEqual(['SUBMIT', 'APPROVE', 'FINISH']);
});

test('an update that is not reported within ten minutes of being online has failed', async () => {
  const robot = await fleet.aRobot();
  const task = await fleet.started(fleet.aPlan((await aPackage()).id));
  await fleet.tick();
  await fleet.report(robot, 'FINISHED', { isFinal: true });
  await fleet.tick();
  const [open] = await fleet.recordsOf(task.id);
  expect(open).toMatchObject({ state: 'UPGRADING', waits: [{ for: 'CONFIRMATION' }] });
  server.clock.advance(11 * minuteMs);
  await fleet.tick();
  const [record] = await fleet.recordsOf(task.id);
  expect(record).toMatchObject({ state: 'FAILED', code: 'NOT_CONFIRMED' });
});

test('a failure in the canary stops the task within the stage, and nothing more is sent', async () => {
  const robots = [await fleet.aRobot(), await fleet.aRobot(), await fleet.aRobot()];
  const { id: packageId } = await aPackage();
  const stages = [{ deviceIds: [robots[0]!.id, robots[1]!.id] }, { upToPct: 100 }];
  const task = await fleet.started(fleet.aPlan(packageId, { stages, maxAtOnce: 1 }));
  expect(task.stageRows.map(({ counts }) => counts.total)).toEqual([2, 1]);
  await fleet.tick(2);
  expect(fleet.sent.map(({ deviceId }) => deviceId)).toEqual([robots[0]!.id]);
  await fleet.report(robots[0]!, 'FAILED', { code: 'ROLLED_BACK', isFinal: true });
  await fleet.tick(2);
  const stopped = await fleet.read(task.id);
  expect(stopped).toMatchObject({ state: 'STOPPED', reason: 'TOO_MANY_FAILED', stage: 0 });
  expect(fleet.sent).toHaveLength(1);
  expect((await fleet.recordsOf(task.id)).map(({ waits }) => waits)).toEqual([
    [],
    [{ for: 'TASK_PAUSED' }],
    [{ for: 'TASK_PAUSED' }],
  ]);

  // A resumption begins a new budget.
  await server.ok(resume, superAdmin, { id: task.id });
  await fleet.tick();
  expect(fleet.sent.map(({ deviceId }) => deviceId)).toEqual([robots[0]!.id, robots[1]!.id]);
});

test('a command that no robot has yet is taken back when the task stops', async () => {
  const robots = [await fleet.aRobot(), await fleet.aRobot()];
  const task = await fleet.started(fleet.aPlan((await aPackage()).id));
  await fleet.tick();
  expect(fleet.sent).toHaveLength(2);
  await fleet.report(robots[0]!, 'FAILED', { code: 'SIGNATURE', isFinal: true });
  await fleet.tick(2);
  expect(await fleet.jobOf(robots[1]!)).toMatchObject({ status: 'CANCELED' });
  const record = (await fleet.recordsOf(task.id)).find(({ device }) => device.id === robots[1]!.id);
  expect(record).toMatchObject({ state: 'INITIALIZING', code: '', waits: [{ for: 'TASK_PAUSED' }] });
  expect((await fleet.read(task.id)).counts).toMatchObject({ failed: 1, initializing: 1 });
});

test('the next stage begins after threshold and soak time, and a stage below the threshold pauses', async () => {
  const robots = await Promise.all([1, 2, 3, 4].map(() => fleet.aRobot()));
  const canary = { deviceIds: [robots[0]!.id], soakMinutes: 60 };
  const half = { upToPct: 75, successPct: 100, maxFailed: 2 };
  const stages = [canary, half, { upToPct: 100 }];
  const task = await fleet.started(fleet.aPlan((await aPackage()).id, { stages }));
  await fleet.tick();
  await fleet.installs(robots[0]!, '1.0.0');
  await fleet.tick();
  expect((await fleet.read(task.id)).stageRows[0]).toMatchObject({ completedAt: expect.any(String) });
  server.clock.advance(59 * minuteMs);
  await fleet.tick();
  expect(fleet.sent).toHaveLength(1);
  server.clock.advance(2 * minuteMs);
  await fleet.tick();
  expect((await fleet.read(task.id)).stage).toBe(1);
  const second = fleet.sent.slice(1).map(({ deviceId }) => robots.find(({ id }) => id === deviceId)!);
  expect(second).toHaveLength(2);
  await fleet.installs(second[0]!, '1.0.0');
  await fleet.report(second[1]!, 'FAILED', { code: 'ROLLED_BACK', isFinal: true });
  await fleet.tick();
  const paused = await fleet.read(task.id);
  expect(paused).toMatchObject({ state: 'PAUSED', reason: 'BELOW_THRESHOLD', stage: 1 });
  await server.ok(resume, superAdmin, { id: task.id });
  await fleet.tick();
  expect(await fleet.read(task.id)).toMatchObject({ state: 'RUNNING', stage: 2 });
  expect(fleet.sent).toHaveLength(4);
});

test('a failed download is tried again after a while, and at most as often as the plan says', async () => {
  const robot = await fleet.aRobot();
  const task = await fleet.started(fleet.aPlan((await aPackage()).id, { attempts: 2 }));
  await fleet.tick();
  await fleet.report(robot, 'FAILED', { code: 'DOWNLOAD', isFinal: true });
  await fleet.tick();
  const [record] = await fleet.recordsOf(task.id);
  expect(record).toMatchObject({ state: 'INITIALIZING', attempt: 1, waits: [{ for: 'RETRY_DELAY' }] });
  server.clock.advance(6 * minuteMs);
  await fleet.tick();
  expect(fleet.sent).toHaveLength(2);
  expect(fleet.sent[1]!.params['jobId']).not.toBe(fleet.sent[0]!.params['jobId']);
  await fleet.report(robot, 'FAILED', { code: 'DOWNLOAD', isFinal: true });
  await fleet.tick();
  expect((await fleet.recordsOf(task.id))[0]).toMatchObject({
    state: 'FAILED',
    code: 'DOWNLOAD',
    attempt: 2,
  });

  await server.ok(retry, superAdmin, { id: task.id });
  expect((await fleet.recordsOf(task.id))[0]).toMatchObject({ state: 'INITIALIZING', code: '', attempt: 0 });
});

test('a way leads through the versions between, one after the other', async () => {
  const robot = await fleet.aRobot('001');
  await server.aPackage({ version: '002', fromVersions: ['001'] });
  const { id: packageId } = await server.aPackage({ version: '003', fromVersions: ['002'] });
  const task = await fleet.started(fleet.aPlan(packageId));
  await fleet.tick();
  expect(fleet.sent[0]!.params).toMatchObject({ manifest: { version: '002' } });
  const [first] = await fleet.recordsOf(task.id);
  expect(first).toMatchObject({ way: ['002', '003'], toVersion: '003' });
  expect(first!.waits).toContainEqual({ for: 'EARLIER_VERSION' });
  await fleet.installs(robot, '002');
  await fleet.tick();
  expect(fleet.sent[1]!.params).toMatchObject({ manifest: { version: '003' } });
  await fleet.installs(robot, '003');
  await fleet.tick();
  expect(await fleet.read(task.id)).toMatchObject({ state: 'DONE', counts: { successful: 1 } });
});

test('a robot that falls back later has a failed update and an alarm, and may be updated again', async () => {
  const robot = await fleet.aRobot();
  const { id: packageId } = await aPackage();
  const task = await fleet.started(fleet.aPlan(packageId));
  await fleet.tick();
  await fleet.installs(robot, '1.0.0');
  await fleet.tick();
  server.clock.advance(minuteMs);
  await fleet.runs(robot, '0.9.0');
  await fleet.tick();
  expect(fleet.alarms).toEqual([{ deviceId: robot.id, code: '80014' }]);
  expect((await fleet.recordsOf(task.id))[0]).toMatchObject({ state: 'FAILED', code: 'FELL_BACK' });
  expect((await fleet.read(task.id)).counts).toMatchObject({ failed: 1, successful: 0 });
  await fleet.tick();
  expect(fleet.alarms).toHaveLength(1);
  const again = await server.ok(preview, superAdmin, fleet.aPlan(packageId));
  expect(again.verdicts).toEqual({ UPDATES: 1 });
});

test('one press brings the updated robots back, each to the version before', async () => {
  const [old, older] = [await fleet.aRobot('0.9.0'), await fleet.aRobot('0.8.0')];
  const unknown = await fleet.aRobot('0.7.7');
  await server.aPackage({ version: '0.9.0' });
  await server.aPackage({ version: '0.8.0', state: 'UNLISTED' });
  const task = await fleet.started(fleet.aPlan((await aPackage()).id));
  await fleet.tick();
  for (const robot of [old, older, unknown]) await fleet.installs(robot, '1.0.0');
  await fleet.tick();
  const draft = await server.ok(rollBack, superAdmin, { id: task.id });
  expect(draft).toMatchObject({ kind: 'ROLLBACK', state: 'DRAFT', plan: { rollbackOf: task.id } });
  const { verdicts } = await server.ok(preview, superAdmin, draft.plan);
  expect(verdicts).toEqual({ UPDATES: 2, NO_VERSION_BEFORE: 1 });
  const { id, revision } = await server.ok(update, superAdmin, {
    id: draft.id,
    revision: draft.revision,
    plan: draft.plan,
  });
  await server.ok(approve, staff, { id, revision, approved: true });
  await fleet.tick();
  const back = fleet.sent.slice(3).map(({ params }) => params);
  expect(back.every(({ force }) => force === true)).toBe(true);
  await fleet.installs(old, '0.9.0');
  await fleet.installs(older, '0.8.0');
  await fleet.tick();
  expect(await fleet.read(id)).toMatchObject({ state: 'DONE', counts: { successful: 2 } });
});

test('a cancellation ends what did not begin and names the robots that install', async () => {
  const robots = [await fleet.aRobot(), await fleet.aRobot(), await fleet.aRobot()];
  const task = await fleet.started(fleet.aPlan((await aPackage()).id, { maxAtOnce: 2 }));
  await fleet.tick();
  const [first, second] = fleet.sent.map(({ deviceId }) => robots.find(({ id }) => id === deviceId)!);
  await fleet.report(first!, 'INSTALLING');
  await fleet.report(second!, 'DOWNLOADING');
  await fleet.tick();
  const { task: canceled, installing } = await server.ok(cancel, superAdmin, { id: task.id });
  expect(canceled.state).toBe('CANCELED');
  expect(installing.map(({ id }) => id)).toEqual([first!.id]);
  await fleet.tick();
  expect(fleet.sent.at(-1)).toMatchObject({ type: 'job.cancel', deviceId: second!.id });
  await fleet.report(second!, 'FAILED', { code: 'CANCELED', isFinal: true });
  await fleet.installs(first!, '1.0.0');
  await fleet.tick();
  expect((await fleet.read(task.id)).counts).toMatchObject({ successful: 1, failed: 2, initializing: 0 });
  expect(await server.send(pause, superAdmin, { id: task.id })).toMatchObject({
    code: errors.otaTaskState.code,
  });
});

test('the records of a task are exported in the order of its stages, with the filters of the list', async () => {
  const [one, two] = [await fleet.aRobot(), await fleet.aRobot()];
  const { id: packageId } = await aPackage();
  const stages = [{ deviceIds: [two.id] }, { upToPct: 100 }];
  const { id, revision } = await server.ok(add, superAdmin, { plan: fleet.aPlan(packageId, { stages }) });
  await server.ok(approve, staff, { id, revision, approved: true });
  await fleet.tick();
  const lines = async (filters: object) => {
    const { data } = await server.send(otaTaskCalls.exportRecords, superAdmin, { taskId: id, ...filters });
    return String(data).trim().split('\r\n').slice(1);
  };
  const [canary, rest] = await lines({});
  expect(canary).toContain(`,${two.sn},`);
  expect(rest).toContain(`,${one.sn},`);
  expect(rest).toContain('STAGE');
  expect(await lines({ stage: 0 })).toHaveLength(1);
  const { code } = await server.send(otaTaskCalls.exportRecords, people.otherAdmin, { taskId: id });
  expect(code).toBe(errors.notFound.code);
});

test('a task whose last waiting robot is deleted is done, and counts the others only', async () => {
  const [robot, deleted] = [await fleet.aRobot(), await fleet.aRobot()];
  await server.setLiveState(deleted.id, { companyId: deleted.companyId, state: 'OFFLINE' });
  const task = await fleet.started(fleet.aPlan((await aPackage()).id));
  await fleet.tick();
  await fleet.installs(robot, '1.0.0');
  await server.ok(deviceCalls.remove, superAdmin, { id: deleted.id });
  server.clock.advance(minuteMs);
  await fleet.tick(2);
  expect(await fleet.read(task.id)).toMatchObject({
    state: 'DONE',
    counts: { initializing: 0, successful: 1 },
  });
  const totalOf = async (state?: OtaRecordState[]) =>
    (await server.ok(records, superAdmin, { taskId: task.id, ...(state && { state }) })).total;
  expect([await totalOf(), await totalOf(['SUCCESSFUL']), await totalOf(['FAILED'])]).toEqual([1, 1, 0]);
});
