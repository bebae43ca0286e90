import type { Pose } from '@sweepline/contract';
import type { Major } from '@sweepline/contract/robot';

/**
 * The state of a robot, in the same terms for both protocol versions
 * (docs/protocol/vda-vehicles.md#names-in-version-2-and-version-3).
 */
export interface RobotState {
  headerId: number;
  orderId: string;
  orderUpdateId: number;
  lastNodeId: string;
  nodesLeft: number;
  edgesLeft: number;
  position: Pose | undefined;
  driving: boolean;
  paused: boolean;
  /** Actions of the order. Version 2 lists instant actions here too, so they are found by id. */
  actions: ActionState[];
  instantActions: ActionState[];
  battery: Battery | undefined;
  /** As named in version 3. */
  operatingMode: string;
  errors: RobotError[];
  /** Undefined if the vehicle does not report maps. */
  maps: { mapId: string; version: string; enabled: boolean }[] | undefined;
  zoneSets: { zoneSetId: string; mapId: string; enabled: boolean }[] | undefined;
  emergencyStop: boolean;
}

export interface Battery {
  /** 0–100. */
  soc: number;
  charging: boolean;
  voltage: number | null;
  health: number | null;
}

interface ActionState {
  actionId: string;
  actionType: string;
  status: string;
  result: string;
}

export interface RobotError {
  /** As named in version 3: `NO_ORDER_TO_CANCEL`, not `noOrderToCancel`. */
  type: string;
  level: string;
  text: string;
  references: Record<string, string>;
}

/** The limits of the messages to a vehicle, from its factsheet. */
export interface Abilities {
  /** The declared actions; undefined if none are declared. */
  actions: ReadonlySet<string> | undefined;
  optional: ReadonlySet<string>;
  maxIdLength: number;
  idNumericalOnly: boolean;
  maxNodes: number;
  seriesName: string;
  versions: Record<string, string>;
  /** Of its body; null if it is not said. */
  widthM: number | null;
  maxSpeedMps: number | null;
}

/** A figure of `physicalParameters`; null if it is missing or impossible. */
export function physicalFigure(
  physical: Readonly<Record<string, unknown>> | undefined,
  key: string,
  limit: number,
): number | null {
  const value = physical?.[key];
  return typeof value === 'number' && value > 0 && value <= limit ? value : null;
}

export interface PlannedAction {
  actionId: string;
  actionType: string;
  blockingType: 'NONE' | 'SOFT' | 'HARD';
  parameters: Record<string, unknown>;
  retriable?: boolean;
}

export interface PlannedNode {
  nodeId: string;
  x: number;
  y: number;
  mapId: string;
  /** Radians; left out if the heading is free. */
  theta?: number;
  /** Metres. */
  deviation: number;
  actions: PlannedAction[];
}

/** An order before it is encoded for a protocol version. Edges follow from the nodes. */
export interface OrderPlan {
  orderId: string;
  orderUpdateId: number;
  description: string;
  nodes: PlannedNode[];
}

/**
 * Decodes and encodes one protocol version. Values out of range are omitted and named in `flags`
 * (docs/protocol/topics.md#unknown-fields-and-values).
 */
export interface Codec {
  major: Major;
  state(message: unknown, flags: Set<string>): RobotState;
  position(message: unknown, flags: Set<string>): Pose | undefined;
  abilities(message: unknown): Abilities;
  order(plan: OrderPlan, abilities: Abilities | undefined): Record<string, unknown>;
  instantActions(action: PlannedAction): Record<string, unknown>;
}

export const isFinal = (status: string) => status === 'FINISHED' || status === 'FAILED';

const isWithin = (value: number, limit: number) => Number.isFinite(value) && Math.abs(value) <= limit;

/** Some vehicles round π up to two digits. */
const maxTheta = Math.PI + 0.01;

/**
 * An impossible position is dropped: the map view would zoom to include it. An angle beyond −π…π may be in degrees, so the
 * position is kept without a heading.
 */
export function usablePose(pose: Pose, flags: Set<string>): Pose | undefined {
  if (!isWithin(pose.x, 1e6) || !isWithin(pose.y, 1e6)) {
    flags.add('RANGE:position');
    return undefined;
  }
  if (isWithin(pose.theta, maxTheta)) return pose;
  flags.add('RANGE:theta');
  return { ...pose, theta: 0, hasHeading: false };
}

/** One percent beyond the range is rounding; more is invalid and ignored. */
export function usablePercent(value: number, flags: Set<string>, name: string): number | undefined {
  if (value >= -1 && value <= 101) return Math.min(100, Math.max(0, value));
  flags.add(`RANGE:${name}`);
  return undefined;
}

export const referencesOf = (
  references: readonly { referenceKey: string; referenceValue: string }[] | undefined,
): Record<string, string> =>
  Object.fromEntries((references ?? []).map((it) => [it.referenceKey, it.referenceValue]));
