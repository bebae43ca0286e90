import {
  attachedSnapshotCalls,
  errors,
  fileCalls,
  permissions,
  videoSnapshotCalls,
  workOrderCalls,
  type AttachedToKind,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { robotCleanupJob } from '../../../robots/care/robot-cleanup-service.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';
import { removeUnusedFiles } from '../files/file-garbage-collection-service.ts';

const { list, picture, detach } = attachedSnapshotCalls;
const { attach, remove } = videoSnapshotCalls;
const { mallAdmin, otherAdmin } = people;
const { alarmList, deviceSnapshot, reportList } = permissions;
const server = sharedTestServer();

type Listed = Exclude<AttachedToKind, 'ORDER'>;

/** A snapshot, and what it can be attached to, of one robot. */
async function aWorld(companyId: string = companyIds.mall) {
  const { id: deviceId } = await server.aDevice({ companyId });
  const of = { companyId, deviceId };
  const { id: alarmId } = await server.anAlarm(of);
  const [{ id: reportId }, { id: orderId }] = [await server.aReport(of), await server.aWorkOrder(of)];
  const targets = { ALARM: alarmId, ASSIST: alarmId, REPORT: reportId, ORDER: orderId };
  return { deviceId, snapshot: await server.aVideoSnapshot(of), targets };
}
const codeOf = async (who: Person, id: string, kind: AttachedToKind, targetId: string) =>
  (await server.send(attach, who, { id, kind, targetId })).code;
const listOf = async (kind: Listed, targetId: string) =>
  (await server.ok(list, mallAdmin, { kind, targetId })).list;
const bytesOf = async (id: string) => {
  const answer = await server.answerOf(picture, mallAdmin, { id });
  return (answer as unknown as { rawPayload: Buffer }).rawPayload.toString();
};

test('a snapshot attached to an alarm and to a report is listed there with who took and who attached it', async () => {
  const { snapshot, targets } = await aWorld();
  for (const kind of ['ALARM', 'REPORT'] as const)
    await server.ok(attach, mallAdmin, { id: snapshot.id, kind, targetId: targets[kind] });
  const { camera, takenAt, viewer, company } = snapshot;
  for (const kind of ['ALARM', 'ASSIST', 'REPORT'] as const) {
    const rows = await listOf(kind, targets[kind]);
    expect(rows, kind).toMatchObject([
      { camera, takenAt, viewer, company, attachedAt: server.clock().toISOString() },
    ]);
    expect(rows[0]!.attachedBy).toBe('Nick mallAdmin');
    expect(await bytesOf(rows[0]!.id)).toBe('a picture');
  }
});

test('the same snapshot attached twice is listed once', async () => {
  const { snapshot, targets } = await aWorld();
  for (const kind of ['ALARM', 'ASSIST', 'ORDER', 'ORDER'] as const)
    expect(await codeOf(mallAdmin, snapshot.id, kind, targets[kind])).toBe(200);
  expect(await listOf('ALARM', targets.ALARM)).toHaveLength(1);
  const order = await server.ok(workOrderCalls.detail, mallAdmin, { id: targets.ORDER });
  expect(order.pictures).toHaveLength(1);
});

test('a work order has an attached snapshot among its pictures, and its history says so', async () => {
  const { snapshot, targets } = await aWorld();
  await server.ok(attach, mallAdmin, { id: snapshot.id, kind: 'ORDER', targetId: targets.ORDER });
  const { pictures, events } = await server.ok(workOrderCalls.detail, mallAdmin, { id: targets.ORDER });
  expect(pictures).toMatchObject([{ kind: 'FAULT', width: 640, height: 360 }]);
  expect(events[0]).toMatchObject({ kind: 'CHANGED', changes: { pictures: '+1' } });
  const answer = await server.answerOf(fileCalls.read, mallAdmin, { hash: pictures[0]!.file });
  expect((answer as unknown as { rawPayload: Buffer }).rawPayload.toString()).toBe('a picture');
  await server.asOwner((sql) => sql`update work_orders set state = 'RESOLVED' where id = ${targets.ORDER}`);
  const { id } = await server.aVideoSnapshot({ companyId: companyIds.mall, deviceId: snapshot.deviceId });
  expect(await codeOf(mallAdmin, id, 'ORDER', targets.ORDER)).toBe(errors.orderState.code);
});

test('evidence outlives its snapshot, deleted by hand or after 180 days, and the file of it', async () => {
  const { deviceId, snapshot: young, targets } = await aWorld();
  const takenAt = new Date(server.clock().getTime() - 181 * 86_400_000).toISOString();
  const old = await server.aVideoSnapshot({
    companyId: companyIds.mall,
    deviceId,
    camera: 'LEFT',
    takenAt,
  });
  for (const { id } of [old, young])
    for (const kind of ['ALARM', 'ORDER'] as const)
      await server.ok(attach, mallAdmin, { id, kind, targetId: targets[kind] });
  await server.ok(remove, mallAdmin, { id: young.id });
  await server.asOwner((sql) => sql`update files set created_at = ${takenAt}`);
  await robotCleanupJob(server.db, server.clock).run();
  await removeUnusedFiles(server.db, server.files, server.clock);
  const left = await server.asOwner(
    (sql) => sql`select id from video_snapshots where device_id = ${deviceId}`,
  );
  expect(left).toHaveLength(0);
  const rows = await listOf('ALARM', targets.ALARM);
  expect(rows.map(({ camera }) => camera).toSorted()).toEqual(['FRONT', 'LEFT']);
  for (const { id } of rows) expect(await bytesOf(id)).toBe('a picture');
  const { pictures } = await server.ok(workOrderCalls.detail, mallAdmin, { id: targets.ORDER });
  for (const { file } of pictures)
    expect((await server.send(fileCalls.read, mallAdmin, { hash: file })).code).not.toBe(
      errors.notFound.code,
    );
  await server.asOwner((sql) => sql`delete from alarms where id = ${targets.ALARM}`);
  expect((await server.send(picture, mallAdmin, { id: rows[0]!.id })).code).toBe(errors.notFound.code);
});

test('the snapshot or the record of another company is not found, nor one of another robot', async () => {
  const [ours, theirs] = [await aWorld(), await aWorld(companyIds.other)];
  const another = await aWorld();
  for (const kind of ['ALARM', 'ASSIST', 'REPORT', 'ORDER'] as const) {
    expect(await codeOf(mallAdmin, theirs.snapshot.id, kind, ours.targets[kind])).toBe(errors.notFound.code);
    expect(await codeOf(mallAdmin, ours.snapshot.id, kind, theirs.targets[kind])).toBe(errors.notFound.code);
    expect(await codeOf(otherAdmin, ours.snapshot.id, kind, ours.targets[kind])).toBe(errors.notFound.code);
    expect(await codeOf(mallAdmin, ours.snapshot.id, kind, another.targets[kind])).toBe(errors.notFound.code);
    expect(await codeOf(people.superAdmin, ours.snapshot.id, kind, theirs.targets[kind])).toBe(
      errors.notFound.code,
    );
  }
  await server.ok(attach, mallAdmin, { id: ours.snapshot.id, kind: 'ALARM', targetId: ours.targets.ALARM });
  const [row] = await listOf('ALARM', ours.targets.ALARM);
  expect((await server.send(picture, otherAdmin, { id: row!.id })).code).toBe(errors.notFound.code);
  const read = await server.send(list, otherAdmin, { kind: 'ALARM', targetId: ours.targets.ALARM });
  expect(read.code).toBe(errors.notFound.code);
});

test('evidence needs the permission of the snapshots and that of its record', async () => {
  const { snapshot, targets } = await aWorld();
  const anyone = (...permissionCodes: string[]) =>
    server.anAccount({ companyId: companyIds.mall, permissionCodes });
  await server.ok(attach, mallAdmin, { id: snapshot.id, kind: 'REPORT', targetId: targets.REPORT });
  const [row] = await listOf('REPORT', targets.REPORT);
  const readers = {
    snapshots: await anyone(deviceSnapshot, alarmList),
    reports: await anyone(reportList),
    both: await anyone(deviceSnapshot, reportList),
  };
  const codesOf = async (who: Person) => [
    await codeOf(who, snapshot.id, 'REPORT', targets.REPORT),
    (await server.send(list, who, { kind: 'REPORT', targetId: targets.REPORT })).code,
    (await server.answerOf(picture, who, { id: row!.id })).statusCode,
  ];
  expect((await codesOf(readers.snapshots)).slice(0, 2)).toEqual([403, 403]);
  expect((await codesOf(readers.reports)).slice(0, 2)).toEqual([403, 403]);
  expect(await codesOf(readers.both)).toEqual([200, 200, 200]);
  expect((await server.send(picture, readers.snapshots, { id: row!.id })).code).toBe(403);
  expect(await codeOf(readers.both, snapshot.id, 'ASSIST', targets.ASSIST)).toBe(403);
});

test('an alarm that is no assist takes no snapshot as one', async () => {
  const { deviceId, snapshot } = await aWorld();
  const { id } = await server.anAlarm({ companyId: companyIds.mall, deviceId, code: '10101' });
  expect(await codeOf(mallAdmin, snapshot.id, 'ASSIST', id)).toBe(errors.notFound.code);
  expect(await codeOf(mallAdmin, snapshot.id, 'ALARM', id)).toBe(200);
});

test('a detached snapshot leaves its record, and its file is deleted once the snapshot is deleted too', async () => {
  const { snapshot, targets } = await aWorld();
  const filesLeft = () =>
    server.asOwner((sql) =>
      sql`select id from files where id = ${snapshot.fileId}`.then((rows) => rows.length),
    );
  await server.ok(attach, mallAdmin, { id: snapshot.id, kind: 'ALARM', targetId: targets.ALARM });
  const [row] = await listOf('ALARM', targets.ALARM);
  expect((await server.send(detach, otherAdmin, { id: row!.id })).code).toBe(errors.notFound.code);
  const reader = await server.anAccount({
    companyId: companyIds.mall,
    permissionCodes: [deviceSnapshot, reportList],
  });
  expect((await server.send(detach, reader, { id: row!.id })).code).toBe(403);

  await server.ok(detach, mallAdmin, { id: row!.id });
  expect(await listOf('ALARM', targets.ALARM)).toEqual([]);
  expect(await filesLeft(), 'the snapshot has its file').toBe(1);
  await server.ok(remove, mallAdmin, { id: snapshot.id });
  expect(await filesLeft()).toBe(0);
});

test('evidence whose snapshot was deleted is gone with its file when it is detached', async () => {
  const { snapshot, targets } = await aWorld();
  for (const kind of ['ALARM', 'REPORT'] as const)
    await server.ok(attach, mallAdmin, { id: snapshot.id, kind, targetId: targets[kind] });
  await server.ok(remove, mallAdmin, { id: snapshot.id });
  const [[ofAlarm], [ofReport]] = [
    await listOf('ALARM', targets.ALARM),
    await listOf('REPORT', targets.REPORT),
  ];
  await server.ok(detach, mallAdmin, { id: ofAlarm!.id });
  expect(await bytesOf(ofReport!.id), 'the report still has it').toBe('a picture');
  await server.ok(detach, mallAdmin, { id: ofReport!.id });
  const left = await server.asOwner((sql) => sql`select id from files where id = ${snapshot.fileId}`);
  expect(left).toHaveLength(0);
});
