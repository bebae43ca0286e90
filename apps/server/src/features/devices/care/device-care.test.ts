import {
  deviceCareCalls,
  deviceSettingCalls,
  errors,
  maintenanceRecordCalls,
  type Call,
} from '@sweepline/contract';
import { describe, expect, test } from 'vitest';
import { announceDevice, hashSecret } from '../identity/credential-service.ts';
import { eventually, introduce, TestRobot } from '../../../robots/test-kit/test-gateway.ts';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { unseenLive } from '../devices/device-service.ts';
import { inScope } from '../../../platform/db/db.ts';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { mallAdmin, otherAdmin, reader } = people;
const calls = deviceCareCalls;

const server = testServer();

/** A connected robot of the mall. */
async function aRobot() {
  const device = await server.aDevice({ secretHash: hashSecret('s') });
  announceDevice(server.bus, device.id);
  await eventually(() => server.gateway.live(device.id), 'the gateway to know the device');
  const registered = { ...device, deviceId: device.id, secret: 's' };
  const robot = await TestRobot.connect(server.gateway.mqttUrl, registered);
  // The spread of a test server is empty, so the gateway is passed by name.
  await introduce({ ...server, gateway: server.gateway, pushed: [] }, robot);
  return { id: device.id, robot };
}

test('sleep is refused while a charging robot is below sleepMinSoc of its settings', async () => {
  const { id, robot } = await aRobot();
  const charging = (stateOfCharge: number) =>
    robot.state({ powerSupply: { stateOfCharge, batteryVoltage: 25, charging: true } });
  const mobileRobotActions = [{ actionType: 'startHibernation', actionScopes: ['INSTANT'] }];
  await robot.say('factsheet', { protocolFeatures: { mobileRobotActions } }, 1);
  await robot.say('xTelemetry', { mode: 'CHARGING', modePaused: false });
  await charging(40);
  await eventually(() => server.gateway.live(id)?.battery?.value.soc === 40, 'its charge');
  await server.ok(deviceSettingCalls.update, mallAdmin, { id, version: 0, values: { sleepMinSoc: 45 } });
  expect((await server.send(calls.sleep, mallAdmin, { id })).msg).toBe(errors.batteryLow.texts.en);
  await server.ok(deviceSettingCalls.update, mallAdmin, { id, version: 1, values: { sleepMinSoc: 35 } });
  expect((await server.send(calls.sleep, mallAdmin, { id })).code).toBe(200);
  await robot.leave();
});

describe('commands to a robot', () => {
  const commands: [name: string, call: Call, input: object][] = [
    ['reboot', calls.reboot, {}],
    ['self-check', calls.selfCheck, {}],
    ['set parts', calls.setParts, { parts: { suction: 1 } }],
    ['wake', calls.wake, {}],
    ['sleep', calls.sleep, {}],
    ['enter relocation', calls.enterRelocation, {}],
    ['set a pose', calls.setPose, { x: 1, y: 1, angle: 0 }],
    ['leave relocation', calls.exitRelocation, {}],
    ['reset a consumable', calls.resetConsumable, { part: 'filter' }],
  ];

  test('each command needs the permission to operate and a device in scope', async () => {
    const { id } = await server.aDevice();
    for (const [name, call, input] of commands) {
      expect((await server.send(call, reader, { id, ...input })).code, name).toBe(errors.forbidden.code);
      expect((await server.send(call, otherAdmin, { id, ...input })).code, name).toBe(errors.notFound.code);
    }
  });

  test('each command is refused for a model without the capability', async () => {
    const { id } = await server.aDevice({ model: 'PLAIN' });
    for (const [name, call, input] of commands)
      expect((await server.send(call, mallAdmin, { id, ...input })).msg, name).toBe(
        errors.notSupported.texts.en,
      );
  });

  test('a part that the model does not have is refused before the robot is asked', async () => {
    const { id } = await server.aDevice({ model: 'J40' });
    const set = (parts: object) => server.send(calls.setParts, mallAdmin, { id, parts });
    expect((await set({ sideBrush: 1 })).msg).toBe(errors.notSupported.texts.en);
    expect((await set({ squeegee: 'DOWN', suction: 2 })).msg).toBe(errors.deviceOffline.texts.en);
    for (const parts of [{}, { suction: 4 }, { squeegee: 'LEFT' }])
      expect((await set(parts)).code).toBe(errors.invalid.code);
  });

  test('an offline robot refuses commands that cannot wait, with the reason, and queues a consumable reset', async () => {
    const { id } = await server.aDevice();
    announceDevice(server.bus, id);
    await eventually(() => server.gateway.live(id), 'the gateway to know the device');
    const refusalOf = async (call: Call, input: object = {}) =>
      (await server.send(call, mallAdmin, { id, ...input })).msg;
    expect(await refusalOf(calls.reboot)).toBe(errors.deviceOffline.texts.en);
    expect(await refusalOf(calls.wake)).toBe(errors.deviceOffline.texts.en);
    expect(await refusalOf(calls.setPose, { x: 0, y: 0, angle: 0 })).toBe(errors.deviceOffline.texts.en);
    const queued = await server.ok(calls.resetConsumable, mallAdmin, {
      id,
      part: 'filter',
      reason: 'new one in',
    });
    expect(queued).toMatchObject({ status: 'QUEUED', type: 'consumable.reset', reason: 'new one in' });
  });
});

test('waking a robot that was switched off is refused without a network operator', async () => {
  const { id, robot } = await aRobot();
  await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  await eventually(() => server.gateway.live(id)?.connection.reason === 'GRACEFUL', 'its farewell');
  expect((await server.send(calls.wake, mallAdmin, { id })).msg).toBe(errors.noWakeLine.texts.en);
  await robot.leave();
});

test('setPose converts degrees to radians, −180 to +π, and refuses more than 180', async () => {
  const { id, robot } = await aRobot();
  await server.ok(calls.enterRelocation, mallAdmin, { id });
  const enter = await robot.waitForMessage('xCommand', ({ type }) => type === 'relocation.enter');
  expect((await server.send(calls.enterRelocation, mallAdmin, { id })).msg).toBe(
    errors.relocatingAlready.texts.en,
  );
  const done = robot.durable({ commandId: enter['commandId'], status: 'SUCCEEDED', code: '' });
  await robot.say('xReply', done, 1);
  await eventually(
    async () => (await server.ok(calls.relocation, mallAdmin, { id })).state === 'ENTERED',
    'the mode',
  );
  expect((await server.send(calls.setPose, mallAdmin, { id, x: 0, y: 0, angle: 181 })).code).toBe(
    errors.invalid.code,
  );
  await server.ok(calls.setPose, mallAdmin, { id, x: 3, y: 2, angle: -180 });
  const { actions } = await robot.waitForMessage('instantActions', (message) =>
    JSON.stringify(message).includes('initializePosition'),
  );
  const [{ actionParameters }] = actions as [{ actionParameters: { key: string; value: unknown }[] }];
  const parameters = Object.fromEntries(actionParameters.map(({ key, value }) => [key, value]));
  expect(parameters).toEqual({ x: 3, y: 2, theta: Math.PI, mapId: 'm1', lastNodeId: '' });
  await robot.leave();
});

test('relocation ends with TIMED_OUT after fifteen minutes', async () => {
  const { id, robot } = await aRobot();
  await server.ok(calls.enterRelocation, mallAdmin, { id });
  const enter = await robot.waitForMessage('xCommand', ({ type }) => type === 'relocation.enter');
  await robot.say(
    'xReply',
    robot.durable({ commandId: enter['commandId'], status: 'SUCCEEDED', code: '' }),
    1,
  );
  const state = () => server.ok(calls.relocation, mallAdmin, { id });
  await eventually(async () => (await state()).state === 'ENTERED', 'the mode');
  server.clock.advance(15 * 60_000);
  expect(
    await eventually(async () => {
      const relocation = await state();
      return relocation.state === 'EXITED' && relocation;
    }, 'its end'),
  ).toMatchObject({ exitReason: 'TIMED_OUT' });
  expect((await server.send(calls.setPose, mallAdmin, { id, x: 0, y: 0, angle: 0 })).code).not.toBe(200);
  await robot.leave();
});

describe('consumables', () => {
  /** Stores the robot's last report of its parts as the gateway does. */
  const report = (deviceId: string, consumables: object[]) =>
    inScope(server.db, '*', (tx) =>
      tx.insert(deviceDocuments).values({
        companyId: mallAdmin.companyId,
        deviceId,
        kind: 'REPORTED',
        hash: 'h',
        document: { versions: {}, sections: {}, consumables },
        changedAt: server.clock().toISOString(),
      }),
    );
  const daysAgo = (days: number) => new Date(server.clock().getTime() - days * 86_400_000).toISOString();

  test('each part has its remaining state, and null without a report', async () => {
    const { id } = await server.aDevice({ model: 'J20' });
    await report(id, [
      { id: 'filter', remainingPct: 15, usedHours: 340, lifeHours: 400, resets: 2, lastResetAt: daysAgo(40) },
      { id: 'mainBrush', remainingPct: 15.1, usedHours: 300, lifeHours: 350, resets: 0 },
      { id: 'mopCloth', remainingPct: 0, usedHours: 80, lifeHours: 80, resets: 0 },
    ]);
    const tanks = { cleanWaterPct: null, dirtyWaterPct: null, detergentPct: null, dustBagPct: 90 };
    const live = { ...unseenLive(id), tanks: { value: tanks, at: daysAgo(0) } };
    await server.setLiveState(id, { live });
    const { list } = await server.ok(calls.consumables, reader, { id });
    expect(list.map(({ id: part, kind, state }) => [part, kind, state])).toEqual([
      ['sideBrush', 'WEAR', null],
      ['mainBrush', 'WEAR', 'GOOD'],
      ['filter', 'WEAR', 'LOW'],
      ['mopCloth', 'WEAR', 'EXHAUSTED'],
      ['dustBag', 'FILL', 'LOW'],
    ]);
    expect(list[2]).toMatchObject({ usedHours: 340, lifeHours: 400, resets: 2, lastResetAt: daysAgo(40) });
    expect((await server.send(calls.consumables, otherAdmin, { id })).code).toBe(errors.notFound.code);
  });

  test('the forecast divides the remaining hours by the daily wear of 30 days, weighted by strength', async () => {
    const { id } = await server.aDevice({ model: 'J30' });
    await report(id, [{ id: 'filter', remainingPct: 50, usedHours: 374, lifeHours: 400, resets: 0 }]);
    const forecast = async () => {
      const { list, hoursPerDay } = await server.ok(calls.consumables, reader, { id });
      return { hoursPerDay, endsOn: list.find((part) => part.id === 'filter')?.endsOn };
    };
    expect(await forecast()).toEqual({ hoursPerDay: null, endsOn: null });
    const area = {
      areaId: 'a',
      mapId: 'm',
      plannedM2: 1,
      cleanedM2: 1,
      seconds: 36_000,
      strength: 'STRONG' as const,
    };
    // Three runs of 10 h at the highest strength with factor 1.3 are 39 h in 30 days. The earlier run does not count.
    for (const days of [2, 9, 20, 60])
      await server.aReport({
        deviceId: id,
        startedAt: daysAgo(days),
        cleaningSeconds: 36_000,
        areas: [area],
      });
    const current = await forecast();
    expect(current.hoursPerDay).toBeCloseTo(1.3);
    expect(current.endsOn).toBe('2030-01-22');
  });

  const limit = { lifeHours: 500, warnPct: 20, blockPct: 5 };

  test('requested limits wait for the robot, apply to the warning at once, and are listed as changes', async () => {
    const { id } = await server.aDevice({ model: 'J20' });
    await report(id, [{ id: 'filter', remainingPct: 18, usedHours: 328, lifeHours: 400, resets: 0 }]);
    const filter = async () =>
      (await server.ok(calls.consumables, reader, { id })).list.find((part) => part.id === 'filter');
    expect(await filter()).toMatchObject({ wishedLifeHours: null, warnPct: 15, state: 'GOOD' });
    const saved = await server.ok(calls.setLimits, mallAdmin, { id, version: 0, part: 'filter', limit });
    expect(saved).toMatchObject({ version: 1, syncState: 'AWAITING_SYNC' });
    expect(await filter()).toMatchObject({ wishedLifeHours: 500, lifeHours: 400, state: 'LOW', blockPct: 5 });

    const next = { ...limit, warnPct: 30 };
    await server.ok(calls.setLimits, mallAdmin, { id, version: 1, part: 'filter', limit: next });
    const { list, total } = await server.ok(calls.limitChanges, reader, { id });
    expect(total).toBe(2);
    expect(list).toMatchObject([
      { part: 'filter', by: 'mallAdmin', origin: 'CLOUD', before: limit, after: next, appliedAt: null },
      { part: 'filter', by: 'mallAdmin', before: null, after: limit },
    ]);
    expect((await server.send(calls.limitChanges, otherAdmin, { id })).code).toBe(errors.notFound.code);

    const set = (who: typeof reader, changes: object) =>
      server.send(calls.setLimits, who, { id, version: 2, part: 'filter', limit, ...changes });
    expect((await set(mallAdmin, { version: 0 })).code).toBe(errors.changedMeanwhile.code);
    expect((await set(mallAdmin, { part: 'dustBag' })).code).toBe(errors.invalid.code);
    expect((await set(mallAdmin, { limit: { ...limit, blockPct: 20 } })).code).toBe(errors.invalid.code);
    expect((await set(reader, {})).code).toBe(errors.forbidden.code);
    expect((await set(otherAdmin, {})).code).toBe(errors.notFound.code);
  });

  test('requested limits reach the robot, and a reset with another life updates them', async () => {
    const { id, robot } = await aRobot();
    await server.ok(calls.setLimits, mallAdmin, { id, version: 0, part: 'filter', limit });
    const desired = (lifeHours: number) =>
      robot.waitForMessage('xDesired', ({ sections }) => {
        const { consumables } = sections as { consumables?: { inline: Record<string, unknown> } };
        return JSON.stringify(consumables?.inline['filter'])?.includes(`"lifeHours":${lifeHours}`) ?? false;
      });
    const sections = (await desired(500))['sections'] as Record<string, { version: number; hash: string }>;
    const { version, hash } = sections['consumables']!;
    await robot.say(
      'xReported',
      {
        bootId: '0193f0c2-7a31-7c55-9d0e-0000000000b0',
        versions: {},
        sections: { consumables: { version, hash, status: 'APPLIED' } },
      },
      1,
    );
    const state = async () => (await server.ok(calls.consumables, reader, { id })).syncState;
    await eventually(async () => (await state()) === 'IN_SYNC', 'the limits to be there');
    const reset = server.ok(calls.resetConsumable, mallAdmin, { id, part: 'filter', lifeHours: 800 });
    const { commandId } = await robot.waitForMessage('xCommand', ({ type }) => type === 'consumable.reset');
    await robot.say('xReply', robot.durable({ commandId, status: 'SUCCEEDED', code: '', message: '' }), 1);
    await reset;
    await desired(800);
    await robot.leave();
  });

  test('a reset that the robot confirms is written to its service book once; a failed one is not', async () => {
    const { id, robot } = await aRobot();
    const reply = async (part: string, status: 'SUCCEEDED' | 'FAILED') => {
      const sent = await server.ok(calls.resetConsumable, mallAdmin, { id, part, reason: 'new one in' });
      const { commandId } = await robot.waitForMessage(
        'xCommand',
        (message) => message['commandId'] === sent.id,
      );
      const message = robot.durable({ commandId, status, code: '', message: '' });
      for (const _again of [1, 2]) await robot.say('xReply', message, 1);
      await eventually(async () => {
        const [row] = await server.asOwner((sql) => sql`select status from commands where id = ${sent.id}`);
        return row?.['status'] === status;
      }, 'the end of the command');
    };
    await reply('sideBrush', 'FAILED');
    await reply('filter', 'SUCCEEDED');
    const { list } = await server.ok(maintenanceRecordCalls.list, mallAdmin, { deviceId: id });
    expect(list).toMatchObject([
      {
        type: 'REPLACEMENT',
        source: 'RESET',
        details: { part: 'filter' },
        content: 'new one in',
        by: { mine: true },
      },
    ]);
    await robot.leave();
  });

  test('only parts that wear can be reset', async () => {
    const { id } = await server.aDevice({ model: 'J20' });
    for (const part of ['dustBag', 'squeegee'])
      expect((await server.send(calls.resetConsumable, mallAdmin, { id, part })).code).toBe(
        errors.invalid.code,
      );
  });
});
