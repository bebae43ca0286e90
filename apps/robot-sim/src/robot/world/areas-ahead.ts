import { cleanAreaParameters, parametersOf, type ActionV3 } from '@sweepline/contract/robot';
import { centroid, type Point } from '@sweepline/map-core';
import { workSeconds } from '../drive/eta-estimator.ts';
import type { Robot } from '../robot.ts';
import type { AreaAhead, AreaRecord } from '../run.ts';
import { areaKey, paintedBefore } from './unfinished.ts';

/** The parameters and the polygon of a `cleanArea` action. */
export function requestedArea(robot: Robot, action: ActionV3) {
  const parameters = cleanAreaParameters.parse(parametersOf(action.actionParameters));
  const own = robot.world.elements.polygons.find(({ id }) => id === parameters.areaId)?.points;
  const polygon: readonly Point[] =
    parameters.polygon?.map(([x, y]) => ({ x, y })) ??
    parameters.path?.map(([x, y]) => ({ x, y })) ??
    own ??
    [];
  return { parameters, polygon };
}
type RequestedArea = ReturnType<typeof requestedArea>;

/** The planning request for an area, from a place. */
export const workRequestOf = (robot: Robot, { parameters, polygon }: RequestedArea, from: Point) => {
  const earlier = parameters.strategy === 'RESUME' ? paintedBefore(robot, areaKey(polygon)) : undefined;
  return {
    polygon,
    pattern: patternOf(parameters.pattern),
    path: parameters.path?.map(([x, y]) => ({ x, y })),
    overlapM: robot.settings.overlap,
    from,
    ...(earlier && { done: earlier, restOnly: true }),
  };
};

const patterns = ['BOUSTROPHEDON', 'SPIRAL', 'EDGE_THEN_FILL', 'EDGE_ONLY', 'PATH'] as const;
/** An unknown pattern is cleaned with the default pattern instead of being refused. */
export const patternOf = (name: string) => patterns.find((pattern) => pattern === name) ?? 'EDGE_THEN_FILL';

export const recordOf = (robot: Robot, { parameters }: RequestedArea, plannedM2: number): AreaRecord => ({
  areaId: parameters.areaId ?? 'polygon',
  mapId: parameters.mapId,
  mapVersion: robot.world.mapVersion,
  cleaningMode: parameters.cleaningMode,
  strength: parameters.strength,
  repetitions: parameters.repetitions,
  plannedM2,
  cleanedM2: 0,
  seconds: 0,
});

function aheadOf(robot: Robot, action: ActionV3): AreaAhead {
  const area = requestedArea(robot, action);
  const work = robot.ground.plan(workRequestOf(robot, area, robot.drive.pose));
  return {
    actionId: action.actionId,
    record: recordOf(robot, area, work.plannedM2),
    seconds: workSeconds(work, robot.cruiseMps) * area.parameters.repetitions,
    inside: centroid(area.polygon),
    soc: { min: area.parameters.minSoc, resume: area.parameters.resumeSoc },
  };
}

/** Plans the areas of the order that are still ahead, so that the total is known from the start of the run. */
export function lookAhead(robot: Robot) {
  const { run, orders, progress, tools } = robot;
  if (!run || !orders.entry.order) return;
  const currentActionId = tools.current?.work ? progress?.actionId : undefined;
  run.ahead = orders.entry.order.nodes
    .flatMap(({ actions }) => actions)
    .filter(({ actionType, actionId }) => actionType === 'cleanArea' && actionId !== currentActionId)
    .filter(({ actionId }) => !['FINISHED', 'FAILED'].includes(orders.statusOf(actionId) ?? ''))
    .map((action) => aheadOf(robot, action));
}
