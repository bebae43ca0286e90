import { expect, test } from 'vitest';
import { faultsOf, relapsesOf, repairsOf } from '../cli/fault-option.ts';
import { cleaningOrder, office } from '../test-kit/robots.ts';
import { aRobot, advance } from '../test-kit/test-robot.ts';
import { positionOf } from '../wire/messages/vda3-messages.ts';
import { partReplaced, resolve } from './body/fault-effects.ts';
import { remember, type RobotMemory } from './body/memory.ts';
import { Relapses } from './body/relapses.ts';
import { selfCheckOf } from './body/self-check.ts';
import { remainingPct } from './body/wear.ts';
import { abortOrder, resumeOrder, startOrder } from './drive/order-work.ts';
import type { Robot } from './robot.ts';
import type { RobotSetup } from './setup.ts';
import type { SimModel } from './spec.ts';

const aFaulty = (faults: string, over: Partial<RobotSetup> & { model?: SimModel } = {}) =>
  aRobot(office(), { plannedFaults: faultsOf(faults), ...over });
const codesOf = ({ alarms }: Robot) => alarms.active.map(({ code }) => code);
const daysOf = (robot: Robot, days: number) => {
  for (let minutes = 0; minutes < days * 1440; minutes++) robot.advance(60);
};
const aRun = (robot: Robot) => startOrder(robot, cleaningOrder(office(), ['Meeting room Oder']), 'CLOUD');

/** Starts a run and returns whether a fault came within a minute. */
function relapsesInRun(robot: Robot) {
  aRun(robot);
  advance(robot, 60);
  return robot.alarms.has('20110');
}

test('a fault until repaired stands for days, and a new part of the model ends it', () => {
  const { robot } = aFaulty('20110@60s:repair', { model: 'J40' });
  daysOf(robot, 2);
  expect(robot.alarms.active).toMatchObject([{ code: '20110', refs: { part: 'discBrush' } }]);
  expect(robot.reportedMode).not.toBe('ERROR');
  partReplaced(robot, 'filter');
  partReplaced(robot, 'mainBrush');
  expect(codesOf(robot)).toEqual(['20110']);
  partReplaced(robot, 'discBrush');
  robot.advance(600);
  expect(codesOf(robot)).toEqual([]);
});

test('a jammed brush holds a robot that cleans, and lets it drive when its run was stopped', () => {
  const { robot } = aFaulty('20110@60s:repair');
  aRun(robot);
  while (!robot.alarms.has('20110') || robot.tools.current === undefined) robot.advance(1);
  robot.advance(30);
  expect([robot.reportedMode, robot.immobile]).toEqual(['ERROR', true]);
  abortOrder(robot, 'USER_CANCELED');
  robot.advance(5);
  expect([robot.reportedMode, robot.immobile]).toEqual(['STANDBY', false]);
});

test.each([
  ['J20', '20110', 'mainBrush'],
  ['J30', '20110', 'mainBrush'],
  ['J30', '20112', 'squeegee'],
  ['J40', '20112', 'squeegeeRear'],
] as const)('on a %s the reset of the part that alarm %s names ends it', (model, code, part) => {
  const { robot } = aFaulty(`${code}@10s:repair`, { model });
  robot.advance(30);
  expect(robot.alarms.active).toMatchObject([{ code, refs: { part } }]);
  expect(robot.wear.items.map(({ id }) => id)).toContain(part);
  partReplaced(robot, part);
  expect(codesOf(robot)).toEqual([]);
});

test('a person at the robot repairs a fault that belongs to no consumable', () => {
  const { robot } = aFaulty('20111@60s:repair', { plannedRepairs: repairsOf('20111@300s,20110@310s') });
  robot.advance(290);
  for (const { id } of robot.wear.items) partReplaced(robot, id);
  expect(codesOf(robot)).toEqual(['20111']);
  robot.advance(20);
  expect(codesOf(robot)).toEqual([]);
});

test('a fault that ends by time is not ended by a new part', () => {
  const { robot } = aFaulty('20110@10s');
  robot.advance(20);
  partReplaced(robot, 'mainBrush');
  expect(codesOf(robot)).toEqual(['20110']);
});

test('the self-check of a part fails while its fault stands, and only that', () => {
  const { robot } = aFaulty('20111@10s:repair');
  const results = () => (['PUMP', 'BRUSH', 'MOTOR'] as const).map((item) => selfCheckOf(robot, item));
  expect(results()).toEqual(['OK', 'OK', 'OK']);
  robot.advance(20);
  expect(results()).toEqual(['FAIL', 'OK', 'OK']);
  resolve(robot, '20111');
  expect(results()).toEqual(['OK', 'OK', 'OK']);
});

test('a run stops at a fault until repaired and is completed after the repair', () => {
  const { robot, ended } = aFaulty('20110@60s:repair');
  aRun(robot);
  advance(robot, 3_600);
  expect([robot.run?.state, robot.drive.v, robot.reportedMode]).toEqual(['IN_PROGRESS', 0, 'ERROR']);
  partReplaced(robot, 'mainBrush');
  advance(robot, 20_000);
  expect(ended).toMatchObject([{ state: 'COMPLETE' }]);
});

test('a run goes on with a fault that does not stop the robot', () => {
  const { robot, ended } = aFaulty('20112@60s:repair');
  aRun(robot);
  advance(robot, 20_000);
  expect(ended).toMatchObject([{ state: 'COMPLETE' }]);
  expect(codesOf(robot)).toEqual(['20112']);
});

test('a robot that is switched on again has its fault and its relapse still', () => {
  const relapses = relapsesOf('20110=1');
  const restart = (robot: Robot) =>
    aRobot(office(), { relapses, memory: JSON.parse(JSON.stringify(remember(robot))) as RobotMemory }).robot;
  const before = aFaulty('20110@10s:repair', { relapses });
  before.robot.advance(20);
  const standing = restart(before.robot);
  daysOf(standing, 1);
  expect(codesOf(standing)).toEqual(['20110']);
  partReplaced(standing, 'mainBrush');
  const repaired = restart(standing);
  daysOf(repaired, 1);
  expect(codesOf(repaired)).toEqual([]);
  expect(relapsesInRun(repaired)).toBe(true);
});

test('a robot that boots with a fault knows its position, with and without a run', () => {
  for (const withRun of [false, true]) {
    const before = aFaulty('10104@60s:repair').robot;
    if (withRun) aRun(before);
    before.advance(60);
    const memory = JSON.parse(JSON.stringify(remember(before))) as RobotMemory;
    const { robot } = aRobot(office(), { memory });
    resumeOrder(robot);
    robot.advance(5);
    expect(robot.reportedMode).toBe('ERROR');
    expect(positionOf(robot)).toMatchObject({ localized: true, x: expect.closeTo(before.drive.pose.x, 2) });
  }
});

test('what is planned counts on from the time of a restart', () => {
  const { robot } = aFaulty('20110@60s:repair,20111@100s', { plannedRepairs: repairsOf('20110@200s') });
  // The test robot is five seconds old.
  robot.advance(65);
  expect(robot.faults.plan).toEqual({
    plannedFaults: [{ code: '20111', atS: 30 }],
    plannedRepairs: [{ code: '20110', atS: 130 }],
  });
});

test('a relapse comes in the next run and not in the run of the repair, and stands until repaired', () => {
  const { robot, ended } = aFaulty('20110@60s:repair', { relapses: relapsesOf('20110=1') });
  aRun(robot);
  advance(robot, 120);
  partReplaced(robot, 'mainBrush');
  advance(robot, 20_000);
  expect(ended).toMatchObject([{ state: 'COMPLETE' }]);
  aRun(robot);
  advance(robot, 4);
  expect(codesOf(robot)).toEqual([]);
  advance(robot, 14);
  expect(robot.alarms.active).toMatchObject([{ code: '20110', refs: { runId: robot.run?.runId } }]);
  advance(robot, 3_600);
  expect(codesOf(robot)).toEqual(['20110']);
});

/** Repairs a fault again and again, each time with a run after it. Returns in which runs it came back. */
function relapsesOfRepairs(rule: string | undefined, count: number) {
  const { robot } = aFaulty('20110@10s:repair', { relapses: rule === undefined ? [] : relapsesOf(rule) });
  robot.advance(20);
  return Array.from({ length: count }, () => {
    partReplaced(robot, 'mainBrush');
    while (robot.orders.active) robot.advance(10);
    robot.power.charge();
    return relapsesInRun(robot);
  });
}

test.each([
  ['20110=1', [true, true, true]],
  ['20110=1*1', [true, false, false]],
  ['20110=0', [false, false, false]],
  ['20111=1', [false, false, false]],
  [undefined, [false, false, false]],
])('with --relapse %s three repairs fail as %j', (rule, expected) => {
  expect(relapsesOfRepairs(rule, 3)).toEqual(expected);
});

test('about as many repairs fail as the probability says, and the same ones under the same seed', () => {
  const failuresOf = (seed: number) => {
    const relapses = new Relapses({ sn: 'J30C0001', seed, relapses: relapsesOf('20110=0.3') });
    return Array.from({ length: 500 }, (_, run) => {
      relapses.repaired('20110', undefined);
      return relapses.takeDue({ runId: `${run}`, seconds: 60 }).length;
    });
  };
  const failures = failuresOf(1).reduce((sum, one) => sum + one, 0);
  expect(failures).toBeGreaterThan(110);
  expect(failures).toBeLessThan(190);
  expect(failuresOf(1)).toEqual(failuresOf(1));
  expect(failuresOf(1)).not.toEqual(failuresOf(2));
});

test('worn parts begin with their given percent, and a run wears them to their warning', () => {
  const partsOf = ({ wear }: Robot) =>
    Object.fromEntries(wear.items.map((item) => [item.id, remainingPct(item)]));
  const { robot } = aRobot(office(), { wear: { sideBrush: 15.06 } });
  expect(partsOf(robot)).toEqual({ ...partsOf(aRobot(office()).robot), sideBrush: 15.1 });
  aRun(robot);
  const { runtimeS, odometerM } = robot.usage;
  advance(robot, 900);
  expect(robot.alarms.active).toMatchObject([{ code: '20301', refs: { part: 'sideBrush' } }]);
  expect(robot.usage.runtimeS).toBeGreaterThan(runtimeS + 60);
  expect(robot.usage.odometerM).toBeGreaterThan(odometerM + 10);
});
