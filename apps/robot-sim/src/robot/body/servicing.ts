import { wait, type Behaviour } from '../activity.ts';
import { driveIn, goToDock, undock } from '../drive/driving.ts';
import type { Robot } from '../robot.ts';
import { usesWater } from '../spec.ts';

/** Why a robot interrupts its work to look after itself. */
export type Need = 'BATTERY' | 'WATER' | 'DUST' | 'MOP';

/** What the work in hand allows. */
export interface ServiceRules {
  minSoc: number;
  resumeSoc: number;
  resumeAfterCharge: boolean;
  replenish: boolean;
}

/** What it needs now, while cleaning in this mode. A robot without a charger of its own has nowhere to go. */
export function needsOf(robot: Robot, rules: ServiceRules, cleaningMode: string): Need[] {
  if (!robot.dock) return [];
  const { tanks, settings, battery } = robot;
  const needs: Need[] = [];
  if (battery.socPct <= rules.minSoc) needs.push('BATTERY');
  if (!rules.replenish || !settings.autoReplenish) return needs;
  const wet = usesWater(cleaningMode);
  if (wet && ((tanks.cleanPct ?? 100) <= 2 || (tanks.dirtyPct ?? 0) >= 98)) needs.push('WATER');
  if ((tanks.dustPct ?? 0) >= 99) needs.push('DUST');
  const washes = robot.spec.cleaner?.capabilities.includes('mopWashing') ?? false;
  if (washes && wet && robot.sinceMopWashM2 >= settings.mopWashEveryM2) needs.push('MOP');
  return needs;
}

/** Drives home, into the charger, and gets what is needed. Phases as in 2.6 from HEADING_TO_CHARGE to REPLENISHING. */
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

/** Once at the station, half a tank is reason enough: it saves the next trip. */
function worthRefilling({ tanks }: Robot) {
  return (tanks.cleanPct ?? 100) < 60 || (tanks.dirtyPct ?? 0) > 50 || (tanks.dustPct ?? 0) > 60;
}

function* washMop(robot: Robot): Behaviour {
  robot.setMode('MOP_WASHING');
  yield* wait(robot.settings.mopWashMinutes * 60);
  robot.sinceMopWashM2 = 0;
  if (robot.run) robot.run.mopWashes++;
}

/** Water in, water out, dust out; the charger works meanwhile. */
export function* refill(robot: Robot): Behaviour {
  robot.setMode('REPLENISH');
  robot.battery.charging = true;
  for (let full = false; !full; full = robot.tanks.replenish(5)) yield* wait(5);
  robot.battery.charging = false;
  robot.news.changed();
  if (robot.run) robot.run.replenishes++;
}

function* charge(robot: Robot, toPct: number): Behaviour {
  robot.setMode('CHARGING');
  robot.battery.charging = true;
  robot.news.changed();
  if (robot.run) robot.run.charges++;
  const enough = Math.min(toPct, robot.battery.limitPct);
  yield { do: 'until', holds: () => robot.battery.socPct >= enough };
  robot.battery.charging = false;
}

/** Home without an order: because the battery is low, or because there is nothing to do. */
export function* goHome(robot: Robot): Behaviour {
  if (!robot.dock || robot.docked) return;
  robot.setMode('AUTO_RECHARGE');
  if (yield* goToDock(robot, robot.dock)) yield* driveIn(robot, robot.dock);
  robot.rest();
}

/** Out of the charger again, and into the mode of the work that waits. */
export function* leave(robot: Robot): Behaviour {
  robot.setPhase('UNDOCKING');
  yield* undock(robot);
}
