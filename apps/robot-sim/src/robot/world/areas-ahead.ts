import { cleanAreaParameters, parametersOf, type ActionV3 } from '@sweepline/contract/robot';
import { centroid, type Point } from '@sweepline/map-core';
import { workSeconds } from '../drive/eta-estimator.ts';
import type { Robot } from '../robot.ts';
import type { AreaAhead, AreaRecord } from '../run.ts';
import { areaKey, paintedBefore } from './unfinished.ts';

/** What a `cleanArea` action asks for, and where. */
export function areaAsked(robot: Robot, action: ActionV3) {
  const wanted = cleanAreaParameters.parse(parametersOf(action.actionParameters));
  const own = robot.world.elements.polygons.find(({ id }) => id === wanted.areaId)?.points;
  const polygon: readonly Point[] =
    wanted.polygon?.map(([x, y]) => ({ x, y })) ?? wanted.path?.map(([x, y]) => ({ x, y })) ?? own ?? [];
  return { wanted, polygon };
}
type Asked = ReturnType<typeof areaAsked>;

/** What is planned from where the robot is. */
export const workAsked = (robot: Robot, { wanted, polygon }: Asked, from: Point) => {
  const earlier = wanted.strategy === 'RESUME' ? paintedBefore(robot, areaKey(polygon)) : undefined;
  return {
    polygon,
    pattern: patternOf(wanted.pattern),
    path: wanted.path?.map(([x, y]) => ({ x, y })),
    overlapM: robot.settings.overlap,
    from,
    ...(earlier && { done: earlier, restOnly: true }),
  };
};

const patterns = ['BOUSTROPHEDON', 'SPIRAL', 'EDGE_THEN_FILL', 'EDGE_ONLY', 'PATH'] as const;
/** A pattern of a newer vocabulary is cleaned the usual way rather than refused. */
export const patternOf = (name: string) => patterns.find((pattern) => pattern === name) ?? 'EDGE_THEN_FILL';

export const recordOf = (robot: Robot, { wanted }: Asked, plannedM2: number): AreaRecord => ({
  areaId: wanted.areaId ?? 'polygon',
  mapId: wanted.mapId,
  mapVersion: robot.world.mapVersion,
  cleaningMode: wanted.cleaningMode,
  strength: wanted.strength,
  repetitions: wanted.repetitions,
  plannedM2,
  cleanedM2: 0,
  seconds: 0,
});

function aheadOf(robot: Robot, action: ActionV3): AreaAhead {
  const asked = areaAsked(robot, action);
  const work = robot.ground.plan(workAsked(robot, asked, robot.drive.pose));
  return {
    actionId: action.actionId,
    record: recordOf(robot, asked, work.plannedM2),
    seconds: workSeconds(work, robot.cruiseMps) * asked.wanted.repetitions,
    inside: centroid(asked.polygon),
    soc: { min: asked.wanted.minSoc, resume: asked.wanted.resumeSoc },
  };
}

/** Plans the areas of the order that are still to come, so that the whole run is known from its first moment. */
export function lookAhead(robot: Robot) {
  const { run, book, progress, tool } = robot;
  if (!run || !book.entry.order) return;
  const inHand = tool?.work ? progress?.actionId : undefined;
  run.ahead = book.entry.order.nodes
    .flatMap(({ actions }) => actions)
    .filter(({ actionType, actionId }) => actionType === 'cleanArea' && actionId !== inHand)
    .filter(({ actionId }) => !['FINISHED', 'FAILED'].includes(book.statusOf(actionId) ?? ''))
    .map((action) => aheadOf(robot, action));
}
