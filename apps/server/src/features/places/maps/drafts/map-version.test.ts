import { errors, mapDraftCalls, mapDraftTopic, mapVersionCalls, type MapElements } from '@sweepline/contract';
import { greyPng } from '@sweepline/map-core/test-kit/png';
import { expect, test } from 'vitest';
import { newId } from '../../../../platform/runtime/ids.ts';
import { companyIds, people, square } from '../../../../test-kit/index.ts';
import { testServer } from '../../../../test-kit/test-server.ts';

const { detail, save, ground, discard, publish } = mapDraftCalls;
const versions = mapVersionCalls;
const { mallAdmin } = people;
const server = testServer();

const aMapWithElements = async () => {
  const map = await server.aMap();
  const draft = await server.ok(detail, mallAdmin, { mapId: map.id });
  return { map, mapId: map.id, elements: draft.elements };
};
const publishElements = async (mapId: string, elements: MapElements, version = 0) => {
  const draft = await server.ok(save, mallAdmin, { mapId, version, elements });
  return await server.ok(publish, mallAdmin, { mapId, version: draft.version, note: 'x' });
};
const wall = (id: string) => ({
  id,
  points: [
    { x: 1, y: 1 },
    { x: 3, y: 1 },
  ],
});

test('a draft equals the published map and has no row until it is saved', async () => {
  const { map, mapId } = await aMapWithElements();
  const draft = await server.ok(detail, mallAdmin, { mapId });
  expect(draft).toMatchObject({
    baseVersion: 1,
    currentVersion: 1,
    version: 0,
    updatedBy: null,
    refusal: null,
  });
  expect(draft.ground.file).toBe(map.gridFileId);
  const [row] = await server.asOwner((sql) => sql`select count(*)::int as n from map_drafts`);
  expect(row?.n).toBe(0);
});

test('the second of two saves of one draft version is refused with the name of the first', async () => {
  const { mapId, elements } = await aMapWithElements();
  const mine = { ...elements, walls: [wall('a')] };
  expect(await server.ok(save, mallAdmin, { mapId, version: 0, elements: mine })).toMatchObject({
    version: 1,
    updatedBy: 'mallAdmin',
  });
  const late = await server.send(save, people.agentAdmin, { mapId, version: 0, elements });
  expect(late.code).toBe(errors.changedMeanwhile.code);
  expect(late.msg).toContain('mallAdmin');
  const both = await Promise.all(
    [1, 1].map((version) => server.send(save, mallAdmin, { mapId, version, elements })),
  );
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, errors.changedMeanwhile.code]);
});

test('a heading of more than a turn is refused at its point, and the draft stays as it was', async () => {
  const { mapId, elements } = await aMapWithElements();
  const withHeading = (theta: number) => ({
    ...elements,
    points: [{ id: 'p', type: 'NAVIGATION' as const, name: 'A', x: 2, y: 2, theta }],
  });
  for (const theta of [540, -540, 1e308])
    expect(
      await server.send(save, mallAdmin, { mapId, version: 0, elements: withHeading(theta) }),
    ).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { 'elements.points.0.theta': expect.any(String) } },
    });
  expect((await server.ok(save, mallAdmin, { mapId, version: 0, elements: withHeading(6.2) })).version).toBe(
    1,
  );
});

test('publishing creates the next version, deletes the draft and keeps the old version', async () => {
  const { mapId, elements } = await aMapWithElements();
  const version2 = await publishElements(mapId, { ...elements, walls: [wall('a')] });
  expect(version2).toMatchObject({ version: 2, parentVersion: 1, origin: 'CLOUD', note: 'x', current: true });
  expect(await server.ok(detail, mallAdmin, { mapId })).toMatchObject({ version: 0, baseVersion: 2 });
  const first = await server.ok(versions.detail, mallAdmin, { mapId, version: 1 });
  expect(first).toMatchObject({ current: false, elements: { walls: [] } });
  const { list } = await server.ok(versions.list, mallAdmin, { mapId });
  expect(list.map(({ version }) => version)).toEqual([2, 1]);
  const nothing = await server.send(publish, mallAdmin, { mapId, version: 0 });
  expect(nothing.code).toBe(errors.mapUnchanged.code);
});

test('a draft based on an older version is published only after a merge', async () => {
  const { mapId, elements } = await aMapWithElements();
  await server.ok(save, mallAdmin, { mapId, version: 0, elements: { ...elements, walls: [wall('a')] } });
  await server.asOwner((sql) => sql`update maps set version = 2, updated_by = 'robot' where id = ${mapId}`);
  const late = await server.send(publish, mallAdmin, { mapId, version: 1 });
  expect([late.code, late.msg]).toEqual([errors.mapMoved.code, expect.stringContaining('robot')]);
  await server.ok(save, mallAdmin, { mapId, version: 1, elements, baseVersion: 2 });
  expect(await server.ok(publish, mallAdmin, { mapId, version: 2 })).toMatchObject({ version: 3 });
});

test('a drawing with a fault is saved as a draft and refused for publishing', async () => {
  const { mapId, elements } = await aMapWithElements();
  const crossing = {
    ...square(2, 2),
    points: [
      { x: 1, y: 1 },
      { x: 3, y: 3 },
      { x: 3, y: 1 },
      { x: 1, y: 3 },
    ],
  };
  await server.ok(save, mallAdmin, { mapId, version: 0, elements: { ...elements, zones: [crossing] } });
  const { findings } = await server.ok(mapDraftCalls.check, mallAdmin, { mapId });
  expect(findings).toMatchObject([{ severity: 'ERROR', shapeIds: ['z1'] }]);
  expect((await server.send(publish, mallAdmin, { mapId, version: 1 })).code).toBe(errors.mapFaulty.code);
});

/** A repaired floor of 20 × 20 m with a wall across it at x = 10. */
const dividedFloor = async (mapId: string) => {
  const data = Uint8Array.from({ length: 200 * 200 }, (_, i) => (i % 200 === 100 ? 0 : 254));
  const grid = greyPng(200, 200, data);
  return (await server.ok(ground, mallAdmin, { mapId }, { files: { grid } })).file;
};
const charger = { id: 'c', type: 'CHARGING' as const, name: 'Dock', x: 2, y: 2, theta: 0 };

test('the check reports points in an obstacle, shapes that are cut off and zones without floor', async () => {
  const { mapId, elements } = await aMapWithElements();
  const drawing = {
    ...elements,
    zones: [square(2, 2), { ...square(15, 15), id: 'z2', name: 'Beyond' }],
    points: [charger, { ...charger, id: 'n', type: 'NAVIGATION' as const, name: 'N', x: 10.05, y: 5 }],
  };
  const { check } = mapDraftCalls;
  await server.ok(save, mallAdmin, { mapId, version: 0, elements: drawing });
  // The published floor has no obstacle.
  expect((await server.ok(check, mallAdmin, { mapId })).findings).toEqual([]);
  const groundFileId = await dividedFloor(mapId);
  await server.ok(save, mallAdmin, { mapId, version: 1, elements: drawing, groundFileId });
  const codes = async () =>
    (await server.ok(check, mallAdmin, { mapId })).findings.map(({ code, shapeIds }) => [code, shapeIds]);
  expect(await codes()).toEqual([
    ['pointInObstacle', ['n']],
    ['cutOff', ['z2', 'c']],
  ]);
  const inTheWall = {
    ...square(2, 2),
    points: square(10, 5).points.map((p) => ({ ...p, x: 10.05 + (p.x - 10) / 100 })),
  };
  await server.ok(save, mallAdmin, {
    mapId,
    version: 2,
    groundFileId,
    elements: { ...drawing, zones: [inTheWall], points: [charger] },
  });
  expect(await codes()).toEqual([['noFloor', ['z1']]]);
});

test('a drawing with warnings is published only when the caller confirms their number', async () => {
  const { mapId, elements } = await aMapWithElements();
  const drawing = {
    ...elements,
    zones: [square(15, 15)],
    points: [charger],
  };
  const groundFileId = await dividedFloor(mapId);
  await server.ok(save, mallAdmin, { mapId, version: 0, elements: drawing, groundFileId });
  const unconfirmed = await server.send(publish, mallAdmin, { mapId, version: 1 });
  expect([unconfirmed.code, unconfirmed.msg]).toEqual([
    errors.mapWarned.code,
    errors.mapWarned.texts.en.replace('{count}', '1'),
  ]);
  expect((await server.ok(versions.list, mallAdmin, { mapId })).total).toBe(1);
  expect(await server.ok(publish, mallAdmin, { mapId, version: 1, warnings: 1 })).toMatchObject({
    version: 2,
  });
});

test('a rollback publishes the old version again and keeps the history', async () => {
  const { mapId, elements } = await aMapWithElements();
  await publishElements(mapId, { ...elements, walls: [wall('a')] });
  const back = await server.ok(versions.rollback, mallAdmin, { mapId, version: 2, to: 1 });
  expect(back).toMatchObject({ version: 3, parentVersion: 2, origin: 'ROLLBACK' });
  expect((await server.ok(versions.detail, mallAdmin, { mapId, version: 3 })).elements).toEqual(elements);
  expect((await server.ok(versions.list, mallAdmin, { mapId })).total).toBe(3);
  const late = await server.send(versions.rollback, mallAdmin, { mapId, version: 2, to: 1 });
  expect(late.code).toBe(errors.changedMeanwhile.code);
});

test('the impact of a draft names the tasks whose zones a new no-go area overlaps', async () => {
  const { map, mapId, elements } = await aMapWithElements();
  await server.aTask({ mapId, name: 'Hall daily', zoneIds: ['z1'] });
  let version = 0;
  const impact = async (...added: MapElements['zones']) => {
    const zones = [...map.elements.zones, ...added];
    await server.ok(save, mallAdmin, { mapId, version: version++, elements: { ...elements, zones } });
    return (await server.ok(versions.impact, mallAdmin, { mapId })).impacts;
  };
  const noGo = (x: number, y: number) => ({ ...square(x, y, 'fountain'), type: 'NO_GO' as const });
  // The zone of the task is the square from (2, 2) to (6, 6).
  expect(await impact(noGo(12, 12))).toEqual([]);
  expect(await impact(noGo(4, 4))).toMatchObject([
    { broken: false, zones: [{ id: 'z1', effect: 'CHANGED' }] },
  ]);
  expect(await impact({ ...noGo(5, 5), type: 'NO_CLEAN' })).toMatchObject([
    { zones: [{ effect: 'CHANGED' }] },
  ]);
  expect(await impact(noGo(2, 2))).toMatchObject([
    { broken: true, zones: [{ id: 'z1', effect: 'NO_LONGER_CLEANED' }] },
  ]);
});

test('the impact of a draft names the tasks that lose or change their zones', async () => {
  const { map, mapId, elements } = await aMapWithElements();
  const task = await server.aTask({ mapId, name: 'Hall', zoneIds: ['z1'] });
  await server.aTask({ mapId, state: 'DELETED' });
  const impact = async (zones: MapElements['zones'], version: number) => {
    await server.ok(save, mallAdmin, { mapId, version, elements: { ...elements, zones } });
    return (await server.ok(versions.impact, mallAdmin, { mapId })).impacts;
  };
  expect(await impact(map.elements.zones, 0)).toEqual([]);
  expect(await impact([], 1)).toMatchObject([
    { task: { id: task.id }, broken: true, zones: [{ id: 'z1', effect: 'REMOVED' }] },
  ]);
  expect(await impact([{ ...square(2, 2), type: 'NO_GO' }], 2)).toMatchObject([
    { broken: true, zones: [{ effect: 'NO_LONGER_CLEANED' }] },
  ]);
  expect(await impact([square(3, 3)], 3)).toMatchObject([{ broken: false, zones: [{ effect: 'CHANGED' }] }]);
});

test('a repaired grid is refused for another size and for another map', async () => {
  const { mapId, elements } = await aMapWithElements();
  const grid = (side: number) => {
    const data = new Uint8Array(side * side).fill(254);
    data[0] = 0;
    data[1] = 205;
    return greyPng(side, side, data);
  };
  const wrong = await server.send(ground, mallAdmin, { mapId }, { files: { grid: grid(10) } });
  expect(wrong.data).toMatchObject({ reasons: { grid: { code: 'NOT_SIZE_OF_MAP' } } });
  const { file } = await server.ok(ground, mallAdmin, { mapId }, { files: { grid: grid(200) } });
  const other = await server.aMap();
  const stolen = { mapId: other.id, version: 0, elements, groundFileId: file };
  expect((await server.send(save, mallAdmin, stolen)).data).toMatchObject({
    reasons: { groundFileId: { code: 'NOT_PICTURE_OF_MAP' } },
  });
  await server.ok(save, mallAdmin, { mapId, version: 0, elements, groundFileId: file });
  const version2 = await server.ok(publish, mallAdmin, { mapId, version: 1 });
  expect(version2.ground.file).toBe(file);
  const [row] = await server.asOwner((sql) => sql`select free_m2 from maps where id = ${mapId}`);
  expect(row?.free_m2).toBeCloseTo(399.98);
});

test('editing for a robot is refused while it is on another map or resupplying, unless it is offline', async () => {
  const { mapId, elements } = await aMapWithElements();
  const { id: deviceId } = await server.aDevice();
  const refusalNow = async () => (await server.ok(detail, mallAdmin, { mapId, deviceId })).refusal;
  const { version } = await server.ok(save, mallAdmin, {
    mapId,
    version: 0,
    elements: { ...elements, walls: [wall('a')] },
  });
  const publishing = async () => (await server.send(publish, mallAdmin, { mapId, version, deviceId })).msg;
  expect(await refusalNow()).toBeNull();
  await server.setLiveState(deviceId, { mapId: newId() });
  expect([await refusalNow(), await publishing()]).toEqual(['MAP_DIFFERS', errors.mapDiffers.texts.en]);
  await server.setLiveState(deviceId, { mapId, mode: 'REPLENISH' });
  expect([await refusalNow(), await publishing()]).toEqual([
    'RESUPPLYING',
    errors.deviceResupplying.texts.en,
  ]);
  expect((await server.ok(detail, mallAdmin, { mapId })).refusal).toBeNull();
  await server.setLiveState(deviceId, { mapId, mode: 'REPLENISH', state: 'OFFLINE' });
  expect(await refusalNow()).toBeNull();
  const foreign = await server.aDevice({ companyId: companyIds.other });
  expect((await server.send(detail, mallAdmin, { mapId, deviceId: foreign.id })).code).toBe(
    errors.notFound.code,
  );
  expect((await server.send(publish, mallAdmin, { mapId, version, deviceId })).code).toBe(200);
});

test('saving, discarding and publishing a draft are published to the editors of that map only', async () => {
  const { mapId, elements } = await aMapWithElements();
  const { id: other } = await server.aMap();
  const messages: unknown[] = [];
  const stop = server.bus.subscribe(mapDraftTopic(mapId), ({ content, audience }) => {
    messages.push(content);
    expect(audience).toEqual({ companyId: companyIds.mall });
  });
  await publishElements(mapId, { ...elements, walls: [wall('a')] });
  await server.ok(save, mallAdmin, { mapId, version: 0, elements });
  await server.ok(discard, mallAdmin, { mapId, version: 1 });
  await server.ok(save, mallAdmin, { mapId: other, version: 0, elements });
  expect((await server.send(save, mallAdmin, { mapId, version: 9, elements })).code).toBe(
    errors.changedMeanwhile.code,
  );
  stop();
  const by = 'mallAdmin';
  expect(messages).toEqual([
    { mapId, version: 1, currentVersion: 1, by },
    { mapId, version: null, currentVersion: 2, by },
    { mapId, version: 1, currentVersion: 2, by },
    { mapId, version: 0, currentVersion: 2, by },
  ]);
});

test('discarding a draft is refused for an older version of it', async () => {
  const { mapId, elements } = await aMapWithElements();
  await server.ok(save, mallAdmin, { mapId, version: 0, elements: { ...elements, zones: [] } });
  expect((await server.send(discard, mallAdmin, { mapId, version: 0 })).code).toBe(
    errors.changedMeanwhile.code,
  );
  await server.ok(discard, mallAdmin, { mapId, version: 1 });
  expect((await server.ok(detail, mallAdmin, { mapId })).elements).toEqual(elements);
});

test('a conflict is settled once, with the robot’s map, the cloud’s map or a merged one', async () => {
  const { mapId, elements } = await aMapWithElements();
  const conflict = () =>
    server.asOwner(
      (
        sql,
      ) => sql`update map_versions set conflict_with = 1, settled_at = null where map_id = ${mapId} and version =
        (select version from maps where id = ${mapId})`,
    );
  await publishElements(mapId, { ...elements, walls: [wall('robot')] });
  await conflict();
  expect((await server.ok(detail, mallAdmin, { mapId })).refusal).toBe('CONFLICT');
  const refused = await server.send(save, mallAdmin, { mapId, version: 0, elements });
  expect(refused.msg).toBe(errors.mapConflict.texts.en);
  const merged = { ...elements, walls: [wall('robot'), wall('ours')] };
  const faulty = { ...merged, points: [{ ...charger, x: 400 }] };
  const unfit = await server.send(versions.settle, mallAdmin, {
    mapId,
    version: 2,
    take: 'MERGED',
    elements: faulty,
  });
  expect(unfit.msg).toBe(errors.mapFaulty.texts.en.replace('{count}', '1'));
  const settled = await server.ok(versions.settle, mallAdmin, {
    mapId,
    version: 2,
    take: 'MERGED',
    elements: merged,
  });
  expect(settled).toMatchObject({ version: 3, origin: 'CLOUD' });
  expect((await server.ok(detail, mallAdmin, { mapId })).elements.walls).toHaveLength(2);
  expect((await server.send(versions.settle, mallAdmin, { mapId, version: 3, take: 'CLOUD' })).code).toBe(
    errors.wrongState.code,
  );
  await conflict();
  expect(await server.ok(versions.settle, mallAdmin, { mapId, version: 3, take: 'DEVICE' })).toMatchObject({
    version: 3,
    conflict: { settledBy: 'mallAdmin' },
  });
  await conflict();
  await server.ok(versions.settle, mallAdmin, { mapId, version: 3, take: 'CLOUD' });
  expect((await server.ok(versions.detail, mallAdmin, { mapId, version: 4 })).elements).toEqual(elements);
});
