import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { robotAlarms, type RobotAlarms } from '../test-kit/test-alarms.ts';
import { aCompany } from '../test-kit/test-gateway.ts';

let database: TestDatabase;
let company: string;
beforeAll(async () => {
  database = await makeDatabase();
  company = await aCompany(database.db);
});
afterAll(() => database.close());
const aRobot = () => robotAlarms(database.db, company);

/** Raises and clears an alarm so many times, from `atS` on, every ten seconds. */
async function chatter(robot: RobotAlarms, times: number, atS = 0) {
  for (let n = 0; n < times; n++) {
    robot.setTime(atS + n * 10);
    await robot.clear(await robot.raise('10102', atS + n * 10), atS + n * 10 + 5);
  }
}

test('the seventh raise within ten minutes is counted in the row of the sixth, and told as the last one', async () => {
  const robot = await aRobot();
  await chatter(robot, 9);
  const rows = await robot.rows();
  expect(rows.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 4]);
  const { raisedAt, lastRaisedAt, clearedAt } = rows[5]!;
  const times = [raisedAt, lastRaisedAt, clearedAt].map((it) => new Date(it!).toISOString());
  expect(times).toEqual([robot.iso(50), robot.iso(80), robot.iso(85)]);
  const raises = robot.pushed.filter(({ raised }) => raised);
  expect(raises.map(({ again }) => again)).toEqual([...Array.from({ length: 7 }, () => false), true, true]);
  expect(raises.at(-1)).toMatchObject({ count: 4, isTold: true, alarmId: rows[5]!.id });
});

test('an alarm chatters on in one row until ten minutes pass without a raise', async () => {
  const robot = await aRobot();
  await chatter(robot, 7);
  await chatter(robot, 1, 650);
  await chatter(robot, 1, 1200);
  expect((await robot.rows()).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 4]);
  await chatter(robot, 1, 1801);
  expect(await robot.rows()).toHaveLength(7);
});

test('a raise after PROCESSED is an alarm of its own, also within the ten minutes', async () => {
  const robot = await aRobot();
  await chatter(robot, 8);
  const processed = (await robot.rows())[5]!;
  await robot.change(processed.id, { processedAt: robot.iso(80), result: 'bumper replaced' });
  await chatter(robot, 1, 90);
  const rows = await robot.rows();
  expect(rows).toHaveLength(7);
  expect(rows[5]).toMatchObject({ count: 3, clearedAt: processed.clearedAt });
  expect(rows[6]).toMatchObject({ count: 1, processedAt: null, toldAt: expect.any(String) as string });
  await chatter(robot, 6, 100);
  expect((await robot.rows()).map(({ count }) => count).slice(5)).toEqual([3, 1, 1, 1, 1, 1, 2]);
});

test('a counted raise of a shelved alarm does not prolong its shelf and is told to no one', async () => {
  const robot = await aRobot();
  await chatter(robot, 6);
  const shelved = (await robot.rows())[5]!;
  await robot.change(shelved.id, { shelvedUntil: robot.iso(100), shelfReason: 'spare part ordered' });
  robot.pushed.length = 0;
  await chatter(robot, 1, 70);
  const row = (await robot.row(shelved.id))!;
  expect(new Date(row.shelvedUntil!).toISOString()).toBe(robot.iso(100));
  expect(robot.pushed).toMatchObject([
    { raised: true, isTold: false },
    { raised: false, isTold: false },
  ]);
  await chatter(robot, 1, 110);
  expect(robot.pushed.at(-1)).toMatchObject({ isTold: true });
});

test('an alarm that stands ten minutes after it chattered is told once more, also by the next server', async () => {
  for (const restarts of [false, true]) {
    const robot = await aRobot();
    await chatter(robot, 7);
    robot.setTime(70);
    await robot.raise('10102', 70);
    if (restarts) await robot.restart();
    robot.pushed.length = 0;
    robot.setTime(669);
    await robot.tick();
    expect(robot.pushed).toEqual([]);
    robot.setTime(670);
    for (let n = 0; n < 2; n++) await robot.tick();
    expect(robot.pushed).toMatchObject([{ raised: true, again: false, isTold: true, count: 3 }]);
  }
});

test('an alarm that is cleared when it stops chattering is told to no one', async () => {
  const robot = await aRobot();
  await chatter(robot, 8);
  robot.pushed.length = 0;
  robot.setTime(1000);
  await robot.tick();
  expect(robot.pushed).toEqual([]);
});

test('a repeated raise of a cleared alarm is not counted in a later one', async () => {
  const robot = await aRobot();
  const first = await robot.raise('10102', 0);
  await robot.clear(first, 5);
  await chatter(robot, 5, 10);
  await robot.raise('10102', 0, { alarmId: first });
  expect((await robot.rows()).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('errors of vehicles of other makers are counted by their type', async () => {
  const robot = await aRobot();
  for (let n = 0; n < 8; n++) await robot.raise('90000', n, { type: n === 3 ? 'LASER' : 'WHEEL' });
  const rows = (await robot.rows()).map(({ type, count }) => `${type} ${count}`);
  expect(rows.filter((it) => it !== 'WHEEL 1')).toEqual(['LASER 1', 'WHEEL 2']);
});
