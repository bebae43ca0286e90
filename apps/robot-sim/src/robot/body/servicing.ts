import { wait, type Behaviour } from '../activity.ts';
import { driveIn, goToDock, undock } from '../drive/driving.ts';
import type { Robot } from '../robot.ts';
import { usesWater } from '../spec.ts';

/** A reason to interrupt work for service. */
export type Need = 'BATTERY' | 'WATER' | 'DUST' | 'MOP';

/** The service rules of the current work. */
export interface ServiceRules {
  minSoc: number;
  resumeSoc: number;
  resumeAfterCharge: boolean;
  replenish: boolean;
}

/** The service needed while cleaning in this mode. Without its own station a robot notices only a low battery. */
export function needsOf(robot: Robot, rules: ServiceRules, cleaningMode: string): Need[] {
  const { tanks, settings, power } = robot;
  const needs: Need[] = [];
  if (power.socPct <= rules.minSoc) needs.push('BATTERY');
  if (!robot.dock) return needs;
  if (!rules.replenish || !settings.autoReplenish) return needs;
  const wet = usesWater(cleaningMode);
  if (wet && ((tanks.cleanPct ?? 100) <= 2 || (tanks.dirtyPct ?? 0) >= 98)) needs.push('WATER');
  if ((tanks.dustPct ?? 0) >= 99) needs.push('DUST');
  const washes = robot.spec.cleaner?.capabilities.includes('mopWashing') ?? false;
  if (washes && wet && robot.tools.sinceMopWashM2 >= settings.mopWashEveryM2) needs.push('MOP');
  return needs;
}

/** Drives into the charger and serves the needs, with the phases of docs/protocol/orders.md#phases. */
export function* serve(robot: Robot, needs: readonly Need[], rules: ServiceRules): Behaviour<boolean> {
  if (!robot.dock) return false;
  robot.setMode(
    needs.includes('BATTERY') ? 'AUTO_RECHARGE' : needs.includes('MOP') ? 'MOP_WASHING' : 'REPLENISH',
  );
  robot.setPhase('HEADING_TO_CHARGE');
  if (!(yield* goToDock(robot, robot.dock))) return false;
  robot.setPhase('DOCKING');
  yield* driveIn(robot, robot.dock);
  robot.setPhase('REPLENISHING');
  if (needs.includes('MOP')) yield* washMop(robot);
  if (worthRefilling(robot) && rules.replenish) yield* refill(robot);
  if (needs.includes('BATTERY')) yield* charge(robot, rules.resumeSoc);
  return true;
}

/** At the station a half-used tank is refilled too, which saves the next trip. */
function worthRefilling({ tanks }: Robot) {
  return (tanks.cleanPct ?? 100) < 60 || (tanks.dirtyPct ?? 0) > 50 || (tanks.dustPct ?? 0) > 60;
}

function* washMop(robot: Robot): Behaviour {
  robot.setMode('MOP_WASHING');
  yield* wait(robot.settings.mopWashMinutes * 60);
  robot.tools.mopWashed();
  if (robot.run) robot.run.mopWashes++;
}

/** Fills clean water, empties dirty water and dust, and charges meanwhile. */
export function* refill(robot: Robot): Behaviour {
  robot.setMode('REPLENISH');
  robot.power.charge();
  for (let full = false; !full; full = robot.tanks.replenish(5)) yield* wait(5);
  robot.power.stopCharging();
  robot.events.changed();
  if (robot.run) robot.run.replenishes++;
}

function* charge(robot: Robot, toPct: number): Behaviour {
  robot.setMode('CHARGING');
  robot.power.charge();
  robot.events.changed();
  if (robot.run) robot.run.charges++;
  const targetPct = Math.min(toPct, robot.power.limitPct);
  yield { do: 'until', holds: () => robot.power.socPct >= targetPct };
  robot.power.stopCharging();
}

/** Drives home without an order, because of a low battery or idleness. */
export function* goHome(robot: Robot): Behaviour {
  if (!robot.dock || robot.power.docked) return;
  robot.setMode('AUTO_RECHARGE');
  if (yield* goToDock(robot, robot.dock)) yield* driveIn(robot, robot.dock);
  robot.rest();
}

/** Backs out of the charger before work. */
export function* leave(robot: Robot): Behaviour {
  robot.setPhase('UNDOCKING');
  yield* undock(robot);
}
