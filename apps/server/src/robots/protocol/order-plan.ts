import type { Pose } from '@sweepline/contract';
import { minStartSoc, modelOf, type Vehicle } from '@sweepline/contract/robot';
import { centroid, inside } from '@sweepline/map-core';
import type { RunArea, RunPlan, RunRow, RunTour } from '../../entities/work/run-table.ts';
import type { OrderPlan, PlannedAction, PlannedNode } from './robot-state.ts';

/** The battery levels at which robots interrupt a run to charge, and continue it (docs/protocol/orders.md#actions). */
const minSoc = minStartSoc - 5;
const resumeSoc = 80;

/** A point inside the area, or a corner if the centre is outside. The robot may begin within five metres of it. */
function entryOf(area: RunArea): { x: number; y: number } {
  const corners = area.polygon.map(([x, y]) => ({ x, y }));
  const middle = centroid(corners);
  return inside(middle, corners) ? middle : (corners[0] ?? middle);
}

const cleanArea = (run: RunRow, area: RunArea, actionId: string): PlannedAction => ({
  actionId,
  actionType: 'cleanArea',
  blockingType: 'HARD',
  retriable: true,
  parameters: {
    areaId: area.areaId,
    // Always with the polygon, so that a robot can clean a zone that it has not received.
    polygon: area.polygon,
    mapId: run.mapId,
    cleaningMode: area.cleaningMode ?? run.plan.cleaningMode,
    strength: area.strength ?? run.plan.strength,
    pattern: run.plan.pattern,
    repetitions: area.repetitions ?? run.plan.repetitions,
    strategy: run.plan.strategy,
    minSoc,
    resumeSoc,
    resumeAfterCharge: true,
    replenish: 'AUTO',
  },
});

/** A tour: one node per stop; the first has the action for the whole tour (docs/protocol/orders.md#promotion-tours). */
function tourNodes({ stops, ...options }: RunTour, mapId: string, actionId: () => string): PlannedNode[] {
  const promote = (): PlannedAction => ({
    actionId: actionId(),
    actionType: 'promote',
    blockingType: 'HARD',
    parameters: {
      route: stops.map(({ id }) => id),
      loops: options.loops,
      ...(options.until !== null && { until: options.until }),
      audioSlots: options.audioSlots.map(String),
      intervalS: options.intervalS,
      volume: options.volume,
      led: options.led,
      speed: options.speed,
    },
  });
  return stops.map(({ id, x, y }, index) => ({
    nodeId: id,
    x,
    y,
    mapId,
    deviation: 0.5,
    actions: index === 0 ? [promote()] : [],
  }));
}

/** A vehicle rejects an order with an action that it does not know; `dock` is not one of VDA 5050. */
const chargingActions = ({ model, actions }: Vehicle) =>
  actions
    ? ['dock', 'startCharging'].filter((it) => actions.includes(it))
    : modelOf(model)
      ? ['dock', 'startCharging']
      : ['startCharging'];
const stationOf = ({ model }: Vehicle) => modelOf(model)?.station ?? 'CHARGER';

function dockNode(
  station: NonNullable<RunPlan['station']>,
  mapId: string,
  vehicle: Vehicle,
  actionId: () => string,
): PlannedNode {
  const action = (actionType: string, parameters: Record<string, unknown>): PlannedAction => ({
    actionId: actionId(),
    actionType,
    blockingType: 'HARD',
    parameters,
  });
  return {
    nodeId: station.id,
    x: station.x,
    y: station.y,
    theta: normalised(station.theta),
    mapId,
    deviation: 0.2,
    actions: [
      ...chargingActions(vehicle).map((it) =>
        action(it, it === 'dock' ? { station: stationOf(vehicle), pointId: station.id } : {}),
      ),
    ],
  };
}

/**
 * The order of a run (docs/protocol/orders.md#order-of-a-cleaning-run): the robot's position, one node per area with its
 * cleaning action, and the station. All nodes are released, because the server does no traffic control. Action ids are
 * `{runId}.{index}`.
 */
export function planOrder(run: RunRow, start: Pose, vehicle: Vehicle): OrderPlan {
  let actions = 0;
  const actionId = () => `${run.id}.${actions++}`;
  const mapId = run.mapId ?? start.mapId;
  const { areas, goal, station, finish, tour } = run.plan;
  const nodes: PlannedNode[] = [
    { nodeId: 'here', x: start.x, y: start.y, mapId, deviation: 1, actions: [] },
    ...areas.map((area) => ({
      nodeId: area.areaId,
      ...entryOf(area),
      mapId,
      deviation: 5,
      actions: [cleanArea(run, area, actionId())],
    })),
  ];
  if (tour) nodes.push(...tourNodes(tour, mapId, actionId));
  if (goal) nodes.push({ nodeId: 'goal', ...goal, mapId, deviation: 0.5, actions: [] });
  if (station && finish === 'CHARGE') nodes.push(dockNode(station, mapId, vehicle, actionId));
  if (station && finish === 'PACK')
    nodes.push({
      nodeId: station.id,
      x: station.x,
      y: station.y,
      mapId,
      deviation: 0.5,
      actions: [
        {
          actionId: actionId(),
          actionType: 'park',
          blockingType: 'HARD',
          parameters: { pointId: station.id },
        },
      ],
    });
  return { orderId: run.id, orderUpdateId: 0, description: run.name, nodes };
}

/** The action that cleans an area of a run's order, by the index of the area. */
export const areaActionId = (runId: string, index: number) => `${runId}.${index}`;

export const isActionOf = (runId: string, actionId: string) => actionId.startsWith(`${runId}.`);

/** Into (−π, π]. */
export function normalised(theta: number): number {
  const turned = theta - 2 * Math.PI * Math.floor((theta + Math.PI) / (2 * Math.PI));
  return turned === -Math.PI ? Math.PI : turned;
}
