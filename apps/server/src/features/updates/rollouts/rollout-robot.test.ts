import { otaTaskCalls } from '@sweepline/contract';
import { afterEach, expect, test } from 'vitest';
import { eventually, introduce, TestRobot } from '../../../robots/test-kit/test-gateway.ts';
import { RobotRefusal } from '../../../robots-port/robot-refusal.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { announceDevice, hashSecret } from '../../devices/identity/credential-service.ts';
import { advanceRollouts } from './engine/rollout-job.ts';

const { add, approve, records, detail } = otaTaskCalls;
const { superAdmin, staff } = people;
const server = testServer();
const robots: TestRobot[] = [];
afterEach(async () => {
  for (const robot of robots.splice(0)) await robot.leave();
});

/** The test robot checks none, but the server sends only what has the form of one. */
const signature = `${'A'.repeat(86)}==`;

const tick = () =>
  advanceRollouts({
    db: server.db,
    bus: server.bus,
    now: server.clock,
    robots: {
      commands: server.gateway.commands,
      raiseAlarm: async (deviceId, code) => server.gateway.raiseAlarm(deviceId, code),
    },
  });

/** A connected robot of the mall. */
async function aRobot() {
  const device = await server.aDevice({ secretHash: hashSecret('s') });
  announceDevice(server.bus, device.id);
  await eventually(() => server.gateway.live(device.id), 'the gateway to know the device');
  const registered = { ...device, deviceId: device.id, secret: 's' };
  const robot = await TestRobot.connect(server.gateway.mqttUrl, registered);
  robots.push(robot);
  await introduce({ ...server, gateway: server.gateway, pushed: [] }, robot);
  return { device, robot };
}

const durable = async (robot: TestRobot, topic: 'xReply' | 'xJob', body: Record<string, unknown>) => {
  const message = robot.durable(body);
  await robot.say(topic, message, 1);
  await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(message.msgId));
};
const reports = (robot: TestRobot, version: string) =>
  robot.say('xReported', { versions: { robot: version }, sections: {} }, 1);

const ticksUntil = (isDone: () => Promise<boolean>, what: string) =>
  eventually(async () => {
    await tick();
    return await isDone();
  }, what);

test('a robot of a customer gets the command, the file of the provider and no other one, and is done by its report', async () => {
  const { device, robot } = await aRobot();
  await reports(robot, '0.9.0');
  const { id: packageId, fileId } = await server.aPackage({ version: '1.0.0', signature });
  const other = await server.aPackage({ version: '0.1.0' });
  await eventually(async () => {
    const rows = await server.asOwner((sql) => sql`select from device_versions where after = '0.9.0'`);
    const [live] = await server.asOwner((sql) => sql`select from device_live where state = 'ONLINE'`);
    return rows.length > 0 && live;
  }, 'the first report');
  const deadline = new Date(server.clock().getTime() + 86_400_000).toISOString();
  const plan = { name: 'Update', packageId, deadline, lateJoiners: false, stages: [{ upToPct: 100 }] };
  const { id, revision } = await server.ok(add, superAdmin, { plan });
  await server.ok(approve, staff, { id, revision, approved: true });
  await tick();
  const command = await robot.waitForMessage('xCommand', ({ type }) => type === 'job.ota');
  const { jobId } = command['params'] as { jobId: string };
  await durable(robot, 'xReply', { commandId: command['commandId'], status: 'SUCCEEDED', code: '' });

  const ask = async (file: string) => {
    const requestId = server.newId();
    await robot.say('xRequest', { requestId, type: 'download.url', params: { fileId: file } }, 1);
    return await robot.waitForMessage('xResponse', (answer) => answer['requestId'] === requestId);
  };
  expect(await ask(fileId)).toMatchObject({ status: 'OK', result: { url: expect.any(String) } });
  expect(await ask(other.fileId)).toMatchObject({ status: 'ERROR' });

  // While the robot installs, a run is refused with the reason.
  await durable(robot, 'xJob', { jobId, kind: 'OTA', phase: 'INSTALLING', attempt: 1 });
  await robot.say('xTelemetry', { mode: 'OTA_UPGRADE', modePaused: false }, 1);
  const check = () =>
    server.gateway.runs
      .check({
        deviceId: device.id,
        name: 'Run',
        by: 'wei',
        kind: 'CLEANING',
        plan: { areas: [], toolWidthM: 0.5 } as never,
      })
      .then(
        () => '',
        (error: unknown) => (error instanceof RobotRefusal ? error.code : 'OTHER'),
      );
  await eventually(async () => (await check()) === 'UPDATING', 'the refusal of a run');

  await durable(robot, 'xJob', { jobId, kind: 'OTA', phase: 'FINISHED', attempt: 1, final: true });
  await ticksUntil(async () => {
    const { list } = await server.ok(records, superAdmin, { taskId: id });
    return list[0]?.waits[0]?.for === 'CONFIRMATION';
  }, 'the wait for the version');
  await reports(robot, '1.0.0');
  await ticksUntil(async () => (await server.ok(detail, superAdmin, { id })).state === 'DONE', 'the end');
  expect(await ask(fileId)).toMatchObject({ status: 'ERROR' });

  // The customer has a notice of the approval, and reads how it ended.
  const rows = await server.asOwner(
    (sql) =>
      sql`select template from notices where company_id = ${companyIds.mall} and template like 'update%'`,
  );
  expect(rows.map(({ template }) => template as string)).toEqual(['updateSoon', 'updateDone']);

  // It falls back later.
  await reports(robot, '0.9.0');
  await ticksUntil(async () => {
    const { list } = await server.ok(records, superAdmin, { taskId: id });
    return list[0]?.code === 'FELL_BACK';
  }, 'the fall-back');
  await eventually(
    async () => (await server.asOwner((sql) => sql`select from alarms where code = '80014'`)).length === 1,
    'the alarm',
  );
});
