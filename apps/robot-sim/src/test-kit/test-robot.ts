import { giveUp } from '../robot/drive/order-work.ts';
import { Robot } from '../robot/robot.ts';
import type { RunRecord } from '../robot/run.ts';
import type { RobotSetup } from '../robot/setup.ts';
import { specOf, type SimModel } from '../robot/spec.ts';
import type { World } from '../world/world.ts';
import { dockOf } from './robots.ts';

export interface TestRobot {
  robot: Robot;
  phases: string[];
  modes: string[];
  ended: RunRecord[];
}

/** A robot without a network, in its dock and ready. */
export function aRobot(world: World, over: Partial<RobotSetup> & { model?: SimModel } = {}): TestRobot {
  const observed: Omit<TestRobot, 'robot'> = { phases: [], modes: [], ended: [] };
  const append = (list: string[], value: string) => {
    if (list.at(-1) !== value) list.push(value);
  };
  const { model = 'J30', ...rest } = over;
  const dock = dockOf(world);
  const robot: Robot = new Robot(
    {
      sn: 'J30C0001',
      spec: specOf(model),
      world,
      seed: 3,
      light: false,
      now: () => 0,
      start: dock,
      dock,
      socPct: 90,
      ...rest,
    },
    {
      changed: () => undefined,
      mode: () => append(observed.modes, robot.mode),
      run: ({ phase }) => append(observed.phases, phase),
      ended: (run) => void observed.ended.push(run),
      alarm: () => undefined,
    },
  );
  robot.giveUp = (code) => giveUp(robot, code);
  robot.advance(5);
  return { robot, ...observed };
}

/** Advances time in seconds while the robot has an active order. */
export function advance(robot: Robot, seconds: number, each?: () => void) {
  for (let left = seconds; left > 0 && robot.orders.active; left -= 1) {
    robot.advance(1);
    each?.();
  }
}
