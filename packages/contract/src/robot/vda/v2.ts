import { z } from 'zod';
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
 * VDA 5050 2.0 and 2.1 messages. They share no schema with version 3: a vehicle silently ignores names it does not know.
 * See docs/protocol/vda-vehicles.md#names-in-version-2-and-version-3.
 */
const positionV2 = z.object({
  x: number,
  y: number,
  theta: number.catch(0),
  mapId: identifier.catch(''),
  positionInitialized: z.boolean().catch(true),
  localizationScore: soft(number),
  deviationRange: soft(number),
});
const velocity = z.object({ vx: soft(number), vy: soft(number), omega: soft(number) });

const actionStateV2 = z.object({
  actionId: identifier,
  actionType: soft(identifier),
  actionDescription: soft(text),
  actionStatus: oneOf('WAITING', 'INITIALIZING', 'RUNNING', 'PAUSED', 'FINISHED', 'FAILED'),
  resultDescription: soft(text),
});

export const stateV2 = z.object({
  ...header,
  orderId: identifier.default(''),
  orderUpdateId: z.number().int().min(0).default(0),
  zoneSetId: soft(identifier),
  lastNodeId: identifier.default(''),
  lastNodeSequenceId: z.number().int().min(0).default(0),
  nodeStates: list(z.object({ nodeId: identifier, sequenceId: z.number().int(), released: z.boolean() })),
  edgeStates: list(z.object({ edgeId: identifier, sequenceId: z.number().int(), released: z.boolean() })),
  agvPosition: soft(positionV2),
  velocity: soft(velocity),
  driving: z.boolean().default(false),
  paused: soft(z.boolean()),
  newBaseRequest: soft(z.boolean()),
  distanceSinceLastNode: soft(number),
  actionStates: list(actionStateV2),
  batteryState: soft(
    z.object({
      batteryCharge: number,
      batteryVoltage: soft(number),
      batteryHealth: soft(number),
      charging: z.boolean().catch(false),
      reach: soft(number),
    }),
  ),
  operatingMode: oneOf('AUTOMATIC', 'SEMIAUTOMATIC', 'MANUAL', 'SERVICE', 'TEACHIN').default('AUTOMATIC'),
  errors: list(
    z.object({
      errorType: z.string().max(256),
      errorReferences: soft(z.array(errorReference).max(100)),
      errorDescription: soft(text),
      errorLevel: oneOf('WARNING', 'FATAL').catch('WARNING'),
    }),
  ),
  information: soft(z.array(openObject)),
  safetyState: soft(
    z.object({
      eStop: oneOf('AUTOACK', 'MANUAL', 'REMOTE', 'NONE'),
      fieldViolation: z.boolean().catch(false),
    }),
  ),
  /** 2.1 only. */
  maps: soft(
    z.array(z.object({ mapId: identifier, mapVersion: identifier, mapStatus: oneOf('ENABLED', 'DISABLED') })),
  ),
});
export type StateV2 = z.infer<typeof stateV2>;

export const visualizationV2 = z.object({
  ...header,
  agvPosition: soft(positionV2),
  velocity: soft(velocity),
});
export type VisualizationV2 = z.infer<typeof visualizationV2>;

/** The common open-source client sends a factsheet with a header only. */
export const factsheetV2 = z.object({
  ...header,
  typeSpecification: soft(openObject),
  physicalParameters: soft(openObject),
  protocolLimits: soft(
    z.object({
      maxStringLens: soft(z.object({ idLen: soft(number), idNumericalOnly: soft(z.boolean()) })),
      maxArrayLens: soft(openObject),
      timing: soft(openObject),
    }),
  ),
  protocolFeatures: soft(
    z.object({
      optionalParameters: soft(z.array(openObject)),
      agvActions: soft(z.array(z.object({ actionType: identifier, actionScopes: soft(z.array(text)) }))),
    }),
  ),
  agvGeometry: soft(openObject),
});
export type FactsheetV2 = z.infer<typeof factsheetV2>;

const actionV2 = z.object({
  actionType: identifier,
  actionId: identifier,
  actionDescription: soft(text),
  blockingType: oneOf('NONE', 'SOFT', 'HARD'),
  actionParameters: list(actionParameter),
});
export type ActionV2 = z.infer<typeof actionV2>;

const nodeV2 = z.object({
  nodeId: identifier,
  sequenceId: z.number().int().min(0),
  released: z.boolean(),
  nodePosition: soft(
    z.object({
      x: number,
      y: number,
      theta: soft(number),
      /** A number, spelled with a small y: the 2.0 schema and the common open-source client expect this. */
      allowedDeviationXy: soft(number),
      mapId: identifier,
    }),
  ),
  actions: list(actionV2),
});
export type NodeV2 = z.infer<typeof nodeV2>;

export const orderV2 = z.object({
  ...header,
  orderId: identifier,
  orderUpdateId: z.number().int().min(0),
  nodes: z.array(nodeV2).min(1),
  edges: z.array(
    z.object({
      edgeId: identifier,
      sequenceId: z.number().int().min(0),
      released: z.boolean(),
      startNodeId: identifier,
      endNodeId: identifier,
      actions: list(actionV2),
    }),
  ),
});
export type OrderV2 = z.infer<typeof orderV2>;

/**
 * The array is sent under both names, because versions of the common open-source client read different ones:
 * docs/protocol/vda-vehicles.md#what-the-server-sends.
 */
export const instantActionsV2 = z.object({
  ...header,
  actions: z.array(actionV2),
  instantActions: z.array(actionV2),
});
export type InstantActionsV2 = z.infer<typeof instantActionsV2>;
