import {
  deadLetterCalls,
  deviceCalls,
  deviceCareCalls,
  deviceLogCalls,
  deviceMapCalls,
  deviceSettingCalls,
  diagnosisCalls,
  errors,
  fileTransferCalls,
  taskCalls,
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
import { announceDevice, hashSecret } from '../features/devices/identity/credential-service.ts';
import { newId } from '../platform/runtime/ids.ts';
import { eventually, idleState, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { people, square } from '../test-kit/index.ts';
import { testServer } from '../test-kit/test-server.ts';

const server = testServer();
const { mallAdmin, superAdmin } = people;
const robots: TestRobot[] = [];
afterEach(async () => {
  for (const robot of robots.splice(0)) await robot.leave();
});

const makers = { foreign: ['ACME', 'PLAIN'], stock: ['ACME', 'PLAIN'], own: ['JBOT', 'J30'] } as const;
type Kind = keyof typeof makers;
const streams = {
  cameras: ['FRONT'],
  streams: ['WS_JPEG'],
  streamKinds: ['LOG', 'SSH'],
  sshHostKey: 'ssh-ed25519 AAAA',
};
/** Without these the server takes no robot for reachable. */
const always = ['cancelOrder', 'stateRequest', 'factsheetRequest'];

async function aRobot(kind: Kind) {
  const [manufacturer, model] = makers[kind];
  const station = { id: 'p1', name: '', type: 'CHARGING', x: 3, y: 3, theta: 0 };
  const map = await server.aMap({
    elements: { zones: [square(2, 2)], walls: [], points: [station] } as never,
  });
  const sn = `${model}-${newId().slice(-12)}`;
  const row = await server.aDevice({ sn, manufacturer, model, secretHash: hashSecret('secret') });
  announceDevice(server.bus, row.id);
  const { companyId } = row;
  const device = { deviceId: row.id, companyId, sn, secret: 'secret', manufacturer, protocol: 'v3' as const };
  const robot = await eventually(
    () => TestRobot.connect(server.gateway.mqttUrl, device).catch(() => undefined),
    'a connection',
  );
  robots.push(robot);
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  /** Replaces the whole declaration, and waits until the console's answer has it. */
  const declare = async (actions: readonly string[], words: readonly string[], more: object = {}) => {
    const mobileRobotActions = [...always, ...actions].map((actionType) => ({ actionType }));
    await robot.say('factsheet', { protocolFeatures: { mobileRobotActions } }, 1);
    if (kind !== 'stock')
      await robot.say(
        'xReported',
        { versions: {}, sections: {}, capabilities: words, ...streams, ...more },
        1,
      );
    server.clock.advance(2_000);
    await robot.say('state', {
      ...idleState,
      maps: [{ mapId: map.id, mapVersion: '1', mapStatus: 'ENABLED' }],
      mobileRobotPosition: { ...idleState.mobileRobotPosition, mapId: map.id },
    });
    await eventually(async () => {
      const { device: stored, live } = await server.ok(deviceCalls.detail, mallAdmin, { id: row.id });
      const isStored = stored.actions?.join() === [...always, ...actions].toSorted().join();
      const isSaid = kind === 'stock' || stored.declared?.capabilities?.join() === words.join();
      return isStored && isSaid && live.position?.value.mapId === map.id;
    }, 'the declaration of the robot');
  };
  return { id: row.id, sn, map, robot, declare };
}
type Robot = Awaited<ReturnType<typeof aRobot>>;

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

test('a contradictory declaration is taken without it, flagged, and told as a dead letter with the field', async () => {
  const it = await aRobot('foreign');
  await it.declare(['cleanArea'], ['locate', 'juggle', 'video'], {
    cameras: ['FRONT', 'FRONT'],
    cleaning: { toolWidthM: 60, modes: [{ key: 'WET', name: 'Wet' }] },
    sections: { garden: { version: 1, hash: '', status: 'APPLIED' } },
  });
  const detail = await server.ok(deviceCalls.detail, mallAdmin, { id: it.id });
  expect(detail.capabilities).toEqual(['navigate', 'clean', 'locate', 'video']);
  expect(detail.device.declared).toMatchObject({
    capabilities: ['locate', 'juggle', 'video'],
    cleaning: { toolWidthM: null, modes: [{ key: 'WET', name: { en: 'Wet' } }] },
  });
  const fields = ['cleaning.toolWidthM', 'cameras', 'sections.garden'];
  expect(detail.live.conformance).toEqual(
    expect.arrayContaining(fields.map((field) => `DECLARATION:${field}`)),
  );
  const letter = await eventually(async () => {
    const { list } = await server.ok(deadLetterCalls.list, superAdmin, { reason: 'DECLARATION' });
    return list.find(({ sn }) => sn === it.sn);
  }, 'the dead letter');
  for (const field of fields) expect(letter.detail).toContain(field);
});
