import {
  deadLetterCalls,
  deviceCalls,
  deviceTopic,
  errors,
  runCalls,
  taskCalls,
  topics,
} from '@sweepline/contract';
import { afterEach, expect, test } from 'vitest';
import { eventually, idleState } from '../robots/test-kit/test-gateway.ts';
import { always, declaringRobots } from '../test-kit/declaring-robot.ts';
import { companyIds, people } from '../test-kit/index.ts';
import { testServer } from '../test-kit/test-server.ts';

const server = testServer();
const { mallAdmin, superAdmin } = people;
const { aRobot, leave } = declaringRobots(server);
afterEach(leave);

test('a zone of a run is skipped only at a robot that lists `skipArea`', async () => {
  const it = await aRobot('foreign');
  await it.declare(['cleanArea'], []);
  const work = { cleaningMode: 'SWEEP', strength: 'LOW', repetitions: 1 };
  const starting = server.send(taskCalls.cleanNow, mallAdmin, {
    deviceId: it.id,
    mapId: it.map.id,
    zoneIds: ['z1'],
    ...work,
  });
  const { orderId } = await it.robot.waitForMessage('order');
  const cleaning = async () => {
    const actionStates = [
      { actionId: `${String(orderId)}.0`, actionType: 'cleanArea', actionStatus: 'RUNNING' },
    ];
    const nodeStates = [{ nodeId: 'z1', sequenceId: 2, released: true }];
    const mobileRobotPosition = { ...idleState.mobileRobotPosition, mapId: it.map.id };
    await it.robot.state({ orderId, nodeStates, actionStates, mobileRobotPosition });
  };
  await cleaning();
  await starting;
  const input = { id: String(orderId), zoneId: 'z1' };
  expect((await server.send(runCalls.skipZone, mallAdmin, input)).msg).toBe(errors.notSupported.texts.en);
  expect(it.robot.actionsOf('skipArea')).toEqual([]);
  const listed = [...always, 'cleanArea', 'skipArea'].map((actionType) => ({ actionType }));
  await it.robot.say('factsheet', { protocolFeatures: { mobileRobotActions: listed } }, 1);
  const skipping = server.send(runCalls.skipZone, mallAdmin, input);
  const { actionId } = await it.robot.waitForAction('skipArea');
  const done = [{ actionId, actionType: 'skipArea', actionStatus: 'FINISHED' }];
  await it.robot.state({ orderId, instantActionStates: done });
  expect((await skipping).code).toBe(200);
});

test('a changed declaration is pushed to the open pages of its company, once it is stored', async () => {
  const it = await aRobot('foreign');
  await it.declare(['cleanArea'], ['locate']);
  const declarationNow = async () =>
    (await server.ok(deviceCalls.detail, mallAdmin, { id: it.id })).live.declaration;
  const before = await eventually(declarationNow, 'the declaration');
  const frames: (string | undefined)[] = [];
  const messages: unknown[] = [];
  const stops = [
    server.bus.subscribe(deviceTopic(it.id), ({ content }) => frames.push(content.live.declaration)),
    server.bus.subscribe(topics.declared, ({ content, audience }) => messages.push({ content, audience })),
  ];
  const unwatch = server.gateway.watch(it.id);
  try {
    const own = () => messages.filter((one) => JSON.stringify(one).includes(it.id));
    await it.declare(['cleanArea'], ['locate']);
    expect(own()).toEqual([]);
    await it.declare(['cleanArea', 'startPause'], ['locate', 'video']);
    await eventually(() => {
      server.clock.advance(1_000);
      return frames.some((one) => one !== undefined && one !== before);
    }, 'the frame with another declaration');
    expect(own()[0]).toEqual({ content: { deviceId: it.id }, audience: { companyId: companyIds.mall } });
    const { capabilities } = await server.ok(deviceCalls.detail, mallAdmin, { id: it.id });
    expect(capabilities).toEqual(['navigate', 'clean', 'pause', 'locate', 'video']);
  } finally {
    for (const stop of stops) stop();
    unwatch();
  }
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
