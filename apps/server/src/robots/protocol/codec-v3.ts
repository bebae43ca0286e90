import {
  operatingModes,
  pairsOf,
  type FactsheetV3,
  type PositionV3,
  type StateV3,
  type VisualizationV3,
} from '@sweepline/contract/robot';
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

const poseOf = (position: PositionV3 | undefined, flags: Set<string>) =>
  position &&
  usablePose(
    {
      mapId: position.mapId,
      x: position.x,
      y: position.y,
      theta: position.theta,
      localized: position.localized,
      score: position.localizationScore ?? null,
    },
    flags,
  );

function batteryOf(power: StateV3['powerSupply'], flags: Set<string>): Battery | undefined {
  const soc = power && usablePercent(power.stateOfCharge, flags, 'stateOfCharge');
  if (!power || soc === undefined) return undefined;
  return {
    soc,
    charging: power.charging,
    voltage: power.batteryVoltage ?? null,
    health: power.batteryHealth ?? null,
  };
}

const actionsOf = (states: StateV3['actionStates']) =>
  states.map((it) => ({
    actionId: it.actionId,
    actionType: it.actionType ?? '',
    status: it.actionStatus,
    result: it.actionResult ?? '',
  }));

function state(message: unknown, flags: Set<string>) {
  // Ingest has parsed the message with this schema already.
  const wire = message as StateV3;
  if (!operatingModes.some((it) => it === wire.operatingMode)) flags.add('UNKNOWN_ENUM:operatingMode');
  return {
    headerId: wire.headerId,
    orderId: wire.orderId,
    orderUpdateId: wire.orderUpdateId,
    lastNodeId: wire.lastNodeId,
    nodesLeft: wire.nodeStates.length,
    edgesLeft: wire.edgeStates.length,
    position: poseOf(wire.mobileRobotPosition, flags),
    driving: wire.driving,
    paused: wire.paused ?? false,
    actions: actionsOf(wire.actionStates),
    instantActions: actionsOf(wire.instantActionStates),
    battery: batteryOf(wire.powerSupply, flags),
    operatingMode: wire.operatingMode,
    errors: wire.errors.map((it) => ({
      type: it.errorType,
      level: it.errorLevel,
      text: it.errorDescription ?? '',
      references: referencesOf(it.errorReferences),
    })),
    maps: wire.maps?.map((it) => ({
      mapId: it.mapId,
      version: it.mapVersion,
      enabled: it.mapStatus === 'ENABLED',
    })),
    zoneSets: wire.zoneSets?.map((it) => ({
      zoneSetId: it.zoneSetId,
      mapId: it.mapId,
      enabled: it.zoneSetStatus === 'ENABLED',
    })),
    emergencyStop: (wire.safetyState?.activeEmergencyStop ?? 'NONE') !== 'NONE',
  };
}

function abilities(message: unknown): Abilities {
  const wire = message as FactsheetV3;
  const { maximumStringLengths: strings, maximumArrayLengths: arrays } = wire.protocolLimits ?? {};
  const { mobileRobotActions: actions, optionalParameters } = wire.protocolFeatures ?? {};
  const nodes = arrays?.['order.nodes'];
  const series = wire.typeSpecification?.seriesName;
  return {
    actions: actions && new Set(actions.map((it) => it.actionType)),
    optional: new Set(optionalParameters?.map((it) => it.parameter)),
    // 0 means "no limit" to VDA 5050.
    maxIdLength: strings?.maximumIdLength || 128,
    idNumericalOnly: strings?.idNumericalOnly ?? false,
    maxNodes: typeof nodes === 'number' && nodes > 0 ? nodes : Number.POSITIVE_INFINITY,
    seriesName: typeof series === 'string' ? series : '',
    widthM: physicalFigure(wire.physicalParameters, 'width', 5),
    maxSpeedMps: physicalFigure(wire.physicalParameters, 'maximumSpeed', 20),
    versions: Object.fromEntries(
      (wire.mobileRobotConfiguration?.versions ?? []).map((it) => [it.key, it.value]),
    ),
  };
}

const action = (planned: PlannedAction) => ({
  actionType: planned.actionType,
  actionId: planned.actionId,
  blockingType: planned.blockingType,
  actionParameters: pairsOf(planned.parameters),
  ...(planned.retriable && { retriable: true }),
});

/** A robot rejects a whole order for one optional field that its factsheet does not list. */
function node(planned: PlannedNode, index: number, optional: ReadonlySet<string>) {
  const isListed = (name: string) => optional.has(`order.nodes.nodePosition.${name}`);
  const { deviation, theta } = planned;
  return {
    nodeId: planned.nodeId,
    sequenceId: index * 2,
    released: true,
    nodePosition: {
      x: planned.x,
      y: planned.y,
      ...(theta !== undefined && isListed('theta') && { theta }),
      ...(isListed('allowedDeviationXY') && { allowedDeviationXY: { a: deviation, b: deviation, theta: 0 } }),
      mapId: planned.mapId,
    },
    actions: planned.actions.map(action),
  };
}

function order(plan: OrderPlan, abilities: Abilities | undefined) {
  const optional = abilities?.optional ?? new Set<string>();
  return {
    orderId: plan.orderId,
    orderUpdateId: plan.orderUpdateId,
    ...(plan.description && { orderDescription: plan.description }),
    nodes: plan.nodes.map((it, index) => node(it, index, optional)),
    edges: plan.nodes.slice(1).map((_, index) => ({
      edgeId: `e${index + 1}`,
      sequenceId: index * 2 + 1,
      released: true,
      actions: [],
    })),
  };
}

/** VDA 5050 3.0. */
export const codecV3: Codec = {
  major: 'v3',
  state,
  position: (message, flags) => poseOf((message as VisualizationV3).mobileRobotPosition, flags),
  abilities,
  order,
  instantActions: (planned) => ({ actions: [action({ ...planned, blockingType: 'NONE' })] }),
};
