import type { Robot } from '../../robot/robot.ts';
import { positionOf, stateV3Of, velocityOf, type Refusal } from './vda3-messages.ts';

/** Names of version 2.0 (docs/protocol/vda-vehicles.md#names-in-version-2-and-version-3). */
const operatingModes: Record<string, string> = {
  STARTUP: 'SERVICE',
  INTERVENED: 'SEMIAUTOMATIC',
  TEACH_IN: 'TEACHIN',
};
const errorTypes: Record<string, string> = {
  NO_ROUTE_TO_TARGET: 'noRouteError',
  NO_ORDER_TO_CANCEL: 'noOrderToCancel',
  VALIDATION_FAILURE: 'validationError',
};

function agvPositionOf(robot: Robot) {
  const { x, y, theta, mapId, localized, localizationScore } = positionOf(robot);
  return { x, y, theta, mapId, positionInitialized: localized, localizationScore };
}

/** VDA 5050 2.0 `state`. Instant actions are listed with the actions of the order. */
export function stateV2Of(robot: Robot, operatingMode: string, refusals: readonly Refusal[]) {
  const state = stateV3Of(robot, operatingMode, refusals);
  const { powerSupply, safetyState } = state;
  return {
    orderId: state.orderId,
    orderUpdateId: state.orderUpdateId,
    lastNodeId: state.lastNodeId,
    lastNodeSequenceId: state.lastNodeSequenceId,
    nodeStates: state.nodeStates,
    edgeStates: state.edgeStates,
    agvPosition: agvPositionOf(robot),
    velocity: velocityOf(robot),
    driving: state.driving,
    paused: state.paused,
    actionStates: [...state.actionStates, ...state.instantActionStates].map(
      ({ actionId, actionType, actionStatus, actionResult }) => ({
        actionId,
        actionType,
        actionStatus,
        ...(actionResult === undefined ? {} : { resultDescription: actionResult }),
      }),
    ),
    batteryState: {
      batteryCharge: powerSupply.stateOfCharge,
      batteryVoltage: powerSupply.batteryVoltage,
      batteryHealth: Math.round(powerSupply.batteryHealth),
      charging: powerSupply.charging,
    },
    operatingMode: operatingModes[state.operatingMode] ?? state.operatingMode,
    errors: state.errors.map((error) => ({
      ...error,
      errorType: errorTypes[error.errorType] ?? error.errorType,
      errorLevel: error.errorLevel === 'FATAL' || error.errorLevel === 'CRITICAL' ? 'FATAL' : 'WARNING',
    })),
    safetyState: { eStop: safetyState.activeEmergencyStop, fieldViolation: safetyState.fieldViolation },
  };
}

export const visualizationV2Of = (robot: Robot) => ({
  agvPosition: agvPositionOf(robot),
  velocity: velocityOf(robot),
});
