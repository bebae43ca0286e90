import { parametersOf, type ActionV3 } from '@sweepline/contract/robot';
import { GaveUp, wait, type Behaviour } from '../activity.ts';
import { goTo, standableNear } from './driving.ts';
import type { Robot } from '../robot.ts';
import { leave, needsOf, serve } from '../body/servicing.ts';

const rules = { minSoc: 15, resumeSoc: 80, resumeAfterCharge: true, replenish: false };

/** What a tour asks for; what is not said, or cannot be, is as usual. */
function termsOf(action: ActionV3) {
  const { loops, until, audioSlots, intervalS, speed } = parametersOf(action.actionParameters);
  const number = (value: unknown, usual: number) =>
    typeof value === 'number' && Number.isFinite(value) ? value : usual;
  return {
    loops: number(loops, 1),
    untilMs: typeof until === 'string' ? Date.parse(until) : Number.POSITIVE_INFINITY,
    plays: Array.isArray(audioSlots) && audioSlots.length > 0,
    intervalS: Math.max(5, number(intervalS, 30)),
    speed: Math.min(0.8, Math.max(0.1, number(speed, 0.5))),
  };
}
type Terms = ReturnType<typeof termsOf>;

/** Announcements since the last look, by the time that passed. */
function account(robot: Robot, terms: Terms, sinceS: number): number {
  const { run } = robot;
  if (!run?.tour || !terms.plays) return sinceS;
  const played = Math.floor((run.seconds - sinceS) / terms.intervalS);
  run.tour.plays += played;
  return sinceS + played * terms.intervalS;
}

/** Breaks off to charge like a robot that cleans, and comes back. */
function* lookAfterItself(robot: Robot): Behaviour {
  const needs = needsOf(robot, rules, 'NONE');
  if (needs.length === 0) return;
  if (!(yield* serve(robot, needs, rules))) throw new GaveUp('NO_ROUTE', 'no way to the charger');
  yield* leave(robot);
  robot.setPhase('');
  robot.setMode('PROMOTION');
}

/**
 * Drives the round of its stops (2.21). The nodes of the order are the last round, so that one fewer is driven here; a tour
 * that ends by the clock drives on until then.
 */
export function* promote(robot: Robot, action: ActionV3): Behaviour {
  const terms = termsOf(action);
  const nodes = robot.book.entry.order?.nodes ?? [];
  const from = nodes.findIndex((node) => node.actions.some(({ actionId }) => actionId === action.actionId));
  const stops = nodes.slice(from).flatMap(({ nodePosition }) => nodePosition ?? []);
  robot.book.set(action.actionId, 'RUNNING');
  if (robot.run) robot.run.tour ??= { loops: 0, plays: 0 };
  let toldS = robot.run?.seconds ?? 0;
  const goesOn = (round: number) =>
    terms.loops > 0 ? round < terms.loops - 1 : Date.parse(robot.timestamp()) < terms.untilMs;
  for (let round = robot.run?.tour?.loops ?? 0; goesOn(round); round++) {
    for (const stop of [...stops.slice(1), ...stops.slice(0, 1)]) {
      yield* lookAfterItself(robot);
      const near = standableNear(robot, stop, stop.allowedDeviationXY?.a ?? 0.5);
      if (!(yield* goTo(robot, near, terms.speed))) throw new GaveUp('NO_ROUTE', 'no way to a stop');
      yield* wait(1);
      toldS = account(robot, terms, toldS);
    }
    if (robot.run?.tour) robot.run.tour.loops++;
  }
  // What is left of the order is the last round.
  if (robot.run?.tour) robot.run.tour.loops++;
  const { loops = 0 } = robot.run?.tour ?? {};
  robot.book.set(action.actionId, 'FINISHED', JSON.stringify({ loops }));
}
