import {
  errors,
  noElements,
  runCalls,
  taskCalls,
  taskTemplateCalls,
  fieldReasons,
} from '@sweepline/contract';
import { taskSection } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds, people, square } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { runPaths } from '../../../entities/work/run-path-table.ts';
import { checkMultiTask } from './task-rules.ts';

const { list, detail, create, update, setEnabled, remove, start } = taskCalls;
const server = testServer();

const { mallAdmin } = people;
const settings = { cleaningMode: 'SCRUB', strength: 'STANDARD', repetitions: 2 } as const;

async function floor() {
  const zones = [square(2, 2, 'a'), square(8, 2, 'b'), { ...square(2, 8, 'stairs'), type: 'NO_GO' as const }];
  const map = await server.aMap({ elements: { ...noElements, zones } });
  const device = await server.aDevice({ model: 'J30' });
  return {
    map,
    device,
    input: { name: 'Morning', deviceId: device.id, mapId: map.id, zoneIds: ['b', 'a'], ...settings },
  };
}

test('a new task has its zones in order, its planned area and its default settings', async () => {
  const { input } = await floor();
  const created = await server.ok(create, mallAdmin, input);
  expect(created).toMatchObject({
    // The robot does not have the task yet.
    state: 'AWAITING_SYNC',
    plannedM2: 32,
    version: 1,
    createdBy: 'mallAdmin',
    updatedBy: 'mallAdmin',
    openRun: null,
    lastRun: null,
  });
  expect(created).toMatchObject({ strategy: 'FULL', pattern: 'EDGE_THEN_FILL', finish: 'CHARGE' });
  expect(created.zones.map(({ id, areaM2 }) => [id, areaM2])).toEqual([
    ['b', 16],
    ['a', 16],
  ]);
  expect((await server.ok(list, mallAdmin, {})).list).toEqual([created]);
});

test('a task names the account that gave it, also after another one changed it', async () => {
  const { input } = await floor();
  const { id, version } = await server.ok(create, mallAdmin, input);
  await server.ok(update, people.agentAdmin, { id, version, ...input, name: 'Noon' });
  const names = { createdBy: 'mallAdmin', updatedBy: 'agentAdmin' };
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject(names);
  expect((await server.ok(list, mallAdmin, {})).list[0]).toMatchObject(names);
});

test('an invalid task is refused with the faulty field', async () => {
  const { input } = await floor();
  const refusal = async (change: object) =>
    (await server.send(create, mallAdmin, { ...input, ...change })).data;
  expect(await refusal({ zoneIds: ['a', 'gone'] })).toMatchObject({
    fields: { zoneIds: fieldReasons.NO_SUCH_ZONE.en },
  });
  expect(await refusal({ zoneIds: ['stairs'] })).toMatchObject({
    fields: { zoneIds: fieldReasons.NOT_A_CLEANING_ZONE.en },
  });
  expect(await refusal({ zoneIds: ['a', 'a'] })).toMatchObject({
    fields: { zoneIds: fieldReasons.ZONE_TWICE.en },
  });
  expect(await refusal({ cleaningMode: 'POLISH' })).toMatchObject({
    fields: { cleaningMode: fieldReasons.NOT_OF_MODEL.en },
  });
  expect(await refusal({ strength: 'LEVEL_1' })).toMatchObject({
    fields: { strength: fieldReasons.NOT_OF_MODEL.en },
  });
  expect(
    Object.keys(((await refusal({ name: '  ', repetitions: 0 })) as unknown as { fields: object }).fields),
  ).toEqual(['name', 'repetitions']);
});

test('a task is refused for a vehicle that cannot clean, and for a map of another company', async () => {
  const { input } = await floor();
  const plain = await server.aDevice({ model: 'PLAIN' });
  expect((await server.send(create, mallAdmin, { ...input, deviceId: plain.id })).msg).toBe(
    errors.notSupported.texts.en,
  );
  const foreign = await server.aMap({ companyId: companyIds.other });
  const answer = await server.send(create, people.superAdmin, {
    ...input,
    mapId: foreign.id,
    zoneIds: ['z1'],
  });
  expect(answer.data).toMatchObject({ fields: { mapId: expect.any(String) } });
});

test('an update of a task is refused while the device reports another map', async () => {
  const { input, device, map } = await floor();
  const { id } = await server.ok(create, mallAdmin, input);
  await server.setLiveState(device.id, { state: 'ONLINE', mapId: newId() });
  expect((await server.send(update, mallAdmin, { id, version: 1, ...input })).msg).toBe(
    errors.mapDiffers.texts.en,
  );
  await server.setLiveState(device.id, { state: 'ONLINE', mapId: map.id });
  expect(await server.ok(update, mallAdmin, { id, version: 1, ...input, name: 'Evening' })).toMatchObject({
    name: 'Evening',
    version: 2,
  });
});

test('an update of a task is refused for an older version, and while a run of it is open', async () => {
  const { input, device } = await floor();
  const { id } = await server.ok(create, mallAdmin, input);
  await server.ok(setEnabled, mallAdmin, { id, version: 1, enabled: true });
  expect((await server.send(update, mallAdmin, { id, version: 1, ...input })).code).toBe(
    errors.changedMeanwhile.code,
  );
  await server.aRun({ taskId: id, deviceId: device.id, state: 'PAUSED' });
  expect((await server.ok(detail, mallAdmin, { id })).openRun).toMatchObject({ state: 'PAUSED' });
  expect((await server.send(update, mallAdmin, { id, version: 2, ...input })).msg).toBe(
    errors.runActive.texts.en,
  );
  expect((await server.send(remove, mallAdmin, { id })).msg).toBe(errors.runActive.texts.en);
});

test('a start is refused for a disabled task, which can be enabled again', async () => {
  const { input } = await floor();
  const { id } = await server.ok(create, mallAdmin, input);
  expect((await server.ok(setEnabled, mallAdmin, { id, version: 1, enabled: false })).state).toBe('DISABLED');
  expect((await server.send(start, mallAdmin, { id })).msg).toBe(errors.taskDisabled.texts.en);
  expect((await server.ok(setEnabled, mallAdmin, { id, version: 2, enabled: true })).state).toBe(
    'AWAITING_SYNC',
  );
});

test('a deleted task is missing in every call', async () => {
  const { id } = await server.aTask();
  await server.ok(remove, mallAdmin, { id });
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
  for (const call of [detail, start, remove])
    expect((await server.send(call, mallAdmin, { id })).code).toBe(errors.notFound.code);
});

test('a start is refused for an offline device, and creates no run', async () => {
  const { id } = await server.aTask();
  expect((await server.send(start, mallAdmin, { id })).msg).toBe('Device offline, cannot detect');
  expect((await server.ok(runCalls.list, mallAdmin, {})).total).toBe(0);
});

test('runs are listed from the newest and filtered by state, kind, keyword and device', async () => {
  const device = await server.aDevice({ nickname: 'Otter' });
  const first = await server.aRun({
    name: 'First',
    deviceId: device.id,
    createdAt: '2030-01-01T00:00:00.000Z',
  });
  await server.aRun({ name: 'Second', state: 'IN_PROGRESS', createdAt: '2030-01-02T00:00:00.000Z' });
  await server.aRun({
    name: 'Drive',
    kind: 'NAVIGATION',
    state: 'FAILED',
    createdAt: '2030-01-03T00:00:00.000Z',
  });
  await server.aRun({ name: 'Hidden', companyId: companyIds.other });
  const names = async (filter: object) =>
    (await server.ok(runCalls.list, mallAdmin, filter)).list.map(({ name }) => name);
  expect(await names({})).toEqual(['Drive', 'Second', 'First']);
  expect(await names({ open: true })).toEqual(['Second']);
  expect(await names({ open: false, kind: 'CLEANING' })).toEqual(['First']);
  expect(await names({ state: ['FAILED'] })).toEqual(['Drive']);
  expect(await names({ keyword: 'otter' })).toEqual(['First']);
  expect(await names({ deviceId: device.id })).toEqual(['First']);
  expect(await server.ok(runCalls.detail, mallAdmin, { id: first.id })).toMatchObject({
    name: 'First',
    map: null,
    zones: [],
  });
});

test('runs of a period are those that were going on in it', async () => {
  const at = (hour: number) => `2030-01-01T0${hour}:00:00.000Z`;
  await server.aRun({ name: 'Before', state: 'SUCCESS', startedAt: at(1), endedAt: at(2) });
  await server.aRun({ name: 'Within', state: 'SUCCESS', startedAt: at(2), endedAt: at(5) });
  await server.aRun({ name: 'Open', state: 'IN_PROGRESS', startedAt: at(3) });
  await server.aRun({ name: 'After', state: 'SUCCESS', startedAt: at(6), endedAt: at(7) });
  const { list: found } = await server.ok(runCalls.list, mallAdmin, { from: at(3), to: at(4) });
  expect(found.map(({ name }) => name).toSorted()).toEqual(['Open', 'Within']);
});

test('pause, resume and stop are refused for a run that has ended', async () => {
  const { id } = await server.aRun({ state: 'SUCCESS' });
  for (const call of [runCalls.pause, runCalls.resume, runCalls.stop]) {
    expect((await server.send(call, mallAdmin, { id })).code).toBe(errors.wrongState.code);
  }
});

test('the path of a run is joined from its pieces in order', async () => {
  const run = await server.aRun();
  await inScope(server.db, '*', (tx) =>
    tx.insert(runPaths).values(
      [1, 0].map((seq) => ({
        companyId: run.companyId,
        runId: run.id,
        seq,
        points: [[seq * 1000, seq, 0, 0, 1]],
      })) as (typeof runPaths.$inferInsert)[],
    ),
  );
  const { points, toolWidthM } = await server.ok(runCalls.path, mallAdmin, { id: run.id });
  expect(points.map(([t]) => t)).toEqual([0, 1000]);
  expect(toolWidthM).toBe(0.5);
});

test('a zone may have its own settings, which are refused if the model does not support them', async () => {
  const { input, device } = await floor();
  const created = await server.ok(create, mallAdmin, {
    ...input,
    zoneWishes: { a: { cleaningMode: 'MOP', repetitions: 3 } },
  });
  expect(created.zoneWishes).toEqual({ a: { cleaningMode: 'MOP', repetitions: 3 } });
  const refused = await server.send(create, mallAdmin, {
    ...input,
    zoneWishes: { a: { strength: 'LEVEL_1' } },
  });
  expect(refused.data).toMatchObject({ fields: { zoneWishes: fieldReasons.NOT_OF_MODEL.en } });
  // The robot's copy of the task has the same settings as an order.
  const [section] = await inScope(server.db, '*', (tx) =>
    tx
      .select()
      .from(deviceSections)
      .where(and(eq(deviceSections.deviceId, device.id), eq(deviceSections.name, 'tasks'))),
  );
  const { areas } = taskSection.parse(section?.document).tasks[created.id]!;
  expect(areas.map(({ areaId, cleaningMode, repetitions }) => [areaId, cleaningMode, repetitions])).toEqual([
    ['b', 'SCRUB', 2],
    ['a', 'MOP', 3],
  ]);
});

test('a task over several maps is refused unless elevators connect them', async () => {
  const { input } = await floor();
  const upstairs = await server.aMap();
  const otherMaps = [{ mapId: upstairs.id, zoneIds: ['z1'] }];
  expect((await server.send(create, mallAdmin, { ...input, otherMaps })).msg).toBe(
    'Multi-task applies only to elevator scenarios',
  );
  expect(() => checkMultiTask(['a', 'b'], [])).toThrow('multiTaskNeedsElevator');
  expect(() => checkMultiTask(['a', 'b', 'c'], [['b', 'a']])).toThrow('multiTaskNeedsElevator');
  const joined = [
    ['c', 'b'],
    ['b', 'a'],
  ] as const;
  expect(() => checkMultiTask(['a', 'b', 'c'], joined)).not.toThrow();
  expect(() => checkMultiTask(['a'], [])).not.toThrow();
});

test('a deleted task is listed on request only, can be restored, and is sent to its robot again', async () => {
  const { input } = await floor();
  const { id } = await server.ok(create, mallAdmin, input);
  await server.ok(remove, mallAdmin, { id });
  const listed = async (filter: object) =>
    (await server.ok(list, mallAdmin, filter)).list.map((task) => [task.id, task.state]);
  expect(await listed({ state: 'DELETED' })).toEqual([[id, 'DELETED']]);
  expect(await listed({})).toEqual([]);
  const back = await server.ok(taskCalls.restore, mallAdmin, { id });
  expect(back).toMatchObject({ id, state: 'AWAITING_SYNC' });
  expect((await server.send(taskCalls.restore, mallAdmin, { id })).code).toBe(errors.wrongState.code);
});

test('a template creates a task per robot, or returns the reason for a robot that cannot do it', async () => {
  const { input } = await floor();
  const { id: taskId } = await server.ok(create, mallAdmin, input);
  const template = await server.ok(taskTemplateCalls.save, mallAdmin, { taskId, name: 'Mornings' });
  expect(template).toMatchObject({ name: 'Mornings', zoneNames: ['Zone b', 'Zone a'] });
  const [able, other, plain] = [
    await server.aDevice({ model: 'J30' }),
    await server.aDevice({ model: 'J40' }),
    await server.aDevice({ model: 'PLAIN' }),
  ];
  const { devices: outcomes } = await server.ok(taskTemplateCalls.use, mallAdmin, {
    id: template.id,
    name: 'Mornings',
    deviceIds: [able.id, other.id, plain.id],
  });
  const of = (id: string) => outcomes.find(({ deviceId }) => deviceId === id);
  expect(of(able.id)).toMatchObject({ taskId: expect.any(String), reason: null });
  expect(of(other.id)).toMatchObject({ taskId: null, reason: fieldReasons.NOT_OF_MODEL.en });
  expect(of(plain.id)).toMatchObject({ taskId: null, reason: errors.notSupported.texts.en });
  expect((await server.ok(list, mallAdmin, { deviceId: able.id })).total).toBe(1);
  expect(
    (await server.send(taskTemplateCalls.save, mallAdmin, { taskId, name: 'mornings' })).data,
  ).toMatchObject({
    fields: { name: fieldReasons.NAME_TAKEN.en },
  });
  const copied = await server.ok(taskCalls.copy, mallAdmin, { id: taskId, deviceIds: [able.id] });
  expect(copied.devices[0]?.reason).toBeNull();
  const inGerman = await server.ok(
    taskCalls.copy,
    mallAdmin,
    { id: taskId, deviceIds: [other.id, plain.id] },
    { lang: 'ge' },
  );
  expect(inGerman.devices.map(({ reason }) => reason).toSorted()).toEqual(
    [fieldReasons.NOT_OF_MODEL.ge, errors.notSupported.texts.ge].toSorted(),
  );
});
