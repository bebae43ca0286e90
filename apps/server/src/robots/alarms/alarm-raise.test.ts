import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarmSettings } from '../../entities/alarms/alarm-setting-table.ts';
import { companies } from '../../entities/people/company-table.ts';
import { sites } from '../../entities/places/site-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { robotAlarms } from '../test-kit/test-alarms.ts';
import { aCompany } from '../test-kit/test-gateway.ts';

let database: TestDatabase;
let provider: string;
let customer: string;
const at = '2029-01-01T00:00:00.000Z';

beforeAll(async () => {
  database = await makeDatabase();
  provider = await aCompany(database.db);
  customer = newId();
  await inScope(database.db, '*', (tx) =>
    tx.insert(companies).values({
      id: customer,
      name: 'Customer',
      code: 'CUS',
      type: 1,
      parentId: provider,
      path: `${provider}/${customer}/`,
      createdAt: at,
      updatedAt: at,
      updatedBy: '',
    }),
  );
  await configure(
    { companyId: provider, code: '10101', level: 5 },
    { companyId: provider, code: '10102', level: 4 },
    { companyId: customer, code: '10102', level: 1 },
    { companyId: customer, code: '10102', level: 2, model: 'J20' },
    { companyId: customer, code: '90000', errorType: 'LIDAR_DIRTY', level: 1 },
    { companyId: customer, code: '20301', push: 'OFF' },
    { companyId: customer, code: '20302', push: 'OFF', pushOffUntil: '2030-01-01T01:00:00.000Z' },
    { companyId: customer, code: '40101', push: 'OFF' },
    { companyId: provider, code: '20201', tellAfterS: 30 },
  );
});
afterAll(() => database.close());

type NewSetting = Partial<typeof alarmSettings.$inferInsert> & { companyId: string; code: string };
const configure = (...rows: NewSetting[]) =>
  inScope(database.db, '*', (tx) =>
    tx.insert(alarmSettings).values(rows.map((row) => ({ updatedAt: at, updatedBy: 'test', ...row }))),
  );
const aRobot = (overrides = {}) => robotAlarms(database.db, customer, overrides);

test('the level of an alarm is that of the settings, inherited from above and by model, and the robot keeps its own', async () => {
  const robot = await aRobot();
  const inherited = await robot.row(await robot.raise('10101', 0, { level: 2 }));
  expect(inherited).toMatchObject({ level: 2, levelOverride: 5, effectiveLevel: 5 });
  const own = await robot.row(await robot.raise('10102', 0));
  expect(own).toMatchObject({ level: 3, levelOverride: 1, effectiveLevel: 1 });
  expect([...robot.session.alarms.values()].map(({ level }) => level)).toEqual([2, 3]);
  expect(robot.pushed.map(({ level }) => level)).toEqual([5, 1]);

  const otherModel = await aRobot({ model: 'J20' });
  expect(await otherModel.row(await otherModel.raise('10102', 0))).toMatchObject({ effectiveLevel: 2 });
  const free = await robot.row(await robot.raise('20110', 0, { level: 4 }));
  expect(free).toMatchObject({ levelOverride: null, effectiveLevel: 4 });
});

test('an error of a vehicle of another maker has the level of its type of error', async () => {
  const robot = await aRobot();
  const error = (type: string) => ({ type, level: 'CRITICAL', references: {}, text: '' });
  robot.registry.fromState(robot.session, [error('LIDAR_DIRTY'), error('WHEEL')] as never, [], null);
  await robot.registry.flush();
  const rows = (await robot.rows()).map(({ type, effectiveLevel }) => [type, effectiveLevel]);
  expect(Object.fromEntries(rows)).toEqual({ LIDAR_DIRTY: 1, WHEEL: 4 });
});

test('an alarm carries the site of its robot', async () => {
  const siteId = newId();
  await inScope(database.db, '*', (tx) =>
    tx
      .insert(sites)
      .values({ id: siteId, companyId: customer, name: 'Mall', address: '', timezone: 'UTC', createdAt: at }),
  );
  const robot = await aRobot({ siteId });
  robot.registry.raise(robot.session, '80005');
  await robot.registry.flush();
  await robot.raise('10110', 0);
  expect((await robot.rows()).map((row) => row.siteId)).toEqual([siteId, siteId]);
});

test('people are told at the time of arrival, unless the settings suppress the code', async () => {
  const robot = await aRobot();
  robot.setTime(5);
  const row = await robot.row(await robot.raise('20110', 0));
  expect(new Date(row!.toldAt!).toISOString()).toBe(robot.iso(5));
  expect(await robot.row(await robot.raise('20301', 0))).toMatchObject({ toldAt: null });
  expect(await robot.row(await robot.raise('20302', 0))).toMatchObject({ toldAt: null });
  expect(robot.pushed.map(({ isTold }) => isTold)).toEqual([true, false, false]);
  robot.setTime(3600);
  const other = await aRobot();
  other.setTime(3600);
  // The suppression has ended by itself.
  expect((await other.row(await other.raise('20302', 3600)))?.toldAt).not.toBeNull();
});

test('a follower is not told, unless its cause is not told or less severe', async () => {
  const robot = await aRobot();
  const stop = await robot.raise('10104', 0, { level: 4 });
  const docking = await robot.raise('40210', 10, { level: 4 });
  const route = await robot.raise('40201', 20, { level: 5 });
  expect(await robot.row(docking)).toMatchObject({ causeId: stop, toldAt: null });
  expect(await robot.row(route)).toMatchObject({ causeId: stop, toldAt: expect.any(String) as string });
  expect(robot.pushed.map(({ causeId, isTold }) => [causeId, isTold])).toEqual([
    [null, true],
    [stop, false],
    [stop, true],
  ]);
  const silent = await aRobot();
  const lost = await silent.raise('40101', 0, { level: 5 });
  const blocked = await silent.row(await silent.raise('40202', 1));
  expect(blocked).toMatchObject({ causeId: lost, toldAt: expect.any(String) as string });
});

test('a cause that arrives after its followers adopts them, and an end that arrives late releases them', async () => {
  const robot = await aRobot();
  robot.setTime(130);
  const route = await robot.raise('40201', 100);
  const lost = await robot.raise('40101', 50, { level: 5 });
  expect(await robot.row(route)).toMatchObject({ causeId: lost });
  const lifted = await robot.raise('10105', 0, { level: 4 });
  expect((await robot.rows()).map(({ causeId }) => causeId)).toEqual([null, lifted, lifted]);
  await robot.clear(lifted, 40);
  expect((await robot.rows()).map(({ causeId }) => causeId)).toEqual([null, null, lost]);
});

test('an alarm finds no cause that was over, processed, of another robot, or before the window', async () => {
  const [robot, other] = [await aRobot(), await aRobot()];
  const causeOfLater = async (atS: number) => (await robot.row(await robot.raise('40210', atS)))?.causeId;
  await other.raise('10104', 0);
  const first = await robot.raise('10104', 0);
  await robot.clear(first, 5);
  expect(await causeOfLater(10)).toBeNull();
  const second = await robot.raise('10104', 100);
  await robot.change(second, { processedAt: robot.iso(101), result: 'done' });
  expect(await causeOfLater(110)).toBeNull();
  await robot.raise('10104', 200);
  expect(await causeOfLater(261)).toBeNull();
});

test('a raise by the server follows from an alarm of the robot', async () => {
  const robot = await aRobot();
  const stuck = await robot.raise('10110', 0, { level: 4 });
  robot.setTime(30);
  robot.registry.raise(robot.session, '80003');
  await robot.registry.flush();
  const [, byServer] = await robot.rows();
  expect(byServer).toMatchObject({ source: 'SERVER', code: '80003', causeId: stuck, toldAt: null });
});

test('a shelf covers further alarms of its robot and code, none of which prolongs it, and their followers', async () => {
  const [robot, other] = [await aRobot(), await aRobot()];
  const shelf = { shelvedUntil: robot.iso(3600), shelfReason: 'spare part ordered' };
  const first = await robot.raise('10110', 0, { level: 4 });
  await robot.change(first, shelf);
  await robot.clear(first, 5);
  robot.setTime(600);
  const next = (await robot.row(await robot.raise('10110', 600, { level: 4 })))!;
  expect(next).toMatchObject({ toldAt: null, shelfReason: 'spare part ordered' });
  expect(new Date(next.shelvedUntil!).toISOString()).toBe(robot.iso(3600));
  expect(await robot.row(await robot.raise('40202', 610))).toMatchObject({
    causeId: next.id,
    toldAt: null,
    shelvedUntil: null,
  });
  other.setTime(600);
  expect(await other.row(await other.raise('10110', 600))).toMatchObject({ shelvedUntil: null });
  await robot.clear(next.id, 700);
  robot.setTime(3600);
  const later = await robot.row(await robot.raise('10110', 3600));
  expect(later).toMatchObject({ shelvedUntil: null, toldAt: expect.any(String) as string });
});

test('a shelf of an alarm that was processed, or of another type of error, covers nothing', async () => {
  const robot = await aRobot();
  const first = await robot.raise('10110', 0);
  await robot.change(first, { shelvedUntil: robot.iso(3600), processedAt: robot.iso(1), result: 'done' });
  expect(await robot.row(await robot.raise('10110', 2))).toMatchObject({ shelvedUntil: null });
  const wheel = await robot.raise('90000', 3, { type: 'WHEEL' });
  await robot.change(wheel, { shelvedUntil: robot.iso(3600) });
  expect(await robot.row(await robot.raise('90000', 4, { type: 'LASER' }))).toMatchObject({
    shelvedUntil: null,
  });
  const again = await robot.row(await robot.raise('90000', 5, { type: 'WHEEL' }));
  expect(again?.shelvedUntil).not.toBeNull();
});

test('an alarm that is notified after a delay is stored without a notice, also at the end of a replay', async () => {
  const robot = await aRobot();
  expect(await robot.row(await robot.raise('20201', 0))).toMatchObject({ toldAt: null });
  expect(robot.pushed).toMatchObject([{ raised: true, isTold: false }]);

  const late = await aRobot();
  late.setTime(600);
  const id = await late.raise('20201', 0);
  late.setTime(700);
  await late.tick();
  expect(await late.row(id)).toMatchObject({ toldAt: null });
});
