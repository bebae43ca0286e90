import {
  attachedSnapshotCalls,
  errors,
  permissions,
  remoteAccessCalls,
  snapshotRuleCalls,
  videoCalls,
  videoSnapshotCalls,
  workOrderCalls,
  type Sent,
} from '@sweepline/contract';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot } from '../../../../test-kit/builders/drivable.ts';
import { companyIds, people } from '../../../../test-kit/index.ts';
import { sharedTestServer } from '../../../../test-kit/test-server.ts';
import { aLiveCamera } from '../../../../test-kit/video/live-camera.ts';
import { takeRuleSnapshots } from './rule-snapshot-service.ts';

const { detail, update } = snapshotRuleCalls;
const { mallAdmin, agentAdmin } = people;
const server = sharedTestServer();
let url: string;
let jpeg: Buffer<ArrayBuffer>;
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
let camera: ReturnType<typeof aLiveCamera>;
let count = 0;

beforeAll(async () => {
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const create = { width: 640, height: 360, channels: 3, background: 'red' } as const;
  jpeg = Buffer.from(await sharp({ create }).jpeg().toBuffer());
});
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-RULE-${++count}` });
  camera = aLiveCamera(robot.robot, () => url, jpeg);
  await camera.report(mallAdmin);
});
afterEach(async () => {
  await camera.close();
  await robot.leave();
});

const nothing = { minLevel: null, ofAssists: false, onReports: false, onOrders: false };
async function decide(rule: Partial<Sent<typeof update>>) {
  // Alarms of the tests before are older than the rule.
  server.clock.advance(1);
  const { version } = await server.ok(detail, mallAdmin, {});
  await server.ok(update, mallAdmin, { ...nothing, ...rule, version });
}
const run = () => takeRuleSnapshots({ ...server, now: server.clock });
const anAlarm = (overrides: Parameters<typeof server.anAlarm>[0] = {}) =>
  server.anAlarm({ deviceId: robot.id, ...overrides });
const ofAlarm = (targetId: string) =>
  server.ok(attachedSnapshotCalls.list, mallAdmin, { kind: 'ALARM', targetId });
const opened = () => robot.told('stream.open').length;

test('an alarm of the chosen level brings a snapshot by itself, and a lower one brings none', async () => {
  await decide({ minLevel: 4 });
  const [high, low] = [await anAlarm({ level: 4 }), await anAlarm({ level: 3 })];
  await run();
  const { list, request } = await ofAlarm(high.id);
  expect(list).toMatchObject([{ camera: 'FRONT', viewer: 'Mall', company: '', attachedBy: '' }]);
  expect(request).toMatchObject({ state: 'TAKEN', failure: null });
  expect(await ofAlarm(low.id)).toEqual({ list: [], request: null });
  const { list: snapshots } = await server.ok(videoSnapshotCalls.list, mallAdmin, { deviceId: robot.id });
  expect(snapshots).toMatchObject([{ viewer: 'Mall', company: '', width: 640, height: 360 }]);
  expect((await server.ok(detail, mallAdmin, {})).used).toMatchObject({ taken: 1 });
});

test('an alarm waits for its snapshot from its raise on, unless its robot has no camera', async () => {
  await decide({ minLevel: 4 });
  const { id } = await anAlarm();
  expect((await ofAlarm(id)).request).toMatchObject({ state: 'WAITING' });
  const { id: blindId } = await server.aDevice();
  const blind = await anAlarm({ deviceId: blindId });
  expect((await ofAlarm(blind.id)).request).toBeNull();
  await run();
  expect((await ofAlarm(id)).request).toMatchObject({ state: 'TAKEN' });
  expect((await ofAlarm(blind.id)).request).toBeNull();
});

test('the company finds the snapshot among the remote access, as one by its rule', async () => {
  await decide({ minLevel: 4 });
  await anAlarm();
  await run();
  const { list } = await server.ok(remoteAccessCalls.list, mallAdmin, { deviceId: robot.id });
  expect(list).toMatchObject([{ kind: 'VIEW', person: 'Mall', byRight: 'RULE', end: 'LEFT' }]);
});

test('an alarm is asked for one snapshot, however many runs of the job there are', async () => {
  await decide({ minLevel: 4 });
  const { id } = await anAlarm();
  await Promise.all([run(), run()]);
  await run();
  expect((await ofAlarm(id)).list).toHaveLength(1);
  expect(opened()).toBe(1);
});

test('a request whose server died is taken up again after a minute', async () => {
  await decide({ minLevel: 4 });
  const { id: alarmId, companyId } = await anAlarm();
  const askedAt = server.clock().toISOString();
  await server.asOwner(
    (sql) => sql`insert into snapshot_requests (id, company_id, alarm_id, asked_at)
      values (gen_random_uuid(), ${companyId}, ${alarmId}, ${askedAt})`,
  );
  await run();
  expect((await ofAlarm(alarmId)).request).toMatchObject({ state: 'WAITING' });
  server.clock.advance(61_000);
  await run();
  expect((await ofAlarm(alarmId)).request).toMatchObject({ state: 'TAKEN' });
});

test('an alarm that is old, over, a follower or older than the rule brings no snapshot', async () => {
  const before = await anAlarm();
  await decide({ minLevel: 1 });
  const at = server.clock().toISOString();
  const others = [
    await anAlarm({ raisedAt: new Date(Date.parse(at) - 121_000).toISOString() }),
    await anAlarm({ clearedAt: at }),
    await anAlarm({ causeId: before.id }),
    await anAlarm({ source: 'SERVER' }),
  ];
  await run();
  for (const { id } of [before, ...others]) expect((await ofAlarm(id)).request).toBeNull();
  expect(opened()).toBe(0);
});

test('an intervention of a low level brings a snapshot where interventions ask for one', async () => {
  await decide({ ofAssists: true });
  const [assist, other] = [
    await anAlarm({ code: '10110', level: 1 }),
    await anAlarm({ code: '10101', level: 5 }),
  ];
  await run();
  expect((await ofAlarm(assist.id)).list).toHaveLength(1);
  expect((await ofAlarm(other.id)).request).toBeNull();
});

test('the report of the run and the order of the alarm get the snapshot where they ask for it, once', async () => {
  await decide({ minLevel: 4, onReports: true, onOrders: true });
  const of = { companyId: companyIds.mall, deviceId: robot.id };
  const { id: runId } = await server.aReport(of);
  const { id: alarmId, code } = await anAlarm({ runId });
  await run();
  const report = await server.ok(attachedSnapshotCalls.list, mallAdmin, { kind: 'REPORT', targetId: runId });
  expect(report).toMatchObject({ list: [{ viewer: 'Mall' }], request: null });
  // The order is made after the picture was taken.
  const { id } = await server.aWorkOrder({ ...of, alarmId, alarmCode: code });
  await run();
  await run();
  const { pictures, events } = await server.ok(workOrderCalls.detail, mallAdmin, { id });
  expect(pictures).toMatchObject([{ kind: 'FAULT', width: 640 }]);
  expect(events.filter(({ kind }) => kind === 'CHANGED')).toHaveLength(1);
});

test('neither the report nor the order get a snapshot where they do not ask', async () => {
  await decide({ minLevel: 4 });
  const of = { companyId: companyIds.mall, deviceId: robot.id };
  const { id: runId } = await server.aReport(of);
  const { id: alarmId, code } = await anAlarm({ runId });
  const { id } = await server.aWorkOrder({ ...of, alarmId, alarmCode: code });
  await run();
  await run();
  expect((await ofAlarm(alarmId)).list).toHaveLength(1);
  expect((await server.ok(workOrderCalls.detail, mallAdmin, { id })).pictures).toEqual([]);
  const report = await server.ok(attachedSnapshotCalls.list, mallAdmin, { kind: 'REPORT', targetId: runId });
  expect(report.list).toEqual([]);
});

test('cameras that are switched off are not asked, and the alarm says so', async () => {
  await decide({ minLevel: 4 });
  await server.asOwner(
    (sql) => sql`
      insert into device_sections (id, company_id, device_id, name, version, hash, document, state, code, changed_by, reported_hash, reported_status, told)
      values (gen_random_uuid(), ${companyIds.mall}, ${robot.id}, 'settings', 1, '', '{"videoAllowed": false}', 'SYNCED', '', '', '', '', false)`,
  );
  const { id } = await anAlarm();
  await run();
  expect(await ofAlarm(id)).toMatchObject({ list: [], request: { state: 'FAILED', failure: 'VIDEO_OFF' } });
  expect(opened()).toBe(0);
});

test('an alarm of a robot that is offline says that there is no snapshot for that reason', async () => {
  await decide({ minLevel: 4 });
  await robot.robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  await eventually(
    () => server.gateway.live(robot.id)?.connection.state === 'OFFLINE',
    'the robot to be offline',
  );
  const { id } = await anAlarm();
  await run();
  expect((await ofAlarm(id)).request).toMatchObject({ state: 'FAILED', failure: 'OFFLINE' });
});

test('a camera whose stream ends without a picture is the reason that the alarm shows', async () => {
  await decide({ minLevel: 4 });
  camera.film(false);
  const { id } = await anAlarm();
  let isOver = false;
  const taking = run().then(() => (isOver = true));
  await eventually(() => {
    server.clock.advance(5_000);
    return isOver;
  }, 'the end of the stream');
  await taking;
  const { request } = await ofAlarm(id);
  expect(request?.state).toBe('FAILED');
  expect(['TIMED_OUT', 'NO_VIEWER', 'OFFLINE', 'LOST']).toContain(request?.failure);
});

test('a snapshot by rule takes no place of a viewer, and does not change what pages watch', async () => {
  await decide({ minLevel: 4 });
  const small = { deviceId: robot.id, camera: 'FRONT', reason: '', size: 'SMALL' } as const;
  for (let viewers = 0; viewers < 5; viewers += 1) await server.ok(videoCalls.open, mallAdmin, small);
  const { id } = await anAlarm();
  await run();
  expect((await ofAlarm(id)).list).toHaveLength(1);
  expect(opened()).toBe(1);
});

test('a company decides about its own cameras only, and with both permissions', async () => {
  const { version } = await server.ok(detail, mallAdmin, {});
  const rule = { ...nothing, minLevel: 5, version };
  expect(await server.ok(update, mallAdmin, rule)).toMatchObject({ companyName: 'Mall', minLevel: 5 });
  expect((await server.send(update, mallAdmin, rule)).code).toBe(errors.outdated.code);
  expect(await server.ok(detail, agentAdmin, {})).toMatchObject({ companyName: 'Agent', version: 0 });
  for (const code of [permissions.alarmSettingChange, permissions.deviceSnapshot]) {
    const one = await server.anAccount({ companyId: companyIds.mall, permissionCodes: [code] });
    expect((await server.send(update, one, { ...rule, version: version + 1 })).code).toBe(
      errors.forbidden.code,
    );
  }
});
