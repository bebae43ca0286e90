import { parametersOf, type ActionV3 } from '@sweepline/contract/robot';
import { GaveUp, wait, type Behaviour } from '../activity.ts';
import { goTo, standableNear } from './driving.ts';
import type { Robot } from '../robot.ts';
import { leave, needsOf, serve } from '../body/servicing.ts';

const rules = { minSoc: 15, resumeSoc: 80, resumeAfterCharge: true, replenish: false };

/** The parameters of a tour; missing or invalid ones get defaults. */
function tourOf(action: ActionV3) {
  const { loops, until, audioSlots, intervalS, speed, volume } = parametersOf(action.actionParameters);
  const number = (value: unknown, fallback: number) =>
    typeof value === 'number' && Number.isFinite(value) ? value : fallback;
  return {
    loops: number(loops, 1),
    untilMs: typeof until === 'string' ? Date.parse(until) : Number.POSITIVE_INFINITY,
    slots: Array.isArray(audioSlots) ? audioSlots.map(String) : [],
    volume: Math.min(100, Math.max(0, number(volume, 100))),
    intervalS: Math.max(5, number(intervalS, 30)),
    speed: Math.min(0.8, Math.max(0.1, number(speed, 0.5))),
  };
}
type Tour = ReturnType<typeof tourOf>;

/** Plays the announcements that are due since `sinceS`. Returns the run second from which the next one counts. */
function announce(robot: Robot, tour: Tour, sinceS: number): number {
  const { run, sounds } = robot;
  if (!run?.tour || tour.slots.length === 0) return sinceS;
  let countedS = sinceS;
  for (;;) {
    const slot = tour.slots[run.tour.plays % tour.slots.length]!;
    const needs = Math.max(tour.intervalS, sounds.secondsOf(slot));
    if (countedS + needs > run.seconds) return countedS;
    countedS += needs;
    // A sound that quiet hours silence is not counted: the report says what people heard.
    if (!sounds.play(slot, tour.volume)) return run.seconds;
    run.tour.plays += 1;
  }
}

/** Interrupts the tour to charge when the battery is low. */
function* chargeIfNeeded(robot: Robot): Behaviour {
  const needs = needsOf(robot, rules, 'NONE');
  if (needs.length === 0) return;
  if (!(yield* serve(robot, needs, rules))) throw new GaveUp('NO_ROUTE', 'no route to the charger');
  yield* leave(robot);
  robot.setPhase('');
  robot.setMode('PROMOTION');
}

/**
 * Drives the rounds of a tour (docs/protocol/orders.md#promotion-tours). The nodes of the order are the last round, so this
 * drives one round fewer. A tour with an end time continues until then.
 */
export function* promote(robot: Robot, action: ActionV3): Behaviour {
  const tour = tourOf(action);
  const nodes = robot.orders.entry.order?.nodes ?? [];
  const from = nodes.findIndex((node) => node.actions.some(({ actionId }) => actionId === action.actionId));
  const stops = nodes.slice(from).flatMap(({ nodePosition }) => nodePosition ?? []);
  robot.orders.set(action.actionId, 'RUNNING');
  if (robot.run) robot.run.tour ??= { loops: 0, plays: 0 };
  let countedS = robot.run?.seconds ?? 0;
  const hasNextRound = (round: number) =>
    tour.loops > 0 ? round < tour.loops - 1 : Date.parse(robot.timestamp()) < tour.untilMs;
  for (let round = robot.run?.tour?.loops ?? 0; hasNextRound(round); round++) {
    for (const stop of [...stops.slice(1), ...stops.slice(0, 1)]) {
      yield* chargeIfNeeded(robot);
      const near = standableNear(robot, stop, stop.allowedDeviationXY?.a ?? 0.5);
      if (!(yield* goTo(robot, near, tour.speed))) throw new GaveUp('NO_ROUTE', 'no route to a stop');
      yield* wait(1);
      countedS = announce(robot, tour, countedS);
    }
    if (robot.run?.tour) robot.run.tour.loops++;
  }
  // The remaining nodes of the order are the last round.
  if (robot.run?.tour) robot.run.tour.loops++;
  const { loops = 0 } = robot.run?.tour ?? {};
  robot.orders.set(action.actionId, 'FINISHED', JSON.stringify({ loops }));
}
