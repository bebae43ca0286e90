import { defaultWarnPct } from '@sweepline/contract/robot';
import { batteryEmpty, faultBegan, faultEnded, relapse, resolve, warn } from './fault-effects.ts';
import type { Robot } from '../robot.ts';
import { goHome } from './servicing.ts';
import { strengthFactor, strengthLevel, usesWater } from '../spec.ts';
import { cleaningFlag } from '../world/trail.ts';
import { remainingPct } from './wear.ts';

/** Battery percent below which a robot does not move. */
const emptyPct = 2;

/** Records the energy, metres and run seconds of one time step. */
export function recordUsage(robot: Robot, seconds: number, drivenM: number) {
  const { spec, drive, run } = robot;
  const tool = robot.tools.current;
  const factor = tool ? strengthFactor(spec, tool.strength) : 1;
  const parts = robot.tools.down && robot.pause.by === undefined ? spec.watts.parts * factor : 0;
  const driving = spec.watts.drive * (Math.abs(drive.v) / spec.maxSpeedMps);
  // In sleep only the wake-up receiver is powered.
  const idle = robot.mode === 'SLEEP' ? spec.watts.idle / 10 : spec.watts.idle;
  const spent = robot.power.advance(seconds, idle + driving + parts);
  robot.usage.driven(drivenM);
  if (!run) return;
  run.seconds += seconds;
  run.energyWh += spent;
  run.distanceM += drivenM;
  const phase = run.phases.at(-1);
  if (phase && run.phase === phase.phase) phase.seconds += seconds;
  if (run.phase === 'CLEANING') {
    run.cleaningSeconds += seconds;
    const area = run.areas.at(-1);
    if (area) area.seconds += seconds;
  }
  if (drivenM > 0) robot.trail.add(run.seconds * 1000, drive.pose, robot.tools.down ? cleaningFlag : 0);
}

/** Checks that run once per second. */
export function checkUpkeep(robot: Robot, seconds: number) {
  const working = !robot.activity.idle;
  if (working) robot.usage.worked(seconds);
  else robot.usage.idled(seconds);
  useParts(robot, seconds);
  const { begun, ended, repaired } = robot.faults.advance(seconds, working && !robot.power.docked);
  for (const kind of begun) faultBegan(robot, kind);
  for (const kind of ended) faultEnded(robot, kind);
  for (const code of repaired) resolve(robot, code);
  relapse(robot);
  const wander = (robot.random() - 0.5) * 0.02;
  if (!robot.unconfirmedPose)
    robot.localizationScore = Math.min(0.99, Math.max(0.85, robot.localizationScore + wander));
  robot.traffic.limitAt(robot.world.mapId, robot.drive.pose);
  if (robot.timers.countManual(seconds)) robot.events.changed();
  watchBattery(robot);
  watchTanks(robot);
  watchWear(robot);
}

function useParts(robot: Robot, seconds: number) {
  const { run, spec } = robot;
  const tool = robot.tools.current;
  if (!tool || !run || !robot.tools.down || robot.immobile) return;
  robot.wear.use(seconds, strengthFactor(spec, tool.strength));
  const m2 = Math.abs(robot.drive.v) * seconds * spec.cleaningWidthM;
  robot.tools.cleaned(m2);
  const level = Math.round((robot.settings.waterLevel + strengthLevel(spec, tool.strength)) / 2);
  const { waterL, dirtyL } = robot.tanks.use(seconds, tool.cleaningMode, level, m2);
  run.waterL += waterL;
  run.dirtyWaterL += dirtyL;
}

function watchBattery(robot: Robot) {
  const { socPct, charging, full, limitPct } = robot.power;
  const idle = robot.activity.idle && !robot.immobile;
  warn(robot, '30101', socPct < 15 && !charging);
  if (charging && full) {
    robot.power.stopCharging();
    if (idle) robot.rest();
  } else if (charging) {
    return;
  } else if (idle && robot.power.docked) {
    if (socPct < limitPct - 3) robot.rest();
  } else if (idle && robot.dock && socPct <= robot.settings.lowBatteryReturn) {
    robot.activity.start(goHome(robot));
  } else if (socPct < emptyPct && !robot.power.docked) {
    batteryEmpty(robot);
  }
}

/** Warns of worn and used-up parts; a new part clears both alarms (docs/protocol/settings.md#consumables). */
function watchWear({ wear, alarms }: Robot) {
  for (const item of wear.items) {
    const pct = remainingPct(item);
    alarms.setActive('20301', pct > 0 && pct <= (item.warnPct ?? defaultWarnPct), { part: item.id });
    alarms.setActive('20302', pct <= 0, { part: item.id });
  }
}

/** Hysteresis of the low-water alarm: it clears 10 % above its threshold. */
function watchTanks(robot: Robot) {
  const { cleanPct, dustPct } = robot.tanks;
  const { cleanWaterWarnPct } = robot.settings;
  if (cleanPct !== undefined) {
    const tool = robot.tools.current;
    const wet = tool !== undefined && usesWater(tool.cleaningMode);
    const low = robot.alarms.has('20103')
      ? cleanPct < cleanWaterWarnPct + 10
      : wet && cleanPct < cleanWaterWarnPct;
    warn(robot, '20103', low);
  }
  if (dustPct !== undefined) warn(robot, '20201', dustPct >= 99);
}
