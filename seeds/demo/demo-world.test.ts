import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { coverageFromPasses, coveredAreaM2, decodeTrajectory } from '@sweepline/map-core';
import { decode } from 'fast-png';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFiles } from '../../apps/server/src/platform/files.ts';
import { passwordFits } from '../../apps/server/src/platform/passwords.ts';
import { makeDatabase, type TestDatabase } from '../../apps/server/src/test-kit/database.ts';
import { buildDemoWorld, changeDemoPassword, isEmpty, type DemoWorld } from './demo-world.ts';
import type { FleetEntry } from './build-fleet.ts';

const now = () => new Date('2030-03-04T05:06:07Z');
let database: TestDatabase;
let world: DemoWorld;
let folder: string;
let kept: readonly FleetEntry[] = [];

const files = () => openFiles(pathToFileURL(folder).href);
const rows = <R>(text: string) => database.asOwner(async (sql) => [...(await sql.unsafe(text))] as R[]);

beforeAll(async () => {
  database = await makeDatabase();
  folder = mkdtempSync(join(tmpdir(), 'sweepline-seed-'));
  expect(await isEmpty(database.db)).toBe(true);
  const keep = (fleet: readonly FleetEntry[]) => (kept = fleet);
  world = await buildDemoWorld({ db: database.db, files: files(), now, password: 'seed-of-a-test', keep });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test('a world that was built is not empty, so it is built once', async () => {
  expect(await isEmpty(database.db)).toBe(false);
});

test('each robot of the fleet is a registered device that only its own secret opens', async () => {
  const devices = await rows<{ sn: string; secret_hash: string }>('select sn, secret_hash from devices');
  expect(world.fleet).toHaveLength(12);
  expect(kept).toEqual(world.fleet);
  expect(new Map(devices.map(({ sn, secret_hash }) => [sn, secret_hash]))).toEqual(
    new Map(world.fleet.map(({ sn, password }) => [sn, createHash('sha256').update(password).digest('hex')])),
  );
});

test('a password chosen later opens every account, and the first one none', async () => {
  await changeDemoPassword(database.db, now, 'another-password');
  const accounts = await rows<{ password_hash: string }>('select password_hash from accounts');
  expect(accounts).toHaveLength(world.accounts.length);
  for (const { password_hash } of accounts) {
    expect(await passwordFits(password_hash, 'another-password')).toBe(true);
    expect(await passwordFits(password_hash, 'seed-of-a-test')).toBe(false);
  }
});

test('every company but the provider stands below another, and nobody holds what his company may not', async () => {
  const [tops] = await rows<{ count: number }>('select count(*)::int from companies where parent_id is null');
  expect(tops?.count).toBe(1);
  const staff = await rows(
    'select from roles r join companies c on c.id = r.company_id where c.type <> 0 and $$M500004$$ = any(permissions)',
  );
  expect(staff).toEqual([]);
});

test('a robot never works on two runs at once, and never in the future', async () => {
  const overlaps = await rows(
    `select a.id from task_reports a join task_reports b
       on b.device_id = a.device_id and b.id <> a.id and b.started_at >= a.started_at and b.started_at < a.ended_at`,
  );
  expect(overlaps).toEqual([]);
  const [latest] = await rows<{ at: Date }>('select max(ended_at) as at from task_reports');
  expect(latest!.at.getTime()).toBeLessThan(now().getTime());
});

test('every alarm and notice comes from a run of its own device, and all but the newest are read', async () => {
  const [strays] = await rows<{ count: number }>(
    `select count(*)::int from alarms a left join runs r on r.id = a.run_id and r.device_id = a.device_id
       and r.company_id = a.company_id and a.raised_at between r.started_at and r.ended_at where r.id is null`,
  );
  expect(strays?.count).toBe(0);
  const [untrue] = await rows<{ count: number }>(
    `select count(*)::int from notices n left join runs r on r.id = n.about_id and r.state = 'FAILED'
       and r.device_id = n.device_id where r.id is null`,
  );
  expect(untrue?.count).toBe(0);
  const [known] = await rows<{ alarms: number; fresh: number; notes: number }>(
    `select count(*)::int as alarms, (count(*) filter (where arrived_at > up_to))::int as fresh,
       (select count(*)::int from announcements where published_at is not null) as notes
     from alarms, (select max(up_to) as up_to from notice_marks) m`,
  );
  expect(known?.alarms, JSON.stringify(known)).toBeGreaterThan(10);
  expect(known?.fresh).toBeGreaterThan(0);
  expect(known?.fresh).toBeLessThan(known?.alarms ?? 0);
  expect(known?.notes).toBe(2);
});

test('what a recorded run says it cleaned is what its picture and its path show', async () => {
  const recorded = await rows<{
    id: string;
    cleaned_m2: number;
    coverage_files: { fileId: string }[];
    trajectory_file_id: string;
  }>(
    'select id, cleaned_m2, coverage_files, trajectory_file_id from task_reports where trajectory_file_id is not null',
  );
  expect(recorded).toHaveLength(12);
  const hashes = new Map(
    (await rows<{ id: string; sha256: string }>('select id, sha256 from files')).map((file) => [
      file.id,
      file.sha256,
    ]),
  );
  const read = (id: string) => buffer(files().open(hashes.get(id)!));
  for (const { id, cleaned_m2, coverage_files, trajectory_file_id } of recorded) {
    const png = decode(await read(coverage_files[0]!.fileId));
    const raster = { width: png.width, height: png.height, resolution: 0.1, originX: 0, originY: 0 };
    const painted = coveredAreaM2(coverageFromPasses(raster, Uint8Array.from(png.data)));
    // A pixel of 0.10 m counts when a part of it was painted, so the picture shows a little more.
    expect(painted / cleaned_m2).toBeGreaterThan(0.99);
    expect(painted / cleaned_m2).toBeLessThan(1.3);
    const path = decodeTrajectory(gunzipSync(await read(trajectory_file_id)).toString());
    expect(path).toMatchObject({ ok: true, value: [{ runId: id }] });
  }
});
