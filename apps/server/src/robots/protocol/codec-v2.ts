import { isKeyOf, lookup } from '@sweepline/contract';
import { pairsOf, type FactsheetV2, type StateV2, type VisualizationV2 } from '@sweepline/contract/robot';
import {
  physicalFigure,
  referencesOf,
  usablePercent,
  usablePose,
  type Abilities,
  type Battery,
  type Codec,
  type OrderPlan,
  type PlannedAction,
  type PlannedNode,
} from './robot-state.ts';

const operatingModes: Record<string, string> = {
  AUTOMATIC: 'AUTOMATIC',
  SEMIAUTOMATIC: 'SEMIAUTOMATIC',
  MANUAL: 'MANUAL',
  SERVICE: 'SERVICE',
  TEACHIN: 'TEACH_IN',
};

const errorTypes: Record<string, string> = {
  validationError: 'VALIDATION_FAILURE',
  noRouteError: 'NO_ROUTE_TO_TARGET',
  noOrderToCancel: 'NO_ORDER_TO_CANCEL',
  orderError: 'ORDER_ERROR',
  orderUpdateError: 'ORDER_UPDATE_ERROR',
  instantActionError: 'INSTANT_ACTION_ERROR',
};

/** Instant actions that have another name in version 2. */
const actionNames: Record<string, string> = { initializePosition: 'initPosition' };

const poseOf = (position: VisualizationV2['agvPosition'], flags: Set<string>) =>
  position &&
  usablePose(
    {
      mapId: position.mapId,
      x: position.x,
      y: position.y,
      theta: position.theta,
      localized: position.positionInitialized,
      score: position.localizationScore ?? null,
    },
    flags,
  );

function batteryOf(battery: StateV2['batteryState'], flags: Set<string>): Battery | undefined {
  const soc = battery && usablePercent(battery.batteryCharge, flags, 'batteryCharge');
  if (!battery || soc === undefined) return undefined;
  return {
    soc,
    charging: battery.charging,
    voltage: battery.batteryVoltage ?? null,
    health: battery.batteryHealth ?? null,
  };
}

function state(message: unknown, flags: Set<string>) {
  // Ingest has parsed the message with this schema already.
  const wire = message as StateV2;
  const actions = wire.actionStates.map((it) => ({
    actionId: it.actionId,
    actionType: it.actionType ?? '',
    status: it.actionStatus,
    result: it.resultDescription ?? '',
  }));
  if (!isKeyOf(operatingModes, wire.operatingMode)) flags.add('UNKNOWN_ENUM:operatingMode');
  return {
    headerId: wire.headerId,
    orderId: wire.orderId,
    orderUpdateId: wire.orderUpdateId,
    lastNodeId: wire.lastNodeId,
    nodesLeft: wire.nodeStates.length,
    edgesLeft: wire.edgeStates.length,
    position: poseOf(wire.agvPosition, flags),
    driving: wire.driving,
    paused: wire.paused ?? false,
    actions,
    instantActions: actions,
    battery: batteryOf(wire.batteryState, flags),
    operatingMode: lookup(operatingModes, wire.operatingMode) ?? wire.operatingMode,
    errors: wire.errors.map((it) => ({
      type: lookup(errorTypes, it.errorType) ?? it.errorType,
      level: it.errorLevel,
      text: it.errorDescription ?? '',
      references: referencesOf(it.errorReferences),
    })),
    maps: wire.maps?.map((it) => ({
      mapId: it.mapId,
      version: it.mapVersion,
      enabled: it.mapStatus === 'ENABLED',
    })),
    zoneSets: undefined,
    // AUTOACK, an emergency stop that resets itself, counts too.
    emergencyStop: (wire.safetyState?.eStop ?? 'NONE') !== 'NONE',
  };
}

function abilities(message: unknown): Abilities {
  const wire = message as FactsheetV2;
  const strings = wire.protocolLimits?.maxStringLens;
  const nodes = wire.protocolLimits?.maxArrayLens?.['order.nodes'];
  const actions = wire.protocolFeatures?.agvActions;
  const series = wire.typeSpecification?.seriesName;
  return {
    actions: actions && new Set(actions.map((it) => it.actionType)),
    optional: new Set(),
    maxIdLength: strings?.idLen || 128,
    idNumericalOnly: strings?.idNumericalOnly ?? false,
    maxNodes: typeof nodes === 'number' && nodes > 0 ? nodes : Number.POSITIVE_INFINITY,
    seriesName: typeof series === 'string' ? series : '',
    widthM: physicalFigure(wire.physicalParameters, 'width', 5),
    maxSpeedMps: physicalFigure(wire.physicalParameters, 'speedMax', 20),
    versions: {},
  };
}

const action = (planned: PlannedAction) => ({
  actionType: lookup(actionNames, planned.actionType) ?? planned.actionType,
  actionId: planned.actionId,
  blockingType: planned.blockingType,
  actionParameters: pairsOf(planned.parameters),
});

// Without theta: with it the heading would have to be within 20° before the vehicle reports its arrival.
const node = (planned: PlannedNode, index: number) => ({
  nodeId: planned.nodeId,
  sequenceId: index * 2,
  released: true,
  nodePosition: {
    x: planned.x,
    y: planned.y,
    allowedDeviationXy: planned.deviation,
    mapId: planned.mapId,
  },
  actions: planned.actions.map(action),
});

/** Without description: version 2 has another field for it, which stock vehicles ignore. */
const order = (plan: OrderPlan) => ({
  orderId: plan.orderId,
  orderUpdateId: plan.orderUpdateId,
  nodes: plan.nodes.map(node),
  edges: plan.nodes.slice(1).map((next, index) => ({
    edgeId: `e${index + 1}`,
    sequenceId: index * 2 + 1,
    released: true,
    startNodeId: plan.nodes[index]?.nodeId,
    endNodeId: next.nodeId,
    actions: [],
  })),
});

/** VDA 5050 2.0 and 2.1. */
export const codecV2: Codec = {
  major: 'v2',
  state,
  position: (message, flags) => poseOf((message as VisualizationV2).agvPosition, flags),
  abilities,
  order,
  instantActions: (planned) => {
    const actions = [action(planned)];
    // The action list is sent under both names: each generation of the stock library needs a different one and accepts
    // both.
    return { actions, instantActions: actions };
  },
};
