import { cleanAreaParameters, parametersOf, type ActionV3, type OrderV3 } from '@sweepline/contract/robot';
import type { Point } from '@sweepline/map-core';

export interface Rejection {
  errorType: string;
  reason: string;
}

/** The state of the robot against which an order is checked. */
export interface OrderCheckContext {
  mapId: string;
  pose: Point;
  /** Supported node actions. */
  actions: readonly string[];
  cleaningModes: readonly string[];
  knowsArea: (areaId: string) => boolean;
}

const rejected = (errorType: string, reason: string): Rejection => ({ errorType, reason });

/** Checks an order before it starts (VDA 5050, 6.6.4). Returns undefined when it can be driven. */
export function orderFault(order: OrderV3, context: OrderCheckContext): Rejection | undefined {
  return shapeFault(order) ?? placeFault(order, context) ?? actionsFault(order, context);
}

/** Nodes and edges alternate, with consecutive sequence ids from the first node on. */
function shapeFault({ nodes, edges }: OrderV3) {
  if (edges.length !== nodes.length - 1) return rejected('VALIDATION_FAILURE', 'edges do not join the nodes');
  const start = nodes[0]!.sequenceId;
  const numbered =
    nodes.every((node, i) => node.sequenceId === start + i * 2) &&
    edges.every((edge, i) => edge.sequenceId === start + i * 2 + 1);
  return numbered ? undefined : rejected('VALIDATION_FAILURE', 'sequence ids are not consecutive');
}

function placeFault({ nodes }: OrderV3, { mapId, pose }: OrderCheckContext) {
  for (const [i, { nodePosition, nodeId }] of nodes.entries()) {
    if (!nodePosition) {
      if (i === 0) continue;
      return rejected('VALIDATION_FAILURE', `node ${nodeId} has no position`);
    }
    if (nodePosition.mapId !== mapId)
      return rejected('UNKNOWN_MAP_ID', `map ${nodePosition.mapId} is not enabled`);
    // One metre of tolerance, because the sender knows only a recent position of the robot.
    const maxM =
      Math.max(nodePosition.allowedDeviationXY?.a ?? 0, nodePosition.allowedDeviationXY?.b ?? 0, 1) + 1;
    if (i === 0 && Math.hypot(nodePosition.x - pose.x, nodePosition.y - pose.y) > maxM) {
      return rejected('NO_ROUTE_TO_TARGET', 'the robot is not at the first node');
    }
  }
  return undefined;
}

function actionsFault({ nodes }: OrderV3, context: OrderCheckContext) {
  for (const action of nodes.flatMap((node) => node.actions)) {
    if (!context.actions.includes(action.actionType)) {
      return rejected('UNSUPPORTED_ACTION', `no action ${action.actionType}`);
    }
    const fault = action.actionType === 'cleanArea' ? cleanFault(action, context) : undefined;
    if (fault) return fault;
  }
  return undefined;
}

function cleanFault(action: ActionV3, { mapId, cleaningModes, knowsArea }: OrderCheckContext) {
  const parsed = cleanAreaParameters.safeParse(parametersOf(action.actionParameters));
  if (!parsed.success)
    return rejected('VALIDATION_FAILURE', parsed.error.issues[0]?.path.join('.') ?? 'cleanArea');
  const { data } = parsed;
  if (data.mapId !== mapId) return rejected('UNKNOWN_MAP_ID', `map ${data.mapId} is not enabled`);
  if (!cleaningModes.includes(data.cleaningMode)) return rejected('UNSUPPORTED_PARAMETER', 'cleaningMode');
  const named = data.areaId !== undefined && knowsArea(data.areaId);
  if (data.polygon || named || (data.pattern === 'PATH' && data.path)) return undefined;
  return rejected('VALIDATION_FAILURE', 'cleanArea names no area the robot knows');
}
