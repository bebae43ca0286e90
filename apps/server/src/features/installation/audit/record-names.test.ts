import {
  activationCodeCalls,
  auditCalls,
  errors,
  mapDraftCalls,
  mapVersionCalls,
  scheduleCalls,
  shellCalls,
  systemLogCalls,
  zoneBoardCalls,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { companyIds, people, square } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { mallAdmin, agentAdmin, staff } = people;

const wall = {
  id: 'w',
  points: [
    { x: 1, y: 1 },
    { x: 3, y: 1 },
  ],
};

/** The newest entries first, as "action: record". */
const log = async () => {
  const { list } = await server.ok(systemLogCalls.list, staff, {});
  return list.map(({ action, record }) => `${action}: ${record?.name ?? '—'}`);
};

test('saving, publishing, restoring and discarding a map name the map', async () => {
  const { id: mapId, name } = await server.aMap();
  const { elements } = await server.ok(mapDraftCalls.detail, mallAdmin, { mapId });
  await server.ok(mapDraftCalls.save, mallAdmin, {
    mapId,
    version: 0,
    elements: { ...elements, walls: [wall] },
  });
  await server.ok(mapDraftCalls.publish, mallAdmin, { mapId, version: 1, note: '' });
  await server.ok(mapVersionCalls.rollback, mallAdmin, { mapId, version: 2, to: 1, note: '' });
  await server.ok(mapDraftCalls.save, mallAdmin, { mapId, version: 0, elements });
  await server.ok(mapDraftCalls.discard, mallAdmin, { mapId, version: 1 });
  const entries = await log();
  expect(entries).toHaveLength(5);
  expect(entries).toContain(`Published map: ${name}`);
  for (const entry of entries) expect(entry).toMatch(new RegExp(`: ${name}$`));
});

test('a plan is named by its task, a cleaning target by its map, codes by their company', async () => {
  const task = await server.aTask({ name: 'Night round' });
  await server.ok(scheduleCalls.create, mallAdmin, {
    taskId: task.id,
    kind: 'DAILY',
    startDate: '2031-01-01',
    time: '23:00',
    timezone: 'UTC',
  });
  const elements = { zones: [square(4, 4, 'z1')], walls: [], points: [] } as never;
  const map = await server.aMap({ name: 'Hall', elements });
  await server.ok(zoneBoardCalls.setTarget, mallAdmin, {
    mapId: map.id,
    zoneId: 'z1',
    version: 0,
    source: 'INTERVAL',
    everyHours: 24,
  });
  await server.ok(activationCodeCalls.generate, agentAdmin, {
    count: 2,
    model: 'J20',
    companyId: companyIds.mall,
    usageType: 'PURCHASE',
    useDays: 365,
    batchName: 'Spring',
  });
  const entries = await log();
  expect(entries.map((entry) => entry.split(': ')[1])).toEqual(['Mall', 'Hall', 'Night round']);
});

test('acts on a shell are named by the robot of the shell', async () => {
  const { id: deviceId, nickname } = await server.aDevice({ nickname: 'Otter' });
  const openUntil = new Date(server.clock().getTime() + 60_000).toISOString();
  const pending = { state: 'REQUESTED', openUntil, openedAt: null, endedAt: null, endReason: null } as const;
  const { id } = await server.aShellSession({ deviceId, ...pending });
  await server.ok(shellCalls.close, staff, { id });
  const { list } = await server.ok(auditCalls.list, staff, { recordId: id });
  expect(list.map(({ record }) => record)).toEqual([{ id, name: nickname }]);
});

test('a refused act names its record too', async () => {
  const { id: mapId, name } = await server.aMap();
  await server.send(mapDraftCalls.publish, mallAdmin, { mapId, version: 7 });
  const refused = await eventually(async () => {
    const { list } = await server.ok(auditCalls.list, staff, { result: 'refused' });
    return list.find((entry) => entry.code === errors.changedMeanwhile.code);
  }, 'the refusal');
  expect(refused.record).toEqual({ id: mapId, name });
});
