import { causeWindowS } from '@sweepline/contract';
import { valueAt, FREE, inside, type Point } from '@sweepline/map-core';
import { resolve } from './body/fault-effects.ts';
import { expect, test } from 'vitest';
import { aRobot, advance } from '../test-kit/test-robot.ts';
import { areaOf, cleaningOrder, office } from '../test-kit/robots.ts';
import { moves } from '../wire/commands/command-context.ts';
import { builtInWorld } from '../world/built-in.ts';
import type { World } from '../world/world.ts';
import { abortOrder, resumeOrder, startOrder } from './drive/order-work.ts';
import { faultsOf } from '../cli/fault-option.ts';
import { remember, type RobotMemory } from './body/memory.ts';
import { resultOf, totalsOf } from './run.ts';
import { specOf } from './spec.ts';

const forbiddenIn = (world: World) => world.elements.polygons.filter(({ type }) => type === 'NO_GO');

test.each(['J20', 'J30', 'J40'] as const)(
  '%s cleans an area to 0.97 and touches no wall and no forbidden zone',
  (model) => {
    const world = builtInWorld('mall', 2);
    const { robot, ended } = aRobot(world, { model });
    startOrder(robot, cleaningOrder(world, ['Main street west'], { cleaningMode: 'MOP' }), 'CLOUD');
    const half = specOf(model).widthM / 2;
    let touched = 0;
    advance(robot, 20_000, () => {
      const { x, y } = robot.drive.pose;
      if (robot.power.docked || robot.run?.phase === 'DOCKING' || robot.run?.phase === 'UNDOCKING') return;
      for (let turn = 0; turn < 16; turn++) {
        const p = { x: x + half * Math.cos(turn), y: y + half * Math.sin(turn) };
        if (
          valueAt(world.grid, p.x, p.y) !== FREE ||
          forbiddenIn(world).some((zone) => inside(p, zone.points))
        )
          touched++;
      }
    });
    expect(touched).toBe(0);
    expect(ended).toHaveLength(1);
    expect(resultOf(ended[0]!)).toBe('SUCCESS');
    expect(totalsOf(ended[0]!).coverage).toBeGreaterThanOrEqual(0.97);
    expect(robot.power.docked).toBe(true);
  },
);

test('a run with a low battery is interrupted by one charge and stays one run', () => {
  const world = office();
  const { robot, phases, modes, ended } = aRobot(world, { socPct: 17 });
  startOrder(robot, cleaningOrder(world, ['Reception'], { minSoc: 15, resumeSoc: 60 }), 'CLOUD');
  let paused = 0;
  advance(robot, 20_000, () => {
    if (robot.orders.entry.actions[0]?.actionStatus === 'PAUSED') {
      paused++;
      expect(robot.mode).not.toBe('AUTO_RUN');
    }
    expect(robot.pause.by).toBeUndefined();
  });
  expect(phases.filter((phase) => phase !== '')).toEqual([
    ...['UNDOCKING', 'HEADING_TO_AREA', 'STARTING_PARTS', 'CLEANING', 'STOPPING_PARTS'],
    ...['HEADING_TO_CHARGE', 'DOCKING', 'REPLENISHING', 'UNDOCKING'],
    ...['HEADING_TO_AREA', 'STARTING_PARTS', 'CLEANING', 'STOPPING_PARTS'],
    ...['HEADING_TO_CHARGE', 'DOCKING', 'REPLENISHING'],
  ]);
  expect(modes).toContain('AUTO_RECHARGE');
  expect(paused).toBeGreaterThan(100);
  expect(ended.map((run) => [run.state, run.charges])).toEqual([['COMPLETE', 1]]);
  expect(totalsOf(ended[0]!).coverage).toBeGreaterThanOrEqual(0.97);
});

test('dirty water is emptied and clean water refilled in one trip', () => {
  const world = office();
  const { robot, ended } = aRobot(world);
  robot.tanks.levels.cleanL = 1;
  startOrder(
    robot,
    cleaningOrder(world, ['Reception'], { cleaningMode: 'SCRUB', strength: 'STRONG' }),
    'CLOUD',
  );
  advance(robot, 20_000);
  expect(ended[0]).toMatchObject({ state: 'COMPLETE', replenishes: 1, charges: 0 });
  expect(ended[0]!.waterL).toBeGreaterThan(1);
});

test('a zone that becomes forbidden during a run is not entered again, and the rest is cleaned', () => {
  const world = office();
  const { robot, ended } = aRobot(world);
  const area = areaOf(world, 'Open office');
  startOrder(robot, cleaningOrder(world, ['Open office'], { pattern: 'BOUSTROPHEDON' }), 'CLOUD');
  while (robot.run?.phase !== 'CLEANING' || robot.run.cleaningSeconds < 60) robot.advance(1);
  const closed: Point[] = [
    { x: 10, y: 14.2 },
    { x: 14, y: 14.2 },
    { x: 14, y: 20 },
    { x: 10, y: 20 },
  ];
  const zones = [{ zoneId: 'closed', zoneType: 'BLOCKED' as const, vertices: closed }];
  robot.applyZones({ mapId: world.mapId, zoneSetId: 'zs-2', zones });
  let left = inside(robot.drive.pose, closed) ? 0 : 1;
  advance(robot, 20_000, () => {
    if (!inside(robot.drive.pose, closed)) left = 1;
    else expect(left).toBe(0);
  });
  expect(ended[0]).toMatchObject({ state: 'COMPLETE' });
  expect(ended[0]!.areas[0]!.plannedM2).toBeLessThan(area.points.length * 1000);
  expect(totalsOf(ended[0]!).coverage).toBeGreaterThanOrEqual(0.97);
});

test('a robot that was switched off during a run continues with the rest of it', () => {
  const world = office();
  const before = aRobot(world);
  const order = cleaningOrder(world, ['Reception']);
  startOrder(before.robot, order, 'CLOUD');
  while (before.robot.run!.cleaningSeconds < 300) before.robot.advance(1);
  const memory = JSON.parse(JSON.stringify(remember(before.robot))) as RobotMemory;
  const cleanedBefore = before.robot.tools.current!.work!.canvas.cleanedM2();

  const after = aRobot(world, { memory });
  resumeOrder(after.robot);
  advance(after.robot, 20_000);
  const [run] = after.ended;
  expect(run).toMatchObject({ runId: order.orderId, state: 'COMPLETE' });
  expect(run!.areas).toHaveLength(1);
  expect(totalsOf(run!).coverage).toBeGreaterThanOrEqual(0.97);
  const whole = aRobot(world);
  startOrder(whole.robot, cleaningOrder(world, ['Reception']), 'CLOUD');
  advance(whole.robot, 20_000);
  expect(run!.distanceM).toBeLessThan(whole.ended[0]!.distanceM * 1.3);
  expect(cleanedBefore).toBeGreaterThan(20);
});

test('three failures at the dock raise 40210, and the run completes once the alarm is resolved', () => {
  const world = office();
  const { robot, ended } = aRobot(world);
  startOrder(robot, cleaningOrder(world, ['Meeting room Oder']), 'CLOUD');
  Object.defineProperty(robot, 'random', { value: () => 0.99, configurable: true });
  while (!robot.alarms.has('40210') && robot.usage.upS < 5000) robot.advance(1);
  expect(robot.reportedMode).toBe('ERROR');
  Object.defineProperty(robot, 'random', { value: () => 0.5, configurable: true });
  resolve(robot, '40210');
  advance(robot, 2000);
  expect(ended[0]).toMatchObject({ state: 'COMPLETE' });
  expect(ended[0]!.alarms).toHaveLength(1);
});

test('a fault stops the robot in place, and the run completes after the fault ends', () => {
  const world = office();
  const { robot, ended } = aRobot(world, { plannedFaults: [{ code: '20110', atS: 120 }] });
  startOrder(robot, cleaningOrder(world, ['Reception']), 'CLOUD');
  while (!robot.alarms.has('20110')) robot.advance(1);
  robot.advance(5);
  const at = { ...robot.drive.pose };
  robot.advance(20);
  expect(robot.drive.pose).toEqual(at);
  expect(robot.reportedMode).toBe('ERROR');
  advance(robot, 20_000);
  expect(ended[0]).toMatchObject({ state: 'COMPLETE' });
  expect(robot.alarms.active).toEqual([]);
});

/** The alarms of an idle robot with these faults: event, code and time in seconds. */
function alarmsOf(faults: string, forS: number) {
  const world = office();
  const { robot } = aRobot(world, { plannedFaults: faultsOf(faults) });
  const alarms: [string, string, number][] = [];
  const { alarm } = robot.events;
  robot.events.alarm = (event, it) => {
    alarms.push([event, it.code, Math.round(robot.usage.upS)]);
    alarm.call(robot.events, event, it);
  };
  for (let s = 0; s < forS; s++) robot.advance(1);
  return alarms;
}

test('a chattering fault is raised as often as planned, each time after the one before was cleared', () => {
  const alarms = alarmsOf('10102@60s*12/5s', 150);
  expect(alarms).toHaveLength(24);
  for (const [n, [event, code, atS]] of alarms.entries()) {
    expect([event, code]).toEqual([n % 2 === 0 ? 'RAISED' : 'CLEARED', '10102']);
    expect(Math.abs(atS - (60 + 2.5 * n))).toBeLessThanOrEqual(2);
  }
});

test('a lost localisation brings its followers about within a minute, and all are cleared in order', () => {
  const alarms = alarmsOf('localization@60s', 200);
  const codes = ['40101', '40201', '40210'];
  expect(alarms.map(([event, code]) => `${event} ${code}`)).toEqual(
    ['RAISED', 'CLEARED'].flatMap((event) => codes.map((code) => `${event} ${code}`)),
  );
  expect(alarms[2]![2] - alarms[0]![2]).toBeLessThan(causeWindowS);
});

test('an unreachable area fails the run with NO_ROUTE', () => {
  const world = office();
  const { robot, ended } = aRobot(world);
  const order = cleaningOrder(world, ['Reception']);
  const parameters = order.nodes[1]!.actions[0]!.actionParameters;
  parameters.find(({ key }) => key === 'polygon')!.value = [
    [37, 5],
    [43, 5],
    [43, 9],
    [37, 9],
  ];
  startOrder(robot, order, 'CLOUD');
  advance(robot, 2000);
  expect(ended[0]).toMatchObject({ state: 'FAILED', code: 'NO_ROUTE' });
  expect(robot.orders.active).toBe(false);
});

test('an aborted run reports the area cleaned so far', () => {
  const world = office();
  const { robot, ended } = aRobot(world);
  startOrder(robot, cleaningOrder(world, ['Reception']), 'CLOUD');
  while (robot.run!.cleaningSeconds < 100) robot.advance(1);
  abortOrder(robot, 'HMI_STOP');
  expect(ended[0]).toMatchObject({ state: 'INTERRUPTED', code: 'HMI_STOP' });
  expect(resultOf(ended[0]!)).toBe('PARTIAL');
  expect(ended[0]!.areas[0]!.cleanedM2).toBeGreaterThan(5);
  robot.advance(10);
  expect(robot.mode).toBe('STANDBY');
  // A robot with a speed refuses relocation, restart and restored settings.
  expect([robot.drive.v, moves(robot)]).toEqual([0, false]);
});

test('an empty battery stops the robot, and its run ends with OPERATOR_MOVED at the charger', () => {
  const world = office();
  const { robot, ended } = aRobot(world, { socPct: 30 });
  startOrder(robot, cleaningOrder(world, ['Reception'], { minSoc: 15 }), 'CLOUD');
  while (robot.run?.phase !== 'CLEANING') robot.advance(1);
  robot.power.advance(3600 * 100, robot.spec.batteryWh * 0.0028);
  expect(robot.power.socPct).toBeLessThan(3);
  robot.power.advance(3600, robot.spec.batteryWh);
  while (!robot.alarms.has('30102')) robot.advance(1);
  // Its code lets a robot drive; this one is too empty for it.
  expect([robot.faults.stops, robot.reportedMode]).toEqual([true, 'ERROR']);
  while (robot.orders.active && robot.usage.upS < 5000) robot.advance(1);
  expect(ended[0]).toMatchObject({
    state: expect.stringMatching(/INTERRUPTED|FAILED/),
    code: 'OPERATOR_MOVED',
  });
  expect([robot.power.docked, robot.power.charging]).toEqual([true, true]);
});

test('a run with strategy RESUME cleans and counts only what the last run left', () => {
  const world = office();
  const { robot, ended } = aRobot(world);
  startOrder(robot, cleaningOrder(world, ['Reception']), 'CLOUD');
  while (robot.run!.cleaningSeconds < 300) robot.advance(1);
  abortOrder(robot, 'USER_CANCELED');
  const again = cleaningOrder(world, ['Reception'], { strategy: 'RESUME' });
  again.nodes[0]!.nodePosition = {
    ...again.nodes[0]!.nodePosition!,
    x: robot.drive.pose.x,
    y: robot.drive.pose.y,
  };
  startOrder(robot, again, 'CLOUD');
  advance(robot, 20_000);
  const [first, second] = ended.map((run) => totalsOf(run));
  expect(first!.cleanedM2).toBeGreaterThan(20);
  expect(second!.plannedM2).toBeCloseTo(first!.plannedM2 - first!.cleanedM2, 0);
  expect(second!.coverage).toBeGreaterThanOrEqual(0.97);
  expect(robot.unfinished).toBeUndefined();
});
