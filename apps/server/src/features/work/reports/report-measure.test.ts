import {
  deadLetterCalls,
  reportCalls,
  reportFigureCalls,
  statisticsCalls,
  zoneBoardCalls,
} from '@sweepline/contract';
import sharp from 'sharp';
import { inScope } from '../../../platform/db/db.ts';
import { storeFile } from '../../../platform/files/files.ts';
import { companyIds, people, square } from '../../../test-kit/index.ts';
import { aDrivenReport, lanes } from '../../../test-kit/builders/path-builder.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { paintWaiting } from '../zone-board/zone-painter-service.ts';
import { readRecord } from './report-record-service.ts';
import { expect, test } from 'vitest';

const server = testServer();
const { mallAdmin, superAdmin } = people;

const measure = () =>
  paintWaiting({ db: server.db, files: server.files, now: server.clock }, (error) =>
    server.faults.push(error),
  );

/** A zone of 4 m × 4 m, a no-go area over its right quarter, and a robot that cleaned the left half. */
async function aHalfCleanedZone() {
  const { id: mapId, elements } = await server.aMap();
  const closed = { ...square(5, 2, 'closed'), type: 'NO_GO' as const };
  const drawing = { ...elements, zones: [square(2, 2), closed] };
  await server.asOwner((sql) => sql`update maps set elements = ${sql.json(drawing)} where id = ${mapId}`);
  const report = await aDrivenReport(server, {
    mapId,
    startedAt: server.clock().toISOString(),
    places: lanes(4),
  });
  const polygon = square(2, 2).points.map(({ x, y }) => [x, y]);
  const plan = {
    areas: [{ areaId: 'z1', name: 'Hall', polygon, areaM2: 16 }],
    toolWidthM: 0.5,
    maxSpeedMps: 1,
  };
  await server.asOwner(
    (sql) =>
      sql`update runs set plan = plan || ${sql.json(plan)}, map_version = null where id = ${report.id}`,
  );
  return { id: report.id, mapId };
}

test('the figures of a report with a no-go area in its zone agree with each other and with every other page', async () => {
  const { id, mapId } = await aHalfCleanedZone();
  await measure();
  const { totals, areas } = await server.ok(reportCalls.detail, mallAdmin, { id });
  expect(totals.plannedM2).toBeCloseTo(16, 4);
  expect(totals.noGoM2).toBeCloseTo(4, 4);
  expect(totals.reachableM2).toBeCloseTo(12, 1);
  expect(totals.cleanedM2).toBeGreaterThan(6);
  expect(totals.cleanedM2! + totals.uncleanedM2!).toBeCloseTo(totals.plannedM2! - totals.noGoM2!, 4);
  expect(totals.coverage).toBeCloseTo(totals.cleanedM2! / 12, 4);
  const [area] = areas;
  const { none, once, more } = area!.passes!;
  expect(once + more).toBeCloseTo(totals.cleanedM2!, 4);
  expect(none).toBeCloseTo(totals.uncleanedM2!, 4);
  expect(area!.notCleanedM2).toBeCloseTo(totals.uncleanedM2!, 4);

  const { list } = await server.ok(reportCalls.list, mallAdmin, {});
  expect(list[0]!.totals).toEqual(totals);
  const { now } = await server.ok(reportFigureCalls.summary, mallAdmin, {});
  expect(now.cleanedM2).toBeCloseTo(totals.cleanedM2!, 3);
  expect(now.coverage).toBeCloseTo(totals.coverage!, 4);
  const day = server.clock().toISOString().slice(0, 10);
  const { totals: sums } = await server.ok(statisticsCalls.index, mallAdmin, { from: day, to: day });
  expect(sums.cleanedM2).toBeCloseTo(totals.cleanedM2!, 3);
  expect(sums.coverage).toBeCloseTo(totals.coverage!, 4);
  const { list: zones } = await server.ok(zoneBoardCalls.list, mallAdmin, { mapId });
  const zone = zones.find(({ zoneId }) => zoneId === 'z1');
  expect(zone?.lastTouched?.cleanedM2).toBeCloseTo(totals.cleanedM2!, 4);
  expect(zone?.lastTouched?.coverage).toBeCloseTo(totals.coverage!, 4);
  expect(server.faults).toEqual([]);
});

test('a report says how its robot drove: overlap, turns, transit and what its tool could do', async () => {
  const { id } = await aHalfCleanedZone();
  await measure();
  const { driving, totals, areas } = await server.ok(reportCalls.detail, mallAdmin, { id });
  const { once, more } = areas[0]!.passes!;
  expect(driving?.overlap).toBeCloseTo(more / (once + more), 9);
  expect(driving?.turns).toBeGreaterThan(0);
  // The tool passes the floor at least once.
  expect(driving!.cleaningM! * 0.5).toBeGreaterThan(totals.cleanedM2! - 1);
  expect(driving?.boundM2PerHour).toBe(1_800);
});

/** A grey picture without passes. */
const pictureOf = (width: number, height: number) =>
  sharp(Buffer.alloc(width * height), { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();

const storedPicture = (content: Buffer) =>
  inScope(server.db, '*', (tx) =>
    storeFile(tx, server.files, server.clock, {
      companyId: companyIds.mall,
      kind: 'COVERAGE',
      name: 'c.png',
      mediaType: 'image/png',
      content,
    }),
  );

test.each([
  [
    'another size than its map',
    'SIZE',
    () => pictureOf(7, 5),
    /^coverage picture: 7 × 5 pixels, the map needs \d+ × \d+$/,
  ],
  ['no PNG', 'UNREADABLE', () => Buffer.from('a picture'), /^coverage picture: no PNG$/],
] as const)(
  'a coverage picture with %s is named and replaced by the path',
  async (_, fault, picture, detail) => {
    const { id, mapId } = await aHalfCleanedZone();
    await measure();
    const { totals } = await server.ok(reportCalls.detail, mallAdmin, { id });
    const file = await storedPicture(await picture());
    await server.asOwner(
      (sql) =>
        sql`update task_reports set coverage_files = ${sql.json([{ mapId, fileId: file.id }])} where id = ${id}`,
    );
    await measure();
    const report = await server.ok(reportCalls.detail, mallAdmin, { id });
    expect([report.pictureFault, report.coverage]).toEqual([fault, null]);
    expect(report.totals).toEqual(totals);
    const letters = async () =>
      (await server.ok(deadLetterCalls.list, superAdmin, { reason: 'FILE', keyword: report.device.sn })).list;
    expect((await letters()).map((one) => one.detail)).toEqual([expect.stringMatching(detail)]);
    // It is told once, however often the floor is measured.
    await server.asOwner(
      (sql) => sql`insert into zone_work (id, company_id) select id, company_id from task_reports`,
    );
    await measure();
    expect(await letters()).toHaveLength(1);
  },
);

test('a report says that it is still being measured, in the list, on its page and in its files', async () => {
  const { id } = await aHalfCleanedZone();
  const measuring = async () => {
    const day = server.clock().toISOString().slice(0, 10);
    const { list } = await server.ok(reportCalls.list, mallAdmin, {});
    const { isMeasuring } = await server.ok(reportCalls.detail, mallAdmin, { id });
    const file = await server.send(reportCalls.export, mallAdmin, { from: day, to: day });
    const line = String(file.data).trim().split('\r\n')[1]!;
    return [list[0]!.isMeasuring, isMeasuring, line.endsWith(',1')];
  };
  expect(await measuring()).toEqual([true, true, true]);
  await measure();
  expect(await measuring()).toEqual([false, false, false]);
  // A report whose floor cannot be measured keeps the figures of the robot.
  await server.asOwner(
    (sql) => sql`insert into zone_work (id, company_id, attempts) select id, company_id, 5 from task_reports`,
  );
  expect(await measuring()).toEqual([false, false, false]);
});

test('measuring the floor changes neither the record of a report nor its fingerprint', async () => {
  const { id } = await aHalfCleanedZone();
  const record = () => inScope(server.db, '*', (tx) => readRecord(tx, id));
  const before = await record();
  await measure();
  const { totals } = await server.ok(reportCalls.detail, mallAdmin, { id });
  expect(totals.plannedM2).toBeCloseTo(16, 4);
  expect(await record()).toEqual(before);
  await server.asOwner(
    (sql) => sql`insert into zone_work (id, company_id) select id, company_id from task_reports`,
  );
  await measure();
  expect(await record()).toEqual(before);
});
