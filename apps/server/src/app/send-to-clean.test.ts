import {
  commandCalls,
  deviceCalls,
  deviceMapCalls,
  errors,
  mapDraftCalls,
  runCalls,
  taskCalls,
} from '@sweepline/contract';
import { announceDevice, hashSecret } from '../features/devices/identity/credential-service.ts';
import { eventually, idleState, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { newId } from '../platform/runtime/ids.ts';
import { companyIds, people } from '../test-kit/index.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';
import { afterAll, expect, test } from 'vitest';

const server = sharedTestServer();
let robot: TestRobot | undefined;
afterAll(() => robot?.leave());

const { mallAdmin } = people;

/** A registered robot that is online and localized on the map. */
async function readyRobot(mapId: string) {
  const sn = `T-${newId().slice(-12)}`;
  const row = await server.aDevice({ sn, nickname: 'Otter', secretHash: hashSecret('secret') });
  announceDevice(server.bus, row.id);
  const device = {
    deviceId: row.id,
    companyId: row.companyId,
    sn,
    secret: 'secret',
    manufacturer: 'JBOT',
    protocol: 'v3' as const,
    model: 'J30',
  };
  const connected = await eventually(
    () => TestRobot.connect(server.gateway.mqttUrl, device).catch(() => undefined),
    'a connection',
  );
  // An outside broker accepts the robot before the gateway has loaded it.
  await eventually(() => server.gateway.live(row.id), 'the gateway to know the robot');
  await connected.say('connection', { connectionState: 'ONLINE' }, 1);
  const state = (body: object = {}) =>
    connected.say(
      'state',
      {
        ...idleState,
        maps: [{ mapId, mapVersion: '1', mapStatus: 'ENABLED' }],
        mobileRobotPosition: { ...idleState.mobileRobotPosition, mapId },
        ...body,
      },
      1,
    );
  await state();
  await eventually(() => server.gateway.live(row.id)?.position, 'the robot’s place');
  return { id: row.id, connected, state };
}

test('a started task sends the order to the robot, its run follows the robot’s states, and a second start is refused', async () => {
  const map = await server.aMap();
  const { id: deviceId, connected, state } = await readyRobot(map.id);
  robot = connected;
  const input = {
    name: 'Morning',
    deviceId,
    mapId: map.id,
    zoneIds: ['z1'],
    cleaningMode: 'SCRUB',
    strength: 'STANDARD',
    repetitions: 1,
  };
  const task = await server.ok(taskCalls.create, mallAdmin, input);
  const run = await server.ok(taskCalls.start, mallAdmin, { id: task.id });
  expect(run).toMatchObject({
    state: 'WAITING',
    name: 'Morning',
    taskId: task.id,
    by: 'mallAdmin',
    areaM2: 16,
    plannedM2: 16,
    map: { id: map.id },
  });

  const order = await connected.waitForMessage('order', (message) => message['orderId'] === run.id);
  expect(JSON.stringify(order)).toContain('cleanArea');
  expect((await server.send(taskCalls.start, mallAdmin, { id: task.id })).msg).toBe(
    errors.runActive.texts.en,
  );

  await state({ orderId: run.id, orderUpdateId: 0, nodeStates: order['nodes'] });
  const running = await eventually(async () => {
    const detail = await server.ok(runCalls.detail, mallAdmin, { id: run.id });
    return detail.state === 'IN_PROGRESS' && detail;
  }, 'the run to be under way');
  expect(running.zones).toMatchObject([{ id: 'z1' }]);
  expect(await server.ok(deviceCalls.summary, mallAdmin, {})).toMatchObject({ online: 1 });
  expect((await server.ok(taskCalls.detail, mallAdmin, { id: task.id })).openRun).toMatchObject({
    id: run.id,
  });
});

test('a start is refused if the robot is on another map', async () => {
  const [here, there] = [await server.aMap(), await server.aMap()];
  const { id: deviceId, connected } = await readyRobot(here.id);
  const input = {
    deviceId,
    mapId: there.id,
    zoneIds: ['z1'],
    cleaningMode: 'SCRUB',
    strength: 'STANDARD',
    repetitions: 1,
  };
  await eventually(
    async () =>
      (await server.ok(deviceCalls.detail, mallAdmin, { id: deviceId })).device.live.mapId === here.id,
    'the row of the live state',
  );
  expect((await server.send(taskCalls.cleanNow, mallAdmin, input)).msg).toBe(errors.onOtherMap.texts.en);
  expect(
    (await server.send(deviceCalls.navigate, mallAdmin, { id: deviceId, x: 1, y: 1, mapId: there.id })).msg,
  ).toBe(errors.onOtherMap.texts.en);
  const command = await server
    .ok(deviceCalls.locate, mallAdmin, { id: deviceId, seconds: 5 })
    .catch(() => undefined);
  if (command)
    expect((await server.ok(commandCalls.list, mallAdmin, { deviceId })).list).toMatchObject([
      { id: command.id, type: 'locate' },
    ]);
  await connected.leave();
});

test('a stored task whose area was removed from the map, and a charge without a charger, are refused in words', async () => {
  const map = await server.aMap();
  const { id: deviceId, connected } = await readyRobot(map.id);
  const how = { cleaningMode: 'SCRUB', strength: 'STANDARD', repetitions: 1 };
  const input = { name: 'Evening', deviceId, mapId: map.id, zoneIds: ['z1'], ...how };
  const task = await server.ok(taskCalls.create, mallAdmin, input);
  const { version, elements } = await server.ok(mapDraftCalls.detail, mallAdmin, { mapId: map.id });
  const draft = await server.ok(mapDraftCalls.save, mallAdmin, {
    mapId: map.id,
    version,
    elements: { ...elements, zones: [], points: [] },
  });
  await server.ok(mapDraftCalls.publish, mallAdmin, { mapId: map.id, version: draft.version, warnings: 50 });

  expect((await server.send(taskCalls.start, mallAdmin, { id: task.id })).msg).toBe(
    errors.taskAreaGone.texts.en,
  );
  expect((await server.send(deviceCalls.charge, mallAdmin, { id: deviceId })).msg).toBe(
    errors.noCharger.texts.en,
  );
  await connected.leave();
});

test('a map is not sent to a device of another company, and the refusal says so', async () => {
  const map = await server.aMap();
  const { id } = await server.aDevice({ companyId: companyIds.other });
  const answer = await server.send(deviceMapCalls.send, people.superAdmin, {
    mapId: map.id,
    deviceIds: [id],
  });
  expect(answer.msg).toBe(errors.mapOfOtherCompany.texts.en);
});

test('a device shows the software and hardware version that its robot reports', async () => {
  const map = await server.aMap();
  const { id, connected } = await readyRobot(map.id);
  const versions = { robot: '3.4.1', hardware: 'J30-R2' };
  await connected.say('xReported', { bootId: newId(), versions, sections: {} }, 1);
  const device = await eventually(async () => {
    const answer = await server.ok(deviceCalls.detail, mallAdmin, { id });
    return answer.device.softwareVersion && answer.device;
  }, 'the versions');
  expect(device).toMatchObject({ softwareVersion: '3.4.1', hardwareVersion: 'J30-R2' });
  await connected.leave();
});
