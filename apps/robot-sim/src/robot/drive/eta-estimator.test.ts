import { expect, test } from 'vitest';
import { aRobot, advance } from '../../test-kit/test-robot.ts';
import { cleaningOrder, office } from '../../test-kit/robots.ts';
import { builtInWorld } from '../../world/built-in.ts';
import type { World } from '../../world/world.ts';
import { resumeOrder, startOrder } from './order-work.ts';
import { remember, type RobotMemory } from '../body/memory.ts';
import { etaOf, wholeOf } from './eta-estimator.ts';
import type { Robot } from '../robot.ts';
import { totalsOf } from '../run.ts';

interface Moment {
  s: number;
  etaS: number;
  plannedM2: number;
  cleanedM2: number;
}

/** The estimates of a whole run for each second, and its actual figures. */
function recordRun(world: World, areas: readonly string[], more: Record<string, unknown> = {}, socPct = 95) {
  const { robot, ended } = aRobot(world, { socPct });
  startOrder(robot, cleaningOrder(world, areas, more), 'CLOUD');
  const samples: Moment[] = [];
  const record = () => {
    if (robot.run)
      samples.push({ s: robot.run.seconds, etaS: etaOf(robot, robot.run)!, ...wholeOf(robot, robot.run) });
  };
  record();
  advance(robot, 40_000, record);
  const totals = totalsOf(ended[0]!);
  return { samples, totals, tookS: ended[0]!.seconds };
}

test.each([
  ['two areas, a small room before a large one', 'office', ['Meeting room Oder', 'Reception'], {}, 95],
  ['an area cleaned twice', 'office', ['Reception'], { repetitions: 2 }, 95],
  ['a large area with much in it', 'mall', ['Main street west'], {}, 95],
  ['two areas with a charge between', 'office', ['Reception', 'Corridor'], { resumeSoc: 60 }, 22],
] as const)(
  '%s: the planned area is complete from the start, and the remaining time is right within 45 s plus a fifth',
  (_, floor, areas, more, soc) => {
    const world = floor === 'office' ? office() : builtInWorld(floor, 2);
    const { samples, totals, tookS } = recordRun(world, areas, more, soc);
    expect(samples.length).toBeGreaterThan(1000);
    let before = 0;
    for (const { s, etaS, plannedM2, cleanedM2 } of samples) {
      expect(plannedM2).toBeCloseTo(totals.plannedM2, 3);
      expect(cleanedM2).toBeGreaterThanOrEqual(before - 1e-9);
      before = cleanedM2;
      const actualS = tookS - s;
      expect(Math.abs(etaS - actualS), `${Math.round(s)} s: ${etaS} for ${actualS}`).toBeLessThan(
        45 + actualS / 5,
      );
    }
    expect(before).toBeCloseTo(totals.cleanedM2, 6);
  },
);

test('a robot that is switched off and on in the first of two areas still plans both', () => {
  const world = office();
  const { robot } = aRobot(world);
  startOrder(robot, cleaningOrder(world, ['Meeting room Oder', 'Reception']), 'CLOUD');
  const planned = (current: Robot) => wholeOf(current, current.run!).plannedM2;
  const whole = planned(robot);
  advance(robot, 200);
  const memory = JSON.parse(JSON.stringify(remember(robot))) as RobotMemory;
  const again = aRobot(world, { memory });
  resumeOrder(again.robot);
  for (let n = 0; n < 60; n++) {
    expect(planned(again.robot)).toBeCloseTo(whole, 3);
    again.robot.advance(5);
  }
});

test('a zone that becomes forbidden during a run reduces the planned area of the areas ahead', () => {
  const world = office();
  const { robot } = aRobot(world);
  startOrder(robot, cleaningOrder(world, ['Meeting room Oder', 'Reception']), 'CLOUD');
  advance(robot, 100);
  const before = wholeOf(robot, robot.run!).plannedM2;
  const [a, , c] = world.elements.polygons.find(({ name }) => name === 'Reception')!.points;
  const middle = { x: (a!.x + c!.x) / 2, y: (a!.y + c!.y) / 2 };
  const corner = (dx: number, dy: number) => ({ x: middle.x + dx, y: middle.y + dy });
  robot.applyZones({
    zoneSetId: 'closed',
    mapId: world.mapId,
    zones: [
      ...world.elements.polygons
        .filter(({ type }) => type === 'NO_GO')
        .map(({ id, points }) => ({ zoneId: id, zoneType: 'BLOCKED', vertices: [...points] })),
      {
        zoneId: 'new',
        zoneType: 'BLOCKED',
        vertices: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)],
      },
    ],
  });
  const after = wholeOf(robot, robot.run!).plannedM2;
  expect(before - after).toBeGreaterThan(3.9);
  expect(before - after).toBeLessThan(8);
});
