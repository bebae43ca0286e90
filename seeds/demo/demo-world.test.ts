import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  boxAround,
  boxGrown,
  coverageFromPasses,
  coveredAreaM2,
  createCoverage,
  decodeTrajectory,
  paintTrajectory,
} from '@sweepline/map-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileStore } from '../../apps/server/src/platform/files/files.ts';
import { unpackPng } from '../../apps/server/src/platform/files/png.ts';
import { codeIn, type MapElements } from '@sweepline/contract';
import { passwordFits } from '../../apps/server/src/platform/runtime/passwords.ts';
import { createVault } from '../../apps/server/src/platform/files/vault.ts';
import { features } from '../../apps/server/src/app/features.ts';
import { needStatement } from '../../apps/server/src/features/figures/home/need-statement.ts';
import { inScope } from '../../apps/server/src/platform/db/db.ts';
import { checkStatistics } from '../../apps/server/src/features/figures/statistics/statistics-recount.ts';
import { makeDatabase, type TestDatabase } from '../../apps/server/src/test-kit/database.ts';
import { paintWaiting } from '../../apps/server/src/features/work/zone-board/zone-painter-service.ts';
import type { CardRecords } from './build-cards.ts';
import { buildDemoWorld, changeDemoPassword, isEmpty, type DemoWorld } from './demo-world.ts';
import { storedFiles } from '../stored-files.ts';
import { verifyServiceLevels } from './verify.ts';
import type { FleetEntry } from './build-fleet.ts';

const now = () => new Date('2030-03-04T05:06:07Z');
let database: TestDatabase;
let world: DemoWorld;
let folder: string;
let keptFleet: readonly FleetEntry[] = [];
let cardRecords: CardRecords = {};
const vault = createVault(Buffer.alloc(32, 3));
const files = () => createFileStore(pathToFileURL(folder).href);
const rows = <R>(text: string) => database.asOwner(async (sql) => [...(await sql.unsafe(text))] as R[]);

beforeAll(async () => {
  database = await makeDatabase();
  folder = mkdtempSync(join(tmpdir(), 'sweepline-seed-'));
  expect(await isEmpty(database.db)).toBe(true);
  const keep = (...kept: [readonly FleetEntry[], CardRecords]) => ([keptFleet, cardRecords] = kept);
  const options = { db: database.db, files: files(), vault, now, password: 'seed-of-a-test', keep };
  world = await buildDemoWorld(options);
  expect(await isEmpty(database.db)).toBe(false);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test('each robot of the fleet is a registered device with the hash of its secret', async () => {
  const active = `select sn, secret_hash from devices where binding = 'ACTIVATED'`;
  const devices = await rows<{ sn: string; secret_hash: string }>(active);
  expect(world.fleet).toHaveLength(12);
  expect(keptFleet).toEqual(world.fleet);
  expect(new Map(devices.map(({ sn, secret_hash }) => [sn, secret_hash]))).toEqual(
    new Map(world.fleet.map(({ sn, password }) => [sn, createHash('sha256').update(password).digest('hex')])),
  );
});

test('the stock has devices in each state, and the ownership history of each has no gap', async () => {
  const states = await rows<{ inventory: string }>('select distinct inventory from devices order by 1');
  expect(states.map(({ inventory }) => inventory)).toEqual(['IN_STOCK', 'OUTBOUND', 'RETURNED']);
  const torn = await rows(
    `select d.sn from devices d where not exists (select from device_custody c where c.device_id = d.id
         and c.until is null and c.company_id = d.company_id)
       or (select min(since) from device_custody c where c.device_id = d.id) <> d.created_at
       or exists (select from (select since, until, lead(since) over (order by since) as next
         from device_custody c where c.device_id = d.id) c where c.until is distinct from c.next)`,
  );
  expect(torn).toEqual([]);
  const [sales] = await rows<{ unproved: number; open: number }>(
    `select (count(*) filter (where r.id is null))::int as unproved,
       (select count(*)::int from device_resales where status = 'OFFERED') as open
     from device_custody c left join device_resales r on r.device_id = c.device_id and r.company_id = c.company_id
       and r.status = 'CONFIRMED' and r.settled_at = c.since where c.act = 'RESOLD'`,
  );
  expect(sales).toEqual({ unproved: 0, open: 2 });
});

test('every activation code can be opened and found, and each robot at work has used one', async () => {
  type Code = { code_secret: string; code_hash: string; tail: string };
  const codes = await rows<Code>('select code_secret, code_hash, tail from activation_codes');
  expect(codes.length).toBeGreaterThan(world.fleet.length);
  for (const { code_secret, code_hash, tail } of codes) {
    const code = vault.open(code_secret);
    expect(codeIn(code)).toBe(code);
    expect([vault.mark(code), code.slice(-4)]).toEqual([code_hash, tail]);
  }
  const [used] = await rows(
    `select count(*)::int from activation_codes a join devices d on d.id = a.device_id and d.company_id = a.company_id
       and d.activated_at = a.used_at and lower(d.sn) = lower(a.sn) where a.state = 'USED'`,
  );
  expect(used).toEqual({ count: world.fleet.length });
  const kinds = await rows<{ state: string; over: boolean }>(
    `select distinct state, valid_until < '2030-03-04T05:06:07Z' and state = 'UNUSED' as over from activation_codes`,
  );
  expect(kinds.map(({ state, over }) => (over ? 'EXPIRED' : state)).toSorted()).toEqual(
    expect.arrayContaining(['EXPIRED', 'FAILED', 'UNUSED', 'USED']),
  );
});

test('the usage of a card is the sum of its days and equals the records of its operator', async () => {
  const wrong = await rows(
    `select c.iccid from network_cards c where c.used_bytes <> (select coalesce(sum(bytes), 0) from network_card_days d
       where d.card_id = c.id and d.day >= '2030-03-01')`,
  );
  expect(wrong).toEqual([]);
  const days = await rows<{ iccid: string; key: string; bytes: string }>(
    `select c.iccid, d.day || '/' || d.kind as key, d.bytes from network_card_days d join network_cards c on c.id = d.card_id`,
  );
  expect(days.length).toBeGreaterThan(100);
  for (const { iccid, key, bytes } of days) expect(cardRecords[iccid]?.days[key]).toBe(Number(bytes));
});

test('zones, points and tasks of a place have names in its language', async () => {
  const maps = await rows<{ company: string; map: string; elements: MapElements }>(
    'select c.name as company, m.name as map, elements from maps m join companies c on c.id = m.company_id',
  );
  expect(maps).toHaveLength(7);
  const local = (language: string, name: string) =>
    name !== '' && /\p{Script=Han}/u.test(name) === (language === 'zh');
  for (const { company, map, elements } of maps) {
    const language = /\p{Script=Han}/u.test(company) ? 'zh' : 'de';
    const names = [
      map,
      ...elements.zones.map(({ name }) => name),
      ...elements.points.map(({ name }) => name),
    ];
    expect(names.filter((name) => !local(language, name))).toEqual([]);
    expect(names.filter((name) => /water|reception|corridor|dock\b/i.test(name))).toEqual([]);
  }
  const tasks = await rows<{ name: string }>('select distinct name from tasks');
  expect(tasks.filter(({ name }) => !/^.+(每日清洁| täglich)$/u.test(name))).toEqual([]);
});

test.each([
  'device_groups',
  'settings_profiles',
  'settings_rollouts',
  'commands',
  'chat_users',
  'task_templates',
  'error_groups',
  'dead_letters',
])('%s is not empty', async (table) => {
  const [row] = await rows<{ count: number }>(`select count(*)::int from ${table}`);
  expect(row?.count).toBeGreaterThan(1);
});

test('sent settings wait for their robots, and each command ends before now', async () => {
  const sections = await rows<{ state: string; version: number }>(
    `select distinct s.state, s.version from device_sections s join rollout_devices r on r.device_id = s.device_id
       and r.version = s.version where r.result = 'SENT'`,
  );
  expect(sections).toEqual([{ state: 'AWAITING_SYNC', version: 1 }]);
  const [planned] = await rows<{ count: number }>(
    `select count(*)::int from settings_rollouts where state = 'SCHEDULED' and due_at > '2030-03-04T05:06:07Z'`,
  );
  expect(planned?.count).toBe(1);
  const [open] = await rows<{ open: number; failed: number; all: number }>(
    `select (count(*) filter (where ended_at is null or ended_at > '2030-03-04T05:06:07Z'))::int as open,
       (count(*) filter (where status <> 'SUCCEEDED'))::int as failed, count(*)::int as all from commands`,
  );
  expect(open).toMatchObject({ open: 0 });
  expect(open!.failed).toBeGreaterThan(2);
  expect(open!.failed).toBeLessThan(open!.all / 3);
});

test('needs of several kinds wait in the demo world', async () => {
  const nobody = '01900000-0000-7000-8999-000000000000';
  const sources = features.flatMap(({ needs }) => needs?.() ?? []);
  const found = await inScope(database.db, '*', (tx) =>
    tx.raw<{ kinds: Record<string, number> }>(needStatement(sources), [
      ...[now().toISOString(), null, nobody, nobody],
      ...['false', null, null, null, 1, 0, null],
    ]),
  );
  const { kinds } = found[0]!;
  expect(kinds['MISSED_START']).toBeGreaterThanOrEqual(1);
  expect(kinds).toMatchObject({ USE_ENDING: 1, SIM_ENDING: 1, DEVICE_REQUEST: 1, MAIL: 1, WORK_ORDER: 3 });
});

test('changeDemoPassword replaces the password of every account', async () => {
  await changeDemoPassword(database.db, now, 'another-password');
  const accounts = await rows<{ password_hash: string }>('select password_hash from accounts');
  expect(accounts).toHaveLength(world.accounts.length);
  for (const { password_hash } of accounts) {
    expect(await passwordFits(password_hash, 'another-password')).toBe(true);
    expect(await passwordFits(password_hash, 'seed-of-a-test')).toBe(false);
  }
});

test('roles of customers have names in the language of their company', async () => {
  const named = await rows<{ name: string; region: string }>(
    'select r.name, c.region from roles r join companies c on c.id = r.company_id where c.type <> 0',
  );
  expect(named.length).toBeGreaterThan(8);
  const foreign = named.filter(({ name, region }) => /\p{Script=Han}/u.test(name) !== (region === 'CN'));
  expect(foreign).toEqual([]);
  const german = named.filter(({ region }) => region === 'DE').map(({ name }) => name);
  expect(german).toContain('Servicetechnik');
});

test('only the provider has no parent company, and only its roles have internal permissions', async () => {
  const [tops] = await rows<{ count: number }>('select count(*)::int from companies where parent_id is null');
  expect(tops?.count).toBe(1);
  const staff = await rows(
    'select from roles r join companies c on c.id = r.company_id where c.type <> 0 and $$M500004$$ = any(permissions)',
  );
  expect(staff).toEqual([]);
});

test('the mall has targets and assumptions, and the company with the enterprise view has a layout', async () => {
  const targets = await rows(
    `select from site_targets t join sites s on s.id = t.site_id and s.company_id = t.company_id
     where num_nulls(t.area_m2_per_week, t.completion, t.manual_m2_per_hour, t.hourly_wage, t.g_co2_per_kwh) = 0`,
  );
  expect(targets).toHaveLength(1);
  const views = await rows<{ feature: number }>(
    'select c.feature from board_layouts b join companies c on c.id = b.company_id',
  );
  expect(views).toEqual([{ feature: 1 }]);
});

test('the device history spans four weeks and agrees with the reports', async () => {
  const spans = await rows<{ days: number }>(
    `select count(distinct at::date)::int as days from device_history group by device_id`,
  );
  expect(spans).toHaveLength(world.fleet.length);
  for (const { days } of spans) expect(days).toBeGreaterThan(20);
  const wrong = await rows(
    `select r.id from task_reports r
     left join device_history h on h.device_id = r.device_id and h.at = r.started_at
     where r.started_at >= timestamptz '2030-03-04T05:06:07Z' - interval '27 days'
       and (h.at is null or h.mode <> 'AUTO_RUN' or abs(h.soc - r.soc_start) > 0.11)`,
  );
  expect(wrong).toEqual([]);
  const [odd] = await rows<{ count: number }>(
    `select count(*)::int from device_history where soc not between 0 and 100 or at >= '2030-03-04T05:06:07Z'`,
  );
  expect(odd?.count).toBe(0);
});

test('the data board has figures of connection, planned starts and battery that equal a recount', async () => {
  const state = await inScope(database.db, '*', checkStatistics);
  expect(state.differences).toBe(0);
  const [online] = await rows<{ rate: number; sleep: number }>(
    `select (sum(online_ms) / sum(bound_ms))::float8 as rate, (sum(sleep_ms) / sum(bound_ms))::float8 as sleep
     from online_days where day between '2030-02-06' and '2030-03-02'`,
  );
  expect(online!.rate).toBeGreaterThan(0.85);
  expect(online!.rate).toBeLessThan(0.995);
  expect(online!.sleep).toBeGreaterThan(0.005);
  const [starts] = await rows<{ done: number; missed: number; open: number; due: number }>(
    `select sum(due)::int as due, sum(done)::int as done, sum(missed)::int as missed, sum(open)::int as open from start_days`,
  );
  expect(starts).toMatchObject({ open: 0 });
  expect(starts!.done / starts!.due).toBeGreaterThan(0.8);
  expect(starts!.missed / starts!.due).toBeGreaterThan(0.005);
  expect(starts!.missed / starts!.due).toBeLessThan(0.08);
  const [battery] = await rows<{ hours: number; used: number; taken: number }>(
    `select count(distinct hour)::int as hours, sum(used)::int as used, sum(taken)::int as taken from battery_hours
     where hour > timestamptz '2030-03-04T05:06:07Z' - interval '1 day'`,
  );
  expect(battery!.hours).toBeGreaterThan(20);
  expect(battery!.used).toBeGreaterThan(1000);
  expect(battery!.taken).toBeGreaterThan(1000);
});

test('runs of a robot do not overlap and none is in the future', async () => {
  const overlaps = await rows(
    `select a.id from task_reports a join task_reports b
       on b.device_id = a.device_id and b.id <> a.id and b.started_at >= a.started_at and b.started_at < a.ended_at`,
  );
  expect(overlaps).toEqual([]);
  const [latest] = await rows<{ at: Date }>('select max(ended_at) as at from task_reports');
  expect(latest!.at.getTime()).toBeLessThan(now().getTime());
});

test('every alarm and notice belongs to a run of its device, and only the newest are unread', async () => {
  const [strays] = await rows<{ count: number }>(
    `select count(*)::int from alarms a left join runs r on r.id = a.run_id and r.device_id = a.device_id
       and r.company_id = a.company_id and a.raised_at between r.started_at and r.ended_at where r.id is null`,
  );
  expect(strays?.count).toBe(0);
  const [untrue] = await rows<{ count: number }>(
    `select count(*)::int from notices n left join runs r on r.id = n.about_id and r.state = 'FAILED'
       and r.device_id = n.device_id where n.about_kind = 'run' and r.id is null`,
  );
  expect(untrue?.count).toBe(0);
  const [counts] = await rows<Record<'alarms' | 'fresh' | 'notes', number>>(
    `select count(*)::int as alarms, (count(*) filter (where told_at > up_to))::int as fresh,
       count(*) filter (where owner_id is not null)::int as owned, count(shelved_until)::int as shelved, count(site_id)::int as sited,
       (count(processed_at) > 2 and count(acknowledged_at) > count(processed_at)) as handled, (select count(*)::int from announcements where published_at is not null) as notes
     from alarms, (select max(up_to) as up_to from notice_marks) m`,
  );
  expect(counts?.alarms, JSON.stringify(counts)).toBeGreaterThan(10);
  expect(counts?.fresh).toBeGreaterThan(0);
  expect(counts?.fresh).toBeLessThan(counts?.alarms ?? 0);
  expect(counts).toMatchObject({ notes: 2, owned: 1, shelved: 1, handled: true, sited: counts?.alarms });
});

test('every completed run of the last 30 days has a path whose area matches its report', async () => {
  type Run = { cleaned: number; width: number; map: string; file: string | null; result: string };
  const month = await rows<Run>(
    `select t.cleaned_m2 as cleaned, (r.plan ->> 'toolWidthM')::float8 as width, t.map_id as map, t.trajectory_file_id as file, t.result
     from task_reports t join runs r on r.id = t.id where t.started_at >= timestamptz '2030-03-04T05:06:07Z' - interval '30 days'`,
  );
  expect(month.length).toBeGreaterThan(400);
  expect(month.filter(({ file, result }) => (file === null) !== (result === 'FAILED'))).toEqual([]);
  const read = await storedFiles(rows, files());
  // Every tenth run, because painting all takes as long as building the world.
  for (const { cleaned, width, map, file } of month.filter(({ file }, n) => file !== null && n % 10 === 0)) {
    const trajectory = decodeTrajectory(gunzipSync(await read(file!)).toString());
    if (!trajectory.ok) throw new Error(trajectory.fault);
    expect(trajectory.value.map(({ mapId }) => mapId)).toEqual([map]);
    const points = trajectory.value.flatMap((part) => part.points);
    const coverage = createCoverage(boxGrown(boxAround(points), 1), 0.1);
    paintTrajectory(coverage, points, { toolWidthM: width });
    expect(coveredAreaM2(coverage) / cleaned).toBeGreaterThan(0.9);
    expect(coveredAreaM2(coverage) / cleaned).toBeLessThan(1.3);
  }
});

test('every report of the year adds up, and its efficiency differs by robot, zone and day', async () => {
  const wrong = await rows(
    `select r.id from task_reports r join runs n on n.id = r.id,
       lateral (select sum((p ->> 'seconds')::float8) as seconds,
         coalesce(sum((p ->> 'seconds')::float8) filter (where p ->> 'phase' = 'CLEANING'), 0) as cleaning
         from jsonb_array_elements(r.phases) p) p,
       lateral (select (a -> 'passes' ->> 'none')::float8 as none, (a -> 'passes' ->> 'once')::float8 as once,
         (a -> 'passes' ->> 'more')::float8 as more from jsonb_array_elements(r.measured) a) a
     where p.seconds <> r.seconds or p.cleaning <> r.cleaning_seconds
       or abs(extract(epoch from r.ended_at - r.started_at) - r.seconds) > 0.5
       or abs(r.planned_m2 - r.no_go_m2 - r.cleaned_m2 - r.uncleaned_m2) > 0.001
       or abs(a.once + a.more - r.cleaned_m2) > 0.001 or abs(a.none - r.uncleaned_m2) > 0.001
       or r.reachable_m2 < r.cleaned_m2 - 0.001 or r.reachable_m2 > r.cleanable_m2 + 0.001
       or abs(n.coverage - r.coverage) > 0.0001 or n.cleaned_m2 <> r.cleaned_m2`,
  );
  expect(wrong).toEqual([]);
  const rates = await rows<{ task: string; robot: string; low: number; high: number; several: number }>(
    `select task_id as task, device_id as robot, min(rate) as low, max(rate) as high, count(distinct round(rate))::int as several
     from (select task_id, device_id, cleaned_m2 * 3600 / cleaning_seconds as rate from task_reports where result = 'SUCCESS') r
     group by 1, 2`,
  );
  expect(rates.length).toBeGreaterThan(15);
  for (const { low, high, several } of rates) {
    expect(several).toBeGreaterThan(10);
    expect(high / low).toBeGreaterThan(1.05);
    expect(high / low).toBeLessThan(1.8);
  }
  expect(new Set(rates.map(({ low }) => Math.round(low / 20))).size).toBeGreaterThan(8);
});

test('the server measures the same figures from the path or the picture of a report', async () => {
  const recent = await rows<{ id: string }>(
    `select r.id from task_reports r where trajectory_file_id is not null order by coverage_files = $$[]$$, id limit 40`,
  );
  const measured = 'planned_m2, no_go_m2, reachable_m2, cleaned_m2, uncleaned_m2, coverage, measured';
  const figures = () => rows(`select id, ${measured} from task_reports order by id`);
  const before = await figures();
  await rows(`delete from zone_work where id not in (${recent.map(({ id }) => `'${id}'`).join(',')})`);
  const faults: unknown[] = [];
  await paintWaiting({ db: database.db, files: files(), now }, (error) => faults.push(error));
  expect(faults).toEqual([]);
  expect(await rows('select id from zone_work')).toEqual([]);
  expect(await figures()).toEqual(before);
});

test('the cleaned area of a recorded run matches its coverage picture and path', async () => {
  type Recorded = { id: string; cleaned_m2: number; trajectory_file_id: string } & {
    coverage_files: { fileId: string }[];
  };
  const recorded = await rows<Recorded>(
    'select id, cleaned_m2, coverage_files, trajectory_file_id from task_reports where coverage_files <> $$[]$$',
  );
  expect(recorded).toHaveLength(12);
  const read = await storedFiles(rows, files());
  for (const { id, cleaned_m2, coverage_files, trajectory_file_id } of recorded) {
    const png = await unpackPng(await read(coverage_files[0]!.fileId));
    const raster = { width: png.width, height: png.height, resolution: 0.1, originX: 0, originY: 0 };
    const painted = coveredAreaM2(coverageFromPasses(raster, Uint8Array.from(png.data)));
    // A pixel of 0.10 m counts when a part of it was painted, so the area of the picture is slightly larger.
    expect(painted / cleaned_m2).toBeGreaterThan(0.99);
    expect(painted / cleaned_m2).toBeLessThan(1.3);
    const path = decodeTrajectory(gunzipSync(await read(trajectory_file_id)).toString());
    expect(path).toMatchObject({ ok: true, value: [{ runId: id }] });
  }
});

test('open and resolved work orders are in time and late', () =>
  inScope(database.db, '*', (tx) => verifyServiceLevels(tx, now)));
