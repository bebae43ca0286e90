import { pairsOf, type OrderV3 } from '@sweepline/contract/robot';
import { centroid, type Point } from '@sweepline/map-core';
import type { Robot } from '../robot.ts';

export interface OwnArea {
  areaId: string;
  points: readonly Point[];
  cleaningMode: string | undefined;
  strength: string | undefined;
  repetitions: number;
}

/** An order created by the robot, in the server's format (docs/protocol/orders.md#order-of-a-cleaning-run). */
export function ownOrder(
  robot: Robot,
  orderId: string,
  orderDescription: string,
  { areas, pattern, home }: { areas: readonly OwnArea[]; pattern: string; home: boolean },
): OrderV3 {
  const { mapId } = robot.world;
  let actions = 0;
  const action = (actionType: string, parameters: Record<string, unknown> = {}) => ({
    actionType,
    actionId: `${orderId}.${actions++}`,
    blockingType: 'HARD' as const,
    actionParameters: pairsOf(parameters),
  });
  const stops: Stop[] = [
    { nodeId: 'here', at: robot.drive.pose, radius: 1, actions: [] },
    ...areas.map(({ points, ...area }) => {
      const polygon = points.map(({ x, y }) => [x, y]);
      const clean = action('cleanArea', { ...area, polygon, mapId, pattern });
      return { nodeId: area.areaId, at: centroid(points), radius: 5, actions: [clean] };
    }),
  ];
  const { dock } = robot;
  if (home && dock) {
    const station = { station: robot.spec.cleaner?.station, pointId: dock.id };
    const dockActions = [action('dock', station), action('startCharging')];
    stops.push({ nodeId: dock.id, at: { ...dock }, radius: 0.2, actions: dockActions });
  }
  return {
    headerId: 0,
    timestamp: '',
    version: '',
    manufacturer: '',
    serialNumber: robot.sn,
    orderId,
    orderUpdateId: 0,
    orderDescription,
    nodes: stops.map((stop, index) => nodeOf(stop, index, mapId)),
    edges: stops.slice(1).map((_, index) => edgeOf(index)),
  };
}

type Node = OrderV3['nodes'][number];
interface Stop {
  nodeId: string;
  at: Point;
  radius: number;
  actions: Node['actions'];
}

/** Nodes have the even sequence ids, the edges between them the odd ones. */
const nodeOf = ({ nodeId, at, radius, actions }: Stop, index: number, mapId: string): Node => ({
  nodeId,
  sequenceId: index * 2,
  released: true,
  nodePosition: { x: at.x, y: at.y, mapId, allowedDeviationXY: { a: radius, b: radius, theta: 0 } },
  actions,
});

const edgeOf = (index: number) => ({
  edgeId: `e${index * 2 + 1}`,
  sequenceId: index * 2 + 1,
  released: true,
  actions: [],
});
