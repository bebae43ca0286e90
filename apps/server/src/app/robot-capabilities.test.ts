import {
  controlPasswordCalls,
  deviceCalls,
  deviceCareCalls,
  deviceLogCalls,
  deviceMapCalls,
  deviceControlCalls,
  deviceSettingCalls,
  diagnosisCalls,
  errors,
  fileTransferCalls,
  shellCalls,
  taskCalls,
  videoCalls,
  type Call,
} from '@sweepline/contract';
import {
  capabilityOfCommand,
  capabilityOfStream,
  vendorCapabilities,
  type Capability,
  type CommandType,
} from '@sweepline/contract/robot';
import { afterEach, expect, test } from 'vitest';
import { newId } from '../platform/runtime/ids.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { declaringRobots, type DeclaringRobot as Robot } from '../test-kit/declaring-robot.ts';
import { people } from '../test-kit/index.ts';
import { testServer } from '../test-kit/test-server.ts';

const server = testServer();
const { mallAdmin } = people;
const { aRobot, leave } = declaringRobots(server);
afterEach(leave);

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'sent',
    (error: unknown) => (error as { code?: string }).code,
  );
const commandsOf = ({ robot }: Robot, type: string) =>
  robot.received.filter(({ topic, message }) => topic === 'xCommand' && message['type'] === type).length;

const commands: [CommandType, Record<string, unknown>, Capability][] = [
  ...Object.entries(capabilityOfCommand).flatMap(
    ([type, capability]): [CommandType, Record<string, unknown>, Capability][] =>
      // A transfer names a record of its own.
      capability && !type.startsWith('job.') ? [[type as CommandType, {}, capability]] : [],
  ),
  ...Object.entries(capabilityOfStream).map(
    ([kind, capability]): [CommandType, Record<string, unknown>, Capability] => [
      'stream.open',
      { kind },
      capability,
    ],
  ),
];
const catalogue: readonly string[] = ['settings', 'restore', 'parts', 'consumables', 'ota'];

test.each(['foreign', 'own', 'stock'] as const)(
  'a command reaches a %s robot if it declares the capability, and is refused otherwise',
  { timeout: 120_000 },
  async (kind) => {
    const it = await aRobot(kind);
    const send = ([type, params]: (typeof commands)[number]) =>
      refusalOf(server.gateway.commands.sendCommand({ deviceId: it.id, type, params, by: '' }));
    for (const row of commands) {
      const [type, , capability] = row;
      const name = `${type} needs ${capability}`;
      const before = commandsOf(it, type);
      await it.declare(
        [`x${newId()}`],
        vendorCapabilities.filter((word) => word !== capability),
      );
      expect(await send(row), name).toBe('UNSUPPORTED');
      await it.declare([`x${newId()}`], [capability]);
      const reaches = kind === 'own' || (kind === 'foreign' && !catalogue.includes(capability));
      expect(await send(row), name).toBe(reaches ? 'sent' : 'UNSUPPORTED');
      // The others wait in their lane for the end of the one before.
      if (reaches && type === 'locate') await eventually(() => commandsOf(it, type) > before, name);
      if (!reaches) expect(commandsOf(it, type), name).toBe(before);
    }
  },
);

interface Way {
  name: string;
  call: Call;
  input: (robot: Robot) => object;
  /** What has to be declared: an action of the factsheet or a word. */
  action?: string;
  word?: string;
  /** The action or command that arrives. */
  arrives?: string;
  ownOnly?: true;
}
const idOf = ({ id }: Robot) => ({ id });
const ways: Way[] = [
  { name: 'locate', call: deviceCalls.locate, input: idOf, word: 'locate', arrives: 'locate' },
  { name: 'reboot', call: deviceCareCalls.reboot, input: idOf, word: 'reboot', arrives: 'device.reboot' },
  {
    name: 'self-check',
    call: deviceCareCalls.selfCheck,
    input: idOf,
    word: 'selfCheck',
    arrives: 'chassis.selfCheck',
  },
  {
    name: 'relocation',
    call: deviceCareCalls.enterRelocation,
    input: idOf,
    word: 'relocate',
    arrives: 'relocation.enter',
  },
  {
    name: 'parts',
    call: deviceCareCalls.setParts,
    input: ({ id }) => ({ id, parts: { suction: 1 } }),
    word: 'parts',
    ownOnly: true,
  },
  { name: 'settings', call: deviceSettingCalls.detail, input: idOf, word: 'settings', ownOnly: true },
  { name: 'defaults', call: deviceSettingCalls.restoreDefaults, input: idOf, word: 'restore', ownOnly: true },
  {
    name: 'a log',
    call: deviceLogCalls.upload,
    input: ({ id: deviceId }) => {
      const to = server.clock().toISOString();
      const from = new Date(server.clock().getTime() - 60_000).toISOString();
      return { deviceId, source: 'RANGE', from, to };
    },
    word: 'logPull',
    arrives: 'job.logPull',
  },
  {
    name: 'the live log',
    call: diagnosisCalls.openLog,
    input: ({ id: deviceId }) => ({ deviceId }),
    word: 'liveLog',
  },
  {
    name: 'a file',
    call: fileTransferCalls.pull,
    input: ({ id }) => ({ deviceIds: [id], path: '/data/export/a.csv' }),
    word: 'files',
    arrives: 'job.filePull',
  },
  {
    name: 'placing',
    call: deviceCareCalls.place,
    input: ({ id, map }) => ({ id, mapId: map.id, x: 1, y: 1, angle: 0 }),
    action: 'initializePosition',
    arrives: 'initializePosition',
  },
  { name: 'waking up', call: deviceCareCalls.wake, input: idOf, action: 'startHibernation' },
  { name: 'sleep', call: deviceCareCalls.sleep, input: idOf, action: 'startHibernation' },
  {
    name: 'a shell',
    call: shellCalls.request,
    input: ({ id: deviceId }) => ({ deviceId, reason: 'a test of it', minutes: 5 }),
    word: 'shell',
  },
  {
    name: 'video',
    call: videoCalls.open,
    input: ({ id: deviceId }) => ({ deviceId, camera: 'FRONT' }),
    word: 'video',
  },
  { name: 'driving', call: deviceControlCalls.open, input: idOf, word: 'drive' },
  {
    name: 'a cleaning',
    call: taskCalls.cleanNow,
    input: ({ id: deviceId, map }) => ({
      deviceId,
      mapId: map.id,
      zoneIds: ['z1'],
      cleaningMode: 'SWEEP',
      strength: '?',
      repetitions: 1,
    }),
    action: 'cleanArea',
  },
];

test.each(['foreign', 'own', 'stock'] as const)(
  'a call about a %s robot is answered by what it declares',
  { timeout: 120_000 },
  async (kind) => {
    const it = await aRobot(kind);
    const answer = (way: Way) => server.send(way.call, mallAdmin, way.input(it));
    // Driving asks for the password before it asks the robot.
    const password = 'drive-and-see';
    await server.ok(controlPasswordCalls.update, mallAdmin, { id: it.id, scope: 'DEVICE', password });
    await server.ok(deviceControlCalls.unlock, mallAdmin, { id: it.id, password });
    for (const way of ways) {
      const { name, action, word, arrives, ownOnly } = way;
      await it.declare([`x${newId()}`], []);
      expect((await answer(way)).msg, name).toBe(errors.notSupported.texts.en);
      if (arrives) expect(it.robot.actionsOf(arrives), name).toEqual([]);
      await it.declare([action ?? `x${newId()}`], word ? [word] : []);
      const { msg } = await answer(way);
      const isOffered = kind === 'own' || action !== undefined || (kind === 'foreign' && !ownOnly);
      if (!isOffered) expect(msg, name).toBe(errors.notSupported.texts.en);
      else expect(msg, name).not.toBe(errors.notSupported.texts.en);
      if (isOffered && action && arrives) await it.robot.waitForAction(arrives);
      if (!isOffered || !word || !arrives) continue;
      const { commandId } = await it.robot.waitForMessage('xCommand', ({ type }) => type === arrives);
      // The next command of its lane waits for its end.
      const failed = { commandId, status: 'FAILED', code: 'BUSY' };
      await it.robot.say('xReply', it.robot.durable(failed), 1);
    }
  },
);

test.each([
  ['startCharging', ['startCharging']],
  ['dock', ['dock']],
  ['dock and startCharging', ['dock', 'startCharging']],
] as const)('a foreign robot that lists %s is sent to charge with just that', async (_, actions) => {
  const it = await aRobot('foreign');
  await it.declare([`x${newId()}`], []);
  expect((await server.send(deviceCalls.charge, mallAdmin, { id: it.id })).msg).toBe(
    errors.notSupported.texts.en,
  );
  await it.declare(actions, []);
  // The charger is that of the stored position.
  await eventually(async () => {
    return (await server.send(deviceCalls.charge, mallAdmin, { id: it.id })).code === 200;
  }, 'the drive to the charger');
  const order = await it.robot.waitForMessage('order');
  const nodes = order['nodes'] as { actions: { actionType: string }[] }[];
  expect(nodes.at(-1)?.actions.map(({ actionType }) => actionType)).toEqual([...actions]);
});

test('a robot without position is put on a map, and the console says what is left to do', async () => {
  const it = await aRobot('foreign');
  await it.declare(['initializePosition'], []);
  const { mapId, ...elsewhere } = { mapId: it.map.id, id: it.id, x: 2, y: 3, angle: 90 };
  await it.robot.state({ mobileRobotPosition: undefined, maps: [] });
  const command = await server.ok(deviceCareCalls.place, mallAdmin, { ...elsewhere, mapId });
  const { actionId, actionParameters } = await it.robot.waitForAction('initializePosition');
  expect(Object.fromEntries(actionParameters.map(({ key, value }) => [key, value]))).toMatchObject({
    x: 2,
    y: 3,
    mapId,
  });
  const placed = { x: 2, y: 3, theta: Math.PI / 2, mapId, localized: true };
  const results = [{ actionId, actionType: 'initializePosition', actionStatus: 'FINISHED' }];
  await it.robot.state({ mobileRobotPosition: placed, maps: [], instantActionStates: results });
  await eventually(async () => {
    const { live } = await server.ok(deviceCalls.detail, mallAdmin, { id: it.id });
    return live.position?.value.y === 3;
  }, `the pose of ${command.id}`);

  // The robot stands on the map now; on another one it is placed again.
  const enable = (map: string) =>
    server.ok(deviceMapCalls.enable, mallAdmin, { mapId: map, deviceId: it.id });
  expect(await enable(mapId)).toEqual({ relocating: false, next: 'NOTHING' });
  const other = await server.aMap();
  expect(await enable(other.id)).toEqual({ relocating: false, next: 'PLACE' });
  await it.declare([`x${newId()}`], []);
  const refused = await server.send(deviceMapCalls.enable, mallAdmin, { mapId: other.id, deviceId: it.id });
  expect(refused.msg).toBe(errors.notSupported.texts.en);
});
