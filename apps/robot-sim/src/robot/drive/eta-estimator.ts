import { pathLength, type Path } from '../../motion/route.ts';
import { travelS } from '../../motion/travel-time.ts';
import { dockingS } from './driving.ts';
import type { Work } from '../world/ground.ts';
import type { Robot } from '../robot.ts';
import { totalsOf, type RunRecord } from '../run.ts';
import { strengthFactor } from '../spec.ts';

/** Average length of a route relative to the straight line. */
const detourFactor = 1.5;
/** Seconds to turn at the ends of the route to the next stroke. */
const turningS = 2;
/** Measured and estimated times have equal weight after this many seconds. */
const priorWeightS = 120;
/** Percent per hour up to 80 %; above it charging is slower. */
const chargePctPerH = 50;
/** Seconds to lower and start the parts, and to stop and lift them. */
export const partsS = 3;

interface Place {
  x: number;
  y: number;
}
const awayM = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y);

/** The figures of the whole run: finished areas, the current one, and those ahead. */
export function wholeOf(robot: Robot, run: RunRecord) {
  const totals = totalsOf(run);
  const canvas = robot.tools.current?.work?.canvas;
  const plannedM2 = totals.plannedM2 + run.ahead.reduce((sum, { record }) => sum + record.plannedM2, 0);
  const cleanedM2 = totals.cleanedM2 + (canvas ? canvas.cleanedM2() : 0);
  return { plannedM2, cleanedM2, coverage: plannedM2 > 0 ? Math.min(1, cleanedM2 / plannedM2) : 0 };
}

/** Estimated seconds for each stroke of a work with the route to it, cached per work. */
const cache = new WeakMap<Work, Float64Array>();
function strokeSeconds(work: Work, cruiseMps: number): Float64Array {
  const cached = cache.get(work);
  if (cached) return cached;
  const seconds = Float64Array.from(work.strokes, (stroke, n) => {
    const before = work.strokes[n - 1];
    const gapM = before ? awayM(endOf(before), { x: stroke[0]!, y: stroke[1]! }) : 0;
    return travelS(stroke, cruiseMps) + (gapM > 0 ? (gapM * detourFactor) / cruiseMps + turningS : 0);
  });
  cache.set(work, seconds);
  return seconds;
}
const endOf = (path: Path): Place => ({ x: path.at(-2)!, y: path.at(-1)! });
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

/** Estimated seconds of all strokes of a work. */
export const workSeconds = (work: Work, cruiseMps: number) => sum(strokeSeconds(work, cruiseMps));

/** The remaining share of the current stroke. */
function shareLeft({ activity, drive }: Robot, stroke: Path | undefined) {
  const { doing, done } = activity;
  if (done?.do === 'drive' && done.stroke) return 0;
  const lengthM = stroke ? pathLength(stroke) : 0;
  if (lengthM === 0 || doing?.do !== 'drive' || !doing.stroke) return 1;
  return Math.min(1, drive.restM() / lengthM);
}

/** Estimated seconds of the current area: of the strokes driven so far, and of the rest. */
function currentArea(robot: Robot) {
  const { tools, progress, cruiseMps } = robot;
  const { current: tool } = tools;
  const work = tool?.work;
  if (!work || !progress) return { doneS: 0, leftS: 0 };
  const seconds = strokeSeconds(work, cruiseMps);
  const whole = seconds[progress.stroke] ?? 0;
  const rest = whole * shareLeft(robot, work.strokes[progress.stroke]);
  const remainingRepetitions = Math.max(0, tool.repetitions - 1 - progress.repetition);
  return {
    doneS: whole - rest,
    leftS: rest + sum(seconds.subarray(progress.stroke + 1)) + remainingRepetitions * sum(seconds),
  };
}

/** Records a finished stroke. */
export function strokeDone({ run, tools, progress, cruiseMps }: Robot) {
  const { current: tool } = tools;
  if (run && tool?.work && progress)
    run.reckonedS += strokeSeconds(tool.work, cruiseMps)[progress.stroke] ?? 0;
}

/** Remaining metres with the tool lifted: between areas, and home. */
function transferM({ drive, orders, power }: Robot, { ahead }: RunRecord) {
  const { docked } = power;
  let metres = 0;
  let at: Place = drive.pose;
  for (const { inside } of ahead) {
    metres += awayM(at, inside);
    at = inside;
  }
  const last = orders.entry.order?.nodes.at(-1);
  const docks = last?.actions.some(({ actionType }) => actionType === 'dock') ?? false;
  if (docks && last?.nodePosition && !docked) metres += awayM(at, last.nodePosition);
  return { metres: metres * detourFactor, docks: docks && !docked };
}

/** Watts while cleaning: measured in this run, or from the specification at its start. */
function wattsOf({ spec, tools }: Robot, { energyWh, cleaningSeconds }: RunRecord) {
  if (cleaningSeconds > priorWeightS) return (energyWh / cleaningSeconds) * 3600;
  const factor = tools.current ? strengthFactor(spec, tools.current.strength) : 1;
  return spec.watts.idle + spec.watts.drive + spec.watts.parts * factor;
}

/** Seconds at the charger until the work is done: the current charge, and the further charges that the battery needs. */
function chargingS(robot: Robot, run: RunRecord, workS: number) {
  const { power, spec, tools, dock, cruiseMps, drive } = robot;
  const { current: tool } = tools;
  const soc = tool?.soc ?? run.ahead[0]?.soc;
  if (!soc || !dock) return 0;
  const charging = tool !== undefined && power.charging;
  const from = charging ? Math.max(power.socPct, soc.resume) : power.socPct;
  const neededPct = ((workS * wattsOf(robot, run)) / 3600 / spec.batteryWh) * 100;
  const stops = Math.ceil(Math.max(0, neededPct - (from - soc.min)) / Math.max(5, soc.resume - soc.min));
  const awayS = (2 * detourFactor * awayM(drive.pose, dock)) / cruiseMps + 2 * dockingS + 2 * partsS;
  const fillS = (pct: number) => (Math.max(0, pct) / chargePctPerH) * 3600;
  return fillS(charging ? soc.resume - power.socPct : 0) + stops * (fillS(soc.resume - soc.min) + awayS);
}

/** Estimated seconds until the run ends: the time of its strokes, corrected by the measured time so far. */
export function etaOf(robot: Robot, run: RunRecord): number | undefined {
  if (!run.cleans) return undefined;
  const { cruiseMps, tools } = robot;
  const { doneS, leftS } = currentArea(robot);
  const slowness = (run.cleaningSeconds + priorWeightS) / (run.reckonedS + doneS + priorWeightS);
  const workS = (leftS + sum(run.ahead.map(({ seconds }) => seconds))) * slowness;
  const { metres, docks } = transferM(robot, run);
  const partTimesS = 2 * partsS * run.ahead.length + (tools.current ? partsS : 0);
  return workS + metres / cruiseMps + partTimesS + (docks ? dockingS : 0) + chargingS(robot, run, workS);
}
