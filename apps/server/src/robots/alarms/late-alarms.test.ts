import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { robotAlarms } from '../test-kit/test-alarms.ts';
import { aCompany } from '../test-kit/test-gateway.ts';

const hour = 3600;
let database: TestDatabase;
let company: string;
beforeAll(async () => {
  database = await makeDatabase();
  company = await aCompany(database.db);
});
afterAll(() => database.close());

/** A robot that was away for two hours. */
async function aLateRobot() {
  const robot = await robotAlarms(database.db, company);
  robot.setTime(2 * hour);
  return robot;
}
const isToldOf = async (robot: Awaited<ReturnType<typeof aLateRobot>>, id: string) =>
  (await robot.row(id))?.toldAt !== null;

test('of late alarms those that still stand are told at the end of the replay, with their true age', async () => {
  const robot = await aLateRobot();
  const over = await robot.raise('10110', 60);
  await robot.clear(over, 120);
  const standing = await robot.raise('20110', hour);
  robot.setTime(2 * hour + 9);
  await robot.tick();
  expect(robot.pushed.filter(({ isTold }) => isTold)).toEqual([]);
  robot.setTime(2 * hour + 10);
  for (let n = 0; n < 2; n++) await robot.tick();
  expect(await isToldOf(robot, over)).toBe(false);
  const row = (await robot.row(standing))!;
  expect([row.raisedAt, row.toldAt].map((it) => new Date(it!).toISOString())).toEqual([
    robot.iso(hour),
    robot.iso(2 * hour + 10),
  ]);
  expect(robot.pushed.filter(({ isTold }) => isTold)).toMatchObject([{ alarmId: standing, raised: true }]);
});

test('a replay lasts as long as late alarms come, but not longer than five minutes', async () => {
  const robot = await aLateRobot();
  const first = await robot.raise('20110', hour);
  for (let s = 8; s <= 304; s += 8) {
    robot.setTime(2 * hour + s);
    await robot.raise('50101', hour + s);
    await robot.tick();
    expect(await isToldOf(robot, first)).toBe(s >= 300);
  }
});

test('an alarm whose end arrives first is told to no one', async () => {
  const robot = await robotAlarms(database.db, company);
  const [live, late] = [await robot.raise('10101', 0), await robot.raise('10102', 0)];
  const alarmId = newId();
  await robot.clear(alarmId, 3);
  await robot.raise('10110', 1, { alarmId });
  expect(await robot.row(alarmId)).toMatchObject({ toldAt: null, clearedAt: expect.any(String) as string });
  expect(await isToldOf(robot, live)).toBe(true);
  expect(await isToldOf(robot, late)).toBe(true);
});

test('of a late cause and its followers only the cause is told, or the followers that outlasted it', async () => {
  const robot = await aLateRobot();
  const lost = await robot.raise('40101', 0, { level: 5 });
  const route = await robot.raise('40201', 10);
  const docking = await robot.raise('40210', 20, { level: 4 });
  robot.setTime(2 * hour + 20);
  await robot.tick();
  const isToldOfEach = () => Promise.all([lost, route, docking].map((id) => isToldOf(robot, id)));
  expect(await isToldOfEach()).toEqual([true, false, false]);

  const other = await aLateRobot();
  const cause = await other.raise('40101', 0, { level: 5 });
  const follower = await other.raise('40201', 10);
  await other.clear(cause, 60);
  other.setTime(2 * hour + 20);
  await other.tick();
  expect(await isToldOf(other, cause)).toBe(false);
  expect(await isToldOf(other, follower)).toBe(true);
});

test('a server that takes the robot over tells of the late alarms that the one before left undecided', async () => {
  const robot = await aLateRobot();
  const standing = await robot.raise('20110', hour);
  await robot.restart();
  robot.setTime(2 * hour + 15);
  await robot.tick();
  expect(await isToldOf(robot, standing)).toBe(true);
  await robot.restart();
  robot.pushed.length = 0;
  robot.setTime(2 * hour + 60);
  await robot.tick();
  expect(robot.pushed).toEqual([]);
});

test('a late alarm that was shelved or processed meanwhile is told to no one', async () => {
  const robot = await aLateRobot();
  const shelved = await robot.raise('20110', hour);
  const processed = await robot.raise('20111', hour);
  await robot.change(shelved, { shelvedUntil: robot.iso(5 * hour) });
  await robot.change(processed, { processedAt: robot.iso(2 * hour), result: 'done' });
  robot.setTime(2 * hour + 15);
  await robot.tick();
  expect(await isToldOf(robot, shelved)).toBe(false);
  expect(await isToldOf(robot, processed)).toBe(false);
});
