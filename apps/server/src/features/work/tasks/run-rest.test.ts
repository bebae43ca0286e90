import { runCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { people, square } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { restOfRun } from './run-rest.ts';
import { areaOf } from '../../../entities/work/run-request.ts';
import { areasLeft, zoneStatesOf } from './run-zone-rules.ts';
import type { RunArea } from '../../../entities/work/run-table.ts';

const server = testServer();

const zones = ['a', 'b', 'c'].map((id, index) => square(2, 2 + index * 5, id));
const areas: RunArea[] = zones.map(areaOf);
const plan = {
  cleaningMode: 'SCRUB',
  strength: 'STANDARD',
  repetitions: 2,
  strategy: 'FULL',
  pattern: 'SPIRAL',
  finish: 'CHARGE' as const,
  areas,
  toolWidthM: 0.5,
};

/** A run over three zones that was interrupted in the second, and another robot at the same site. */
async function anInterruptedRun(more: object = {}) {
  const site = await server.aSite();
  const map = await server.aMap({ siteId: site.id, elements: { ...noOtherElements, zones } });
  const [device, other] = [
    await server.aDevice({ siteId: site.id }),
    await server.aDevice({ siteId: site.id }),
  ];
  const run = await server.aRun({
    deviceId: device.id,
    mapId: map.id,
    plan,
    areaCount: 3,
    areaIndex: 1,
    state: 'INTERRUPTED',
    ...more,
  });
  const rest = (deviceId: string) =>
    inScope(server.db, '*', (tx) => restOfRun(tx, { id: run.id, deviceId, by: 'Wei' }));
  return { run, device, other, map, rest };
}
const noOtherElements = { walls: [], points: [], segments: [], slopes: [], bumps: [] };
const areaIdsOf = (request: { plan: { areas: RunArea[] } }) => request.plan.areas.map(({ areaId }) => areaId);

test('the rest of a run holds its unfinished areas with the same settings and refers to it', async () => {
  const { run, device, other, rest } = await anInterruptedRun();
  for (const { id } of [device, other]) {
    const { request, open } = await rest(id);
    expect(areaIdsOf(request)).toEqual(['b', 'c']);
    expect(request).toMatchObject({
      previousId: run.id,
      deviceId: id,
      plan: { pattern: 'SPIRAL', repetitions: 2 },
    });
    expect(open).toBe(false);
  }
});

test('the rest of a run follows its report rather than its progress', async () => {
  const { run, other, rest } = await anInterruptedRun();
  const areaReport = (areaId: string, cleanedM2: number) => ({
    areaId,
    mapId: 'm',
    plannedM2: 16,
    cleanedM2,
  });
  await server.asOwner(
    (sql) =>
      sql`insert into task_reports ${sql({
        id: run.id,
        company_id: run.companyId,
        device_id: run.deviceId,
        result: 'PARTIAL',
        code: '',
        started_at: run.createdAt,
        ended_at: run.createdAt,
        received_at: run.createdAt,
        areas: sql.json([areaReport('a', 16), areaReport('b', 15.9), areaReport('c', 2)]),
        phases: sql.json([]),
        pauses: sql.json([]),
        alarm_ids: sql.json([]),
        consumables: sql.json([]),
        coverage_files: sql.json([]),
      })}`,
  );
  expect(areaIdsOf((await rest(other.id)).request)).toEqual(['c']);
});

test('the rest leaves out the zones that a person skipped', async () => {
  const { run, other, rest } = await anInterruptedRun({ skipped: ['c'] });
  expect(areaIdsOf((await rest(other.id)).request)).toEqual(['b']);
  expect(await server.ok(runCalls.detail, people.mallAdmin, { id: run.id })).toMatchObject({ restCount: 1 });
});

test('a zone that a later run cleaned is no longer part of the rest', async () => {
  const endedAt = server.clock().toISOString();
  const { run, map, device, other, rest } = await anInterruptedRun({ endedAt });
  const restCount = async () =>
    (await server.ok(runCalls.detail, people.mallAdmin, { id: run.id })).restCount;
  const cleaned = (zoneId: string, coverage: number, atMs: number) =>
    server.asOwner(
      (sql) =>
        sql`insert into zone_cleanings ${sql({
          id: crypto.randomUUID(),
          company_id: run.companyId,
          report_id: crypto.randomUUID(),
          map_id: map.id,
          zone_id: zoneId,
          device_id: device.id,
          started_at: endedAt,
          ended_at: new Date(Date.parse(endedAt) + atMs),
          floor_m2: 16,
          cleaned_m2: 16 * coverage,
          coverage,
          source: 'ROBOT',
        })}`,
    );
  await cleaned('b', 1, -60_000);
  await cleaned('b', 0.6, 60_000);
  expect(await restCount()).toBe(2);
  await cleaned('b', 0.97, 120_000);
  expect(await restCount()).toBe(1);
  expect(areaIdsOf((await rest(other.id)).request)).toEqual(['c']);
  await cleaned('c', 0.97, 120_000);
  expect(await restCount()).toBe(0);
  await expect(rest(other.id)).rejects.toThrow('nothingLeft');
});

test('the rest of an open run is refused for its own robot and for other sites, and a run has one successor', async () => {
  const { run, device, other, rest } = await anInterruptedRun({ state: 'IN_PROGRESS' });
  await expect(rest(device.id)).rejects.toThrow('wrongState');
  expect((await rest(other.id)).open).toBe(true);
  const elsewhere = await server.aDevice({ siteId: (await server.aSite()).id });
  await expect(rest(elsewhere.id)).rejects.toThrow('invalid');
  const next = await server.aRun({ deviceId: other.id, previousId: run.id });
  await expect(rest(other.id)).rejects.toThrow('wrongState');
  const { nextId } = await server.ok(runCalls.detail, people.mallAdmin, { id: run.id });
  expect(nextId).toBe(next.id);
});

test('the state of a zone follows the progress of the run', () => {
  const states = (changes: object) => [
    ...zoneStatesOf({ state: 'IN_PROGRESS', areaIndex: 1, skipped: [], plan, ...changes }).values(),
  ];
  expect(states({})).toEqual(['DONE', 'CLEANING', 'WAITING']);
  expect(states({ skipped: ['c'] })).toEqual(['DONE', 'CLEANING', 'SKIPPED']);
  expect(states({ state: 'FAILED' })).toEqual(['DONE', 'LEFT', 'LEFT']);
  expect(states({ state: 'SUCCESS' })).toEqual(['DONE', 'DONE', 'DONE']);
  expect(areasLeft({ state: 'SUCCESS', areaIndex: 2, skipped: [], plan }, undefined)).toEqual([]);
});

test('a tour is refused for unknown points, and without an end', async () => {
  const { device, map } = await anInterruptedRun({ state: 'SUCCESS' });
  const input = {
    deviceId: device.id,
    mapId: map.id,
    pointIds: ['p', 'q'],
    loops: 2,
    audioSlots: ['PROMO_1'],
  };
  const refused = await server.send(runCalls.promote, people.mallAdmin, input);
  expect(refused.data).toMatchObject({ reasons: { pointIds: { code: 'NO_SUCH_POINT' } } });
  const endless = await server.send(runCalls.promote, people.mallAdmin, { ...input, loops: 0 });
  expect(Object.keys((endless.data as unknown as { fields: object }).fields)).toEqual(['until']);
});

test('a tour needs a sound, by its name', async () => {
  const { device, map } = await anInterruptedRun({ state: 'SUCCESS' });
  const tour = { deviceId: device.id, mapId: map.id, pointIds: ['p', 'q'], loops: 2 };
  const reasonsOf = async (audioSlots?: unknown) =>
    (
      (await server.send(runCalls.promote, people.mallAdmin, { ...tour, audioSlots })).data as never as {
        reasons: Record<string, { code: string }>;
      }
    ).reasons;
  expect(Object.keys(await reasonsOf())).toEqual(['audioSlots']);
  expect((await reasonsOf([]))['audioSlots']?.code).toBe('AUDIO_MISSING');
  expect(Object.keys(await reasonsOf([2]))[0]).toMatch(/^audioSlots/);
  expect((await reasonsOf(['PROMO_1']))['pointIds']?.code).toBe('NO_SUCH_POINT');
});
