import { errors, mapDraftCalls, mapDraftTopic, mapVersionCalls, type MapElements } from '@sweepline/contract';
import { encode } from 'fast-png';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds, people, square } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { detail, save, ground, discard, publish } = mapDraftCalls;
const versions = mapVersionCalls;
const { mallAdmin } = people;
const server = testServer();

const begun = async () => {
  const map = await server.aMap();
  const draft = await server.ok(detail, mallAdmin, { mapId: map.id });
  return { map, mapId: map.id, elements: draft.elements };
};
const published = async (mapId: string, elements: MapElements, version = 0) => {
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

test('a draft begins as the published map and is nobody’s until it is saved', async () => {
  const { map, mapId } = await begun();
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

test('of two who save one draft the second is told who was first', async () => {
  const { mapId, elements } = await begun();
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

test('publishing makes the next version, ends the draft and leaves the old version as it was', async () => {
  const { mapId, elements } = await begun();
  const made = await published(mapId, { ...elements, walls: [wall('a')] });
  expect(made).toMatchObject({ version: 2, parentVersion: 1, origin: 'CLOUD', note: 'x', current: true });
  expect(await server.ok(detail, mallAdmin, { mapId })).toMatchObject({ version: 0, baseVersion: 2 });
  const first = await server.ok(versions.detail, mallAdmin, { mapId, version: 1 });
  expect(first).toMatchObject({ current: false, elements: { walls: [] } });
  const { list } = await server.ok(versions.list, mallAdmin, { mapId });
  expect(list.map(({ version }) => version)).toEqual([2, 1]);
  const nothing = await server.send(publish, mallAdmin, { mapId, version: 0 });
  expect(nothing.code).toBe(errors.mapUnchanged.code);
});

test('a draft begun on an older version is published only after it was merged', async () => {
  const { mapId, elements } = await begun();
  await server.ok(save, mallAdmin, { mapId, version: 0, elements: { ...elements, walls: [wall('a')] } });
  await server.asOwner((sql) => sql`update maps set version = 2, updated_by = 'robot' where id = ${mapId}`);
  const late = await server.send(publish, mallAdmin, { mapId, version: 1 });
  expect([late.code, late.msg]).toEqual([errors.mapMoved.code, expect.stringContaining('robot')]);
  await server.ok(save, mallAdmin, { mapId, version: 1, elements, baseVersion: 2 });
  expect(await server.ok(publish, mallAdmin, { mapId, version: 2 })).toMatchObject({ version: 3 });
});

test('a map with a fault is kept as a draft and not published', async () => {
  const { mapId, elements } = await begun();
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

/** A hall of 20 × 20 m that a wall of the building parts at x = 10, as a repaired floor of the map. */
const parted = async (mapId: string) => {
  const data = Uint8Array.from({ length: 200 * 200 }, (_, i) => (i % 200 === 100 ? 0 : 254));
  const grid = Buffer.from(encode({ width: 200, height: 200, channels: 1, data }));
  return (await server.ok(ground, mallAdmin, { mapId }, { files: { grid } })).file;
};
const charger = { id: 'c', type: 'CHARGING' as const, name: 'Dock', x: 2, y: 2, theta: 0 };

test('the server finds on the floor what the editor finds: cut off, without floor, in an obstacle', async () => {
  const { mapId, elements } = await begun();
  const drawing = {
    ...elements,
    zones: [square(2, 2), { ...square(15, 15), id: 'z2', name: 'Beyond' }],
    points: [charger, { ...charger, id: 'n', type: 'NAVIGATION' as const, name: 'N', x: 10.05, y: 5 }],
  };
  const { check } = mapDraftCalls;
  await server.ok(save, mallAdmin, { mapId, version: 0, elements: drawing });
  // On the published floor there is nothing in the way.
  expect((await server.ok(check, mallAdmin, { mapId })).findings).toEqual([]);
  const groundFileId = await parted(mapId);
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
    ...{ mapId, version: 2, groundFileId },
    elements: { ...drawing, zones: [inTheWall], points: [charger] },
  });
  expect(await codes()).toEqual([['noFloor', ['z1']]]);
});

test('a drawing is published with the warnings its sender has seen, and with no others', async () => {
  const { mapId, elements } = await begun();
  const drawing = {
    ...elements,
    zones: [square(15, 15)],
    points: [charger],
  };
  const groundFileId = await parted(mapId);
  await server.ok(save, mallAdmin, { mapId, version: 0, elements: drawing, groundFileId });
  const unseen = await server.send(publish, mallAdmin, { mapId, version: 1 });
  expect([unseen.code, unseen.msg]).toEqual([
    errors.mapWarned.code,
    errors.mapWarned.texts.en.replace('{count}', '1'),
  ]);
  expect((await server.ok(versions.list, mallAdmin, { mapId })).total).toBe(1);
  expect(await server.ok(publish, mallAdmin, { mapId, version: 1, warnings: 1 })).toMatchObject({
    version: 2,
  });
});

test('rolling back publishes the old version again and takes nothing from the history', async () => {
  const { mapId, elements } = await begun();
  await published(mapId, { ...elements, walls: [wall('a')] });
  const back = await server.ok(versions.rollback, mallAdmin, { mapId, version: 2, to: 1 });
  expect(back).toMatchObject({ version: 3, parentVersion: 2, origin: 'ROLLBACK' });
  expect((await server.ok(versions.detail, mallAdmin, { mapId, version: 3 })).elements).toEqual(elements);
  expect((await server.ok(versions.list, mallAdmin, { mapId })).total).toBe(3);
  const late = await server.send(versions.rollback, mallAdmin, { mapId, version: 2, to: 1 });
  expect(late.code).toBe(errors.changedMeanwhile.code);
});

test('before publishing one sees which tasks lose what they clean', async () => {
  const { map, mapId, elements } = await begun();
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

test('a repaired grid has the map’s own size and is used by this map alone', async () => {
  const { mapId, elements } = await begun();
  const grid = (side: number) => {
    const data = new Uint8Array(side * side).fill(254);
    data[0] = 0;
    data[1] = 205;
    return Buffer.from(encode({ width: side, height: side, channels: 1, data }));
  };
  const wrong = await server.send(ground, mallAdmin, { mapId }, { files: { grid: grid(10) } });
  expect(wrong.data).toEqual({ fields: { grid: 'not the size of the map' } });
  const { file } = await server.ok(ground, mallAdmin, { mapId }, { files: { grid: grid(200) } });
  const other = await server.aMap();
  const stolen = { mapId: other.id, version: 0, elements, groundFileId: file };
  expect((await server.send(save, mallAdmin, stolen)).data).toEqual({
    fields: { groundFileId: 'not a picture of this map' },
  });
  await server.ok(save, mallAdmin, { mapId, version: 0, elements, groundFileId: file });
  const made = await server.ok(publish, mallAdmin, { mapId, version: 1 });
  expect(made.ground.file).toBe(file);
  const [row] = await server.asOwner((sql) => sql`select free_m2 from maps where id = ${mapId}`);
  expect(row?.free_m2).toBeCloseTo(399.98);
});

test('for a robot a map is edited only while it stands on it and is not resupplying; for nobody in particular always', async () => {
  const { mapId, elements } = await begun();
  const { id: deviceId } = await server.aDevice();
  const asked = async () => (await server.ok(detail, mallAdmin, { mapId, deviceId })).refusal;
  const { version } = await server.ok(save, mallAdmin, {
    ...{ mapId, version: 0, elements: { ...elements, walls: [wall('a')] } },
  });
  const publishing = async () => (await server.send(publish, mallAdmin, { mapId, version, deviceId })).msg;
  expect(await asked()).toBeNull();
  await server.saidLast(deviceId, { mapId: newId() });
  expect([await asked(), await publishing()]).toEqual(['MAP_DIFFERS', errors.mapDiffers.texts.en]);
  await server.saidLast(deviceId, { mapId, mode: 'REPLENISH' });
  expect([await asked(), await publishing()]).toEqual(['RESUPPLYING', errors.deviceResupplying.texts.en]);
  expect((await server.ok(detail, mallAdmin, { mapId })).refusal).toBeNull();
  await server.saidLast(deviceId, { mapId, mode: 'REPLENISH', state: 'OFFLINE' });
  expect(await asked()).toBeNull();
  const foreign = await server.aDevice({ companyId: companyIds.other });
  expect((await server.send(detail, mallAdmin, { mapId, deviceId: foreign.id })).code).toBe(
    errors.notFound.code,
  );
  expect((await server.send(publish, mallAdmin, { mapId, version, deviceId })).code).toBe(200);
});

test('whoever draws on a map hears at once of another who saved, threw away or published, and nobody else does', async () => {
  const { mapId, elements } = await begun();
  const { id: other } = await server.aMap();
  const heard: unknown[] = [];
  const stop = server.bus.subscribe(mapDraftTopic(mapId).name, ({ content, audience }) => {
    heard.push(content);
    expect(audience).toEqual({ companyId: companyIds.mall });
  });
  await published(mapId, { ...elements, walls: [wall('a')] });
  await server.ok(save, mallAdmin, { mapId, version: 0, elements });
  await server.ok(discard, mallAdmin, { mapId, version: 1 });
  await server.ok(save, mallAdmin, { mapId: other, version: 0, elements });
  expect((await server.send(save, mallAdmin, { mapId, version: 9, elements })).code).toBe(
    errors.changedMeanwhile.code,
  );
  stop();
  const by = 'mallAdmin';
  expect(heard).toEqual([
    { mapId, version: 1, currentVersion: 1, by },
    { mapId, version: null, currentVersion: 2, by },
    { mapId, version: 1, currentVersion: 2, by },
    { mapId, version: 0, currentVersion: 2, by },
  ]);
});

test('a draft is discarded by whoever saw its last state', async () => {
  const { mapId, elements } = await begun();
  await server.ok(save, mallAdmin, { mapId, version: 0, elements: { ...elements, zones: [] } });
  expect((await server.send(discard, mallAdmin, { mapId, version: 0 })).code).toBe(
    errors.changedMeanwhile.code,
  );
  await server.ok(discard, mallAdmin, { mapId, version: 1 });
  expect((await server.ok(detail, mallAdmin, { mapId })).elements).toEqual(elements);
});

test('a conflict is settled once: the robot’s map stays, the cloud’s comes back, or both are merged', async () => {
  const { mapId, elements } = await begun();
  const conflict = () =>
    server.asOwner(
      (
        sql,
      ) => sql`update map_versions set conflict_with = 1, settled_at = null where map_id = ${mapId} and version =
        (select version from maps where id = ${mapId})`,
    );
  await published(mapId, { ...elements, walls: [wall('robot')] });
  await conflict();
  expect((await server.ok(detail, mallAdmin, { mapId })).refusal).toBe('CONFLICT');
  const refused = await server.send(save, mallAdmin, { mapId, version: 0, elements });
  expect(refused.msg).toBe(errors.mapConflict.texts.en);
  const merged = { ...elements, walls: [wall('robot'), wall('ours')] };
  const faulty = { ...merged, points: [{ ...charger, x: 400 }] };
  const unfit = await server.send(versions.settle, mallAdmin, {
    ...{ mapId, version: 2, take: 'MERGED', elements: faulty },
  });
  expect(unfit.msg).toBe(errors.mapFaulty.texts.en.replace('{count}', '1'));
  const made = await server.ok(versions.settle, mallAdmin, {
    ...{ mapId, version: 2, take: 'MERGED', elements: merged },
  });
  expect(made).toMatchObject({ version: 3, origin: 'CLOUD' });
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
