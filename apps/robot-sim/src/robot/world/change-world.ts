import type { World } from '../../world/world.ts';
import type { Robot } from '../robot.ts';

/** A map was edited, or another one is valid now: everything that is planned from here on follows it. */
export function changeWorld(robot: Robot, world: World, zoneSets = robot.zoneSets): void {
  // Carried to another floor it stands on no dock it knows.
  if (world.mapId !== robot.world.mapId) robot.docked = false;
  robot.world = world;
  robot.zoneSets = zoneSets;
  robot.refreshGround();
}
