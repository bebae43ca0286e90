import type { ActiveAlarm } from '../../robot/body/alarms.ts';
import type { Robot } from '../../robot/robot.ts';
import { etaOf, wholeOf } from '../../robot/drive/eta-estimator.ts';
import { resultOf, totalsOf, type RunRecord } from '../../robot/run.ts';
import { strengthLevel, usesWater } from '../../robot/spec.ts';
import type { Vitals } from '../../robot/body/vitals.ts';
import { remainingPct } from '../../robot/body/wear.ts';
import { cents, millis, tenths } from './vda3-messages.ts';

const defined = <T extends Record<string, unknown>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The figures of the current area so far. */
function progressOf(robot: Robot, run: RunRecord) {
  const area = run.areas.at(-1);
  const canvas = robot.tools.current?.work?.canvas;
  const cleanedM2 = canvas ? canvas.cleanedM2() : (area?.cleanedM2 ?? 0);
  const plannedM2 = area?.plannedM2 ?? 0;
  return {
    plannedM2: tenths(plannedM2),
    cleanedM2: tenths(cleanedM2),
    coverage: plannedM2 > 0 ? millis(Math.min(1, cleanedM2 / plannedM2)) : 0,
  };
}

/** Levels 0–3 of the cleaning parts, and the squeegee position of models with one. */
function partsOf({ spec, tools }: Robot) {
  const { current: tool, down, manual } = tools;
  const level = tool && down ? strengthLevel(spec, tool.strength) : 0;
  const wet = tool !== undefined && usesWater(tool.cleaningMode);
  const has = (part: string) => spec.cleaner?.consumables.some((id) => id.startsWith(part)) ?? false;
  return defined({
    mainBrush: level,
    sideBrush: has('sideBrush') ? level : undefined,
    suction: level,
    water: wet ? level : 0,
    squeegee: has('squeegee') ? (level > 0 && wet ? 'DOWN' : 'UP') : undefined,
    ...(tool ? {} : manual),
  });
}

export function telemetryOf(robot: Robot, vitals: Vitals, unacked: number) {
  const { run, tanks } = robot;
  const tool = robot.tools.current;
  return defined({
    mode: robot.reportedMode,
    modePaused: robot.pause.by !== undefined,
    relocating: robot.relocating,
    runId: run?.runId ?? '',
    phase: run?.phase ?? '',
    cleaningMode: tool?.cleaningMode ?? 'NONE',
    strength: tool?.strength ?? '',
    cleanWaterPct: rounded(tanks.cleanPct),
    dirtyWaterPct: rounded(tanks.dirtyPct),
    detergentPct: rounded(tanks.detergentPct),
    dustBagPct: rounded(tanks.dustPct),
    parts: partsOf(robot),
    ...vitals,
    ...(run?.cleans ? progressOf(robot, run) : {}),
    odometerM: tenths(robot.usage.odometerM),
    runtimeH: cents(robot.usage.runtimeS / 3600),
    clockSynced: true,
    unacked,
  });
}

const rounded = (value: number | undefined) => (value === undefined ? undefined : tenths(value));

const isOpen = ({ state }: RunRecord) => state === 'IN_PROGRESS' || state === 'PAUSED';
const wholeSeconds = (seconds: number | undefined) =>
  seconds === undefined ? undefined : Math.round(seconds);

/** The figures of the whole run, including areas ahead. */
function wholeFigures(robot: Robot, run: RunRecord) {
  const { plannedM2, cleanedM2, coverage } = wholeOf(robot, run);
  return { plannedM2: tenths(plannedM2), cleanedM2: tenths(cleanedM2), coverage: millis(coverage) };
}

export function taskOf(robot: Robot, run: RunRecord) {
  const area = run.areas.at(-1);
  return defined({
    runId: run.runId,
    taskId: run.taskId,
    origin: run.origin,
    state: run.state,
    phase: run.phase,
    areaIndex: run.areaIndex,
    areaCount: run.areaCount,
    areaId: area?.areaId,
    mapId: run.mapId,
    ...(run.cleans ? wholeFigures(robot, run) : {}),
    elapsedS: Math.round(run.seconds),
    etaS: isOpen(run) ? wholeSeconds(etaOf(robot, run)) : 0,
    code: run.code,
    by: run.by,
  });
}

export interface ReportFiles {
  trajectory?: string;
  coverage?: { mapId: string; fileId: string }[];
}

/** The body of `xReport` without files; created when the run ends, sent when the files are uploaded. */
export function reportOf(robot: Robot, run: RunRecord, endTime: string) {
  const totals = totalsOf(run);
  return {
    runId: run.runId,
    startTime: run.startedAt,
    endTime,
    result: resultOf(run),
    code: run.code,
    areas: run.areas.map((area) => ({
      ...area,
      plannedM2: cents(area.plannedM2),
      cleanedM2: cents(area.cleanedM2),
      coverage: area.plannedM2 > 0 ? millis(Math.min(1, area.cleanedM2 / area.plannedM2)) : 0,
      seconds: Math.round(area.seconds),
    })),
    totals: {
      plannedM2: cents(totals.plannedM2),
      cleanedM2: cents(totals.cleanedM2),
      uncleanedM2: cents(totals.uncleanedM2),
      coverage: millis(totals.coverage),
      seconds: Math.round(run.seconds),
      cleaningSeconds: Math.round(run.cleaningSeconds),
      distanceM: tenths(run.distanceM),
      waterL: cents(run.waterL),
      dirtyWaterL: cents(run.dirtyWaterL),
      energyWh: tenths(run.energyWh),
      socStart: tenths(run.socStart),
      socEnd: tenths(robot.power.socPct),
      charges: run.charges,
      replenishes: run.replenishes,
      mopWashes: run.mopWashes,
    },
    phases: run.phases.map(({ phase, seconds }) => ({ phase, seconds: tenths(seconds) })),
    pauses: run.pauses.map((pause) => ({ ...pause, seconds: tenths(pause.seconds) })),
    alarms: run.alarms,
    ...(run.tour && { loops: run.tour.loops, plays: run.tour.plays }),
    missed: run.missed.map((spot) => ({ ...spot, x: cents(spot.x), y: cents(spot.y) })),
    consumables: run.consumables.map(({ id, startPct }) => {
      const item = robot.wear.items.find((part) => part.id === id);
      return { id, startPct, endPct: item ? remainingPct(item) : startPct };
    }),
  };
}

export const alarmOf = (
  event: 'RAISED' | 'CLEARED',
  { alarmId, code, level, type, refs, text }: ActiveAlarm,
) => ({
  alarmId,
  event,
  code,
  level,
  type,
  refs,
  text,
});
