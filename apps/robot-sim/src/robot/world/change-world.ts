import type { World } from '../../world/world.ts';
import type { Robot } from '../robot.ts';

/** Switches the robot to an edited or another map; later plans use it. */
export function changeWorld(robot: Robot, world: World): void {
  // A robot moved to another floor stands on no known dock.
  if (world.mapId !== robot.world.mapId) robot.power.carryAway();
  robot.world = world;
  robot.refreshGround();
}
