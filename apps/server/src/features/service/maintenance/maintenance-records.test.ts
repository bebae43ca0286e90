import {
  errors,
  maintenancePartCalls,
  maintenanceRecordCalls as calls,
  workOrderActCalls,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { handOverRows } from '../../../entities/devices/device-rows.ts';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { storeVersions } from '../../devices/versions/device-version-service.ts';
import { piecesWithin } from './part-rules.ts';

const { mallAdmin, otherAdmin } = people;
const server = testServer();
const daysAgo = (days: number) => new Date(server.clock().getTime() - days * 86_400_000).toISOString();
const listOf = async (deviceId: string) => (await server.ok(calls.list, mallAdmin, { deviceId })).list;
const work = { type: 'REPLACEMENT' as const, content: 'New main brush' };

test('people add a record for a past day with its parts, and change it; not for the future', async () => {
  const { id: deviceId } = await server.aDevice({ nickname: 'Heron' });
  const parts = [{ name: 'Main brush', number: 'MB-30', quantity: 2 }];
  const added = await server.ok(calls.add, mallAdmin, { deviceId, at: daysAgo(40), ...work, parts });
  expect(added).toMatchObject({
    source: 'PERSON',
    state: 'DONE',
    parts,
    device: { name: 'Heron' },
    by: { mine: true },
  });
  const { id, version } = added;
  await server.ok(calls.update, mallAdmin, {
    id,
    version,
    at: daysAgo(41),
    ...work,
    content: 'Both brushes',
  });
  expect(await listOf(deviceId)).toMatchObject([{ content: 'Both brushes', at: daysAgo(41) }]);
  const late = await server.send(calls.update, mallAdmin, { id, version, at: daysAgo(41), ...work });
  expect(late.code).toBe(errors.changedMeanwhile.code);
  const ahead = await server.send(calls.add, mallAdmin, { deviceId, at: daysAgo(-1), ...work });
  expect(ahead.data).toMatchObject({ fields: { at: expect.anything() } });
  const foreign = await server.send(calls.add, otherAdmin, { deviceId, at: daysAgo(1), ...work });
  expect(foreign.code).toBe(errors.notFound.code);
});

test('a resolved order writes one record per resolution, and only if it repaired something', async () => {
  const { id: deviceId } = await server.aDevice();
  const anOrder = () => server.aWorkOrder({ deviceId, state: 'PROCESSING', assigneeId: mallAdmin.id });
  const { id } = await anOrder();
  const resolve = async (orderId: string, resolution: 'FIXED' | 'NO_FAULT_FOUND', version: number) =>
    await server.ok(workOrderActCalls.resolve, mallAdmin, { id: orderId, version, resolution, text: 'Done' });
  const { version } = await resolve(id, 'FIXED', 1);
  const reopened = await server.ok(workOrderActCalls.reopen, mallAdmin, {
    id,
    version,
    reason: 'It is back',
  });
  await resolve(id, 'FIXED', reopened.version);
  await resolve((await anOrder()).id, 'NO_FAULT_FOUND', 1);
  const records = await listOf(deviceId);
  expect(records).toHaveLength(2);
  expect(records[0]).toMatchObject({ type: 'REPAIR', source: 'ORDER', content: 'Done', order: { id } });
  const refused = await server.send(calls.update, mallAdmin, {
    id: records[0]!.id,
    version: 1,
    at: daysAgo(1),
    ...work,
  });
  expect(refused.code).toBe(errors.wrongState.code);
});

test('another software version writes one record per report; the first report and hardware none', async () => {
  const { id } = await server.aDevice();
  const report = (versions: Record<string, string>) =>
    inScope(server.db, '*', (tx) => storeVersions(tx, id, { versions }, server.clock().toISOString()));
  await report({ robot: '1', hmi: '2', hardware: 'R1' });
  expect(await listOf(id)).toEqual([]);
  await report({ robot: '3', hmi: '4', hardware: 'R2' });
  await report({ robot: '3', hmi: '4', hardware: 'R2' });
  expect(await listOf(id)).toMatchObject([
    { type: 'UPDATE', source: 'UPDATE', details: { robot: '1 → 3', hmi: '2 → 4' }, by: null },
  ]);
});

test('at a resale the records follow the robot without author and order', async () => {
  const { id: deviceId } = await server.aDevice();
  const order = await server.aWorkOrder({ deviceId });
  await server.aMaintenanceRecord({
    deviceId,
    orderId: order.id,
    byId: mallAdmin.id,
    updatedBy: 'mallAdmin',
  });
  await inScope(server.db, '*', async (tx) => {
    await tx.raw('update devices set company_id = $2 where id = $1', [deviceId, companyIds.other]);
    await handOverRows(tx, deviceId, companyIds.other);
  });
  expect(await listOf(deviceId)).toEqual([]);
  const { list } = await server.ok(calls.list, otherAdmin, { deviceId });
  expect(list).toMatchObject([{ content: 'Checked the brushes', by: null, order: null }]);
  expect(JSON.stringify(list)).not.toContain('mallAdmin');
});

test('an export is a CSV of at most a month', async () => {
  const { id: deviceId } = await server.aDevice();
  await server.aMaintenanceRecord({ deviceId, at: daysAgo(2), content: 'Checked, "well"' });
  const span = (days: number) => ({ deviceId, from: daysAgo(days), to: daysAgo(0) });
  expect((await server.send(calls.export, mallAdmin, span(60))).code).toBe(errors.exportTooLong.code);
});

test('the forecast counts by site and part, and a part that ends twice counts twice', async () => {
  const site = await server.aSite({ name: 'North hall' });
  const { id } = await server.aDevice({ siteId: site.id, model: 'J30' });
  await inScope(server.db, '*', (tx) =>
    tx.insert(deviceDocuments).values({
      companyId: mallAdmin.companyId,
      deviceId: id,
      kind: 'REPORTED',
      hash: 'h',
      document: {
        versions: {},
        sections: {},
        consumables: [
          { id: 'filter', remainingPct: 5, usedHours: 38, lifeHours: 40, resets: 0 },
          { id: 'mainBrush', remainingPct: 90, usedHours: 40, lifeHours: 400, resets: 0 },
        ],
      },
      changedAt: daysAgo(0),
    }),
  );
  for (const days of [2, 9, 20])
    await server.aReport({ deviceId: id, startedAt: daysAgo(days), cleaningSeconds: 36_000 });
  const { list } = await server.ok(maintenancePartCalls.forecast, mallAdmin, { siteId: site.id });
  // Three runs of 10 h within 18 days are 1.5 h a day on average over 20 days: 2 h are left, then 40 h for each further one.
  expect(list).toMatchObject([
    { site: { name: 'North hall' }, part: 'filter', in30: expect.any(Number), robots: [{ id }] },
  ]);
  expect(list[0]!.in30).toBeGreaterThanOrEqual(1);
  expect(list[0]!.in90).toBeGreaterThan(list[0]!.in30);
  const foreign = await server.send(maintenancePartCalls.forecast, otherAdmin, { siteId: site.id });
  expect(foreign.code).toBe(errors.notFound.code);
});

test('pieces: the present one when it ends, one more per whole life, a used up one at once', () => {
  const part = { remainingPct: 50, usedHours: 50, lifeHours: 100 };
  expect(piecesWithin(part, 1, 49)).toBe(0);
  expect(piecesWithin(part, 1, 50)).toBe(1);
  expect(piecesWithin(part, 1, 149)).toBe(1);
  expect(piecesWithin(part, 1, 150)).toBe(2);
  expect(piecesWithin(part, null, 90)).toBe(0);
  expect(piecesWithin({ ...part, remainingPct: 0, usedHours: 100 }, null, 90)).toBe(1);
  expect(piecesWithin({ ...part, remainingPct: 0, usedHours: 100 }, 1, 30)).toBe(1);
});
