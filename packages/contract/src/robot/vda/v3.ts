import { z } from 'zod';
import { operatingModes } from '../modes-phases.ts';
import {
  actionParameter,
  errorReference,
  header,
  identifier,
  list,
  number,
  oneOf,
  openObject,
  soft,
  text,
} from '../wire.ts';

/**
 * The VDA 5050 3.0.0 messages that this product uses. Parsing is lenient: a missing field gets its default, an invalid
 * optional field counts as absent, an unknown value stays text and an unknown field is ignored. See
 * docs/protocol/vda-vehicles.md#what-the-server-accepts.
 */
const positionV3 = z.object({
  x: number,
  y: number,
  theta: number.catch(0),
  mapId: identifier.catch(''),
  localized: z.boolean().catch(true),
  localizationScore: soft(number),
  deviationRange: soft(number),
});
export type PositionV3 = z.infer<typeof positionV3>;
const velocity = z.object({ vx: soft(number), vy: soft(number), omega: soft(number) });

const actionStateV3 = z.object({
  actionId: identifier,
  actionType: soft(identifier),
  actionDescriptor: soft(text),
  actionStatus: oneOf('WAITING', 'INITIALIZING', 'RUNNING', 'PAUSED', 'RETRIABLE', 'FINISHED', 'FAILED'),
  actionResult: soft(text),
});

const errorV3 = z.object({
  errorType: z.string().max(256),
  errorReferences: soft(z.array(errorReference).max(100)),
  errorDescription: soft(text),
  errorHint: soft(text),
  errorLevel: oneOf('WARNING', 'URGENT', 'CRITICAL', 'FATAL').catch('WARNING'),
});
export type ErrorV3 = z.infer<typeof errorV3>;

export const stateV3 = z.object({
  ...header,
  maps: soft(
    z.array(
      z.object({
        mapId: identifier,
        mapVersion: identifier,
        mapStatus: oneOf('ENABLED', 'DISABLED'),
        mapDescriptor: soft(text),
      }),
    ),
  ),
  zoneSets: soft(
    z.array(
      z.object({ zoneSetId: identifier, mapId: identifier, zoneSetStatus: oneOf('ENABLED', 'DISABLED') }),
    ),
  ),
  orderId: identifier.default(''),
  orderUpdateId: z.number().int().min(0).default(0),
  lastNodeId: identifier.default(''),
  lastNodeSequenceId: z.number().int().min(0).default(0),
  nodeStates: list(z.object({ nodeId: identifier, sequenceId: z.number().int(), released: z.boolean() })),
  edgeStates: list(z.object({ edgeId: identifier, sequenceId: z.number().int(), released: z.boolean() })),
  mobileRobotPosition: soft(positionV3),
  velocity: soft(velocity),
  driving: z.boolean().default(false),
  paused: soft(z.boolean()),
  newBaseRequest: soft(z.boolean()),
  distanceSinceLastNode: soft(number),
  actionStates: list(actionStateV3),
  instantActionStates: list(actionStateV3),
  powerSupply: soft(
    z.object({
      stateOfCharge: number,
      batteryVoltage: soft(number),
      batteryCurrent: soft(number),
      batteryHealth: soft(number),
      charging: z.boolean().catch(false),
      range: soft(number),
    }),
  ),
  operatingMode: oneOf(...operatingModes).default('AUTOMATIC'),
  errors: list(errorV3),
  information: soft(z.array(openObject)),
  safetyState: soft(
    z.object({
      activeEmergencyStop: oneOf('MANUAL', 'REMOTE', 'NONE'),
      fieldViolation: z.boolean().catch(false),
    }),
  ),
});
export type StateV3 = z.infer<typeof stateV3>;

export const visualizationV3 = z.object({
  ...header,
  referenceStateHeaderId: soft(z.number().int()),
  mobileRobotPosition: soft(positionV3),
  velocity: soft(velocity),
});
export type VisualizationV3 = z.infer<typeof visualizationV3>;

/** Vehicles use both spellings of CONNECTION_BROKEN. */
export const connection = z.object({
  ...header,
  connectionState: z.enum(['ONLINE', 'OFFLINE', 'HIBERNATING', 'CONNECTION_BROKEN', 'CONNECTIONBROKEN']),
});
export type Connection = z.infer<typeof connection>;

const actionV3 = z.object({
  actionType: identifier,
  actionId: identifier,
  actionDescriptor: soft(text),
  blockingType: oneOf('NONE', 'SOFT', 'SINGLE', 'HARD'),
  actionParameters: list(actionParameter),
  retriable: soft(z.boolean()),
});
export type ActionV3 = z.infer<typeof actionV3>;

const nodeV3 = z.object({
  nodeId: identifier,
  sequenceId: z.number().int().min(0),
  nodeDescriptor: soft(text),
  released: z.boolean(),
  nodePosition: soft(
    z.object({
      x: number,
      y: number,
      theta: soft(number),
      allowedDeviationXY: soft(z.object({ a: number, b: number, theta: number })),
      allowedDeviationTheta: soft(number),
      mapId: identifier,
    }),
  ),
  actions: list(actionV3),
});
export type NodeV3 = z.infer<typeof nodeV3>;

export const orderV3 = z.object({
  ...header,
  orderId: identifier,
  orderUpdateId: z.number().int().min(0),
  orderDescription: soft(text),
  nodes: z.array(nodeV3).min(1),
  edges: z.array(
    z.object({
      edgeId: identifier,
      sequenceId: z.number().int().min(0),
      edgeDescriptor: soft(text),
      released: z.boolean(),
      maximumSpeed: soft(number),
      actions: list(actionV3),
    }),
  ),
});
export type OrderV3 = z.infer<typeof orderV3>;

/** Version 3 allows only the blocking type NONE here. */
export const instantActionsV3 = z.object({
  ...header,
  actions: z.array(actionV3.extend({ blockingType: z.literal('NONE') })),
});
export type InstantActionsV3 = z.infer<typeof instantActionsV3>;
