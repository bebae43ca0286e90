import type { MapElements } from '@sweepline/contract';
import type { RunPlan, RunRow } from '../entities/work/run-table.ts';

/** The elements of a map that become zones, as of the start of the run. */
export interface ZoneSource {
  mapId: string;
  mapVersion: number;
  zones: MapElements['zones'];
  walls: MapElements['walls'];
  slopes?: MapElements['slopes'];
  bumps?: MapElements['bumps'];
  /** A person confirmed that the run may start although the robot did not confirm its zones. */
  withoutConfirmation?: boolean;
}

export interface StartRun {
  deviceId: string;
  name: string;
  by: string;
  origin?: RunRow['origin'];
  kind: RunRow['kind'];
  taskId?: string;
  /**
   * Of a schedule: derived from the rule and the time, so that the run begins once
   * (docs/protocol/orders.md#scheduled-runs).
   */
  id?: string;
  /** The run whose remaining areas this run cleans. */
  previousId?: string;
  plan: RunPlan;
  /** The map of the run. Left out for a drive in the vehicle's present frame. */
  map?: ZoneSource;
}

interface DriveRequest {
  deviceId: string;
  by: string;
  name?: string;
  map?: ZoneSource;
}
export type NavigateRequest = DriveRequest & { goal: { x: number; y: number } };
export type ChargeRequest = DriveRequest & { station: NonNullable<RunPlan['station']> };

export interface RunService {
  /**
   * Refused as in docs/protocol/orders.md#before-a-run-starts; otherwise stored, with its zones at the robot and its order
   * sent.
   */
  start(input: StartRun): Promise<RunRow>;
  /** Applies the refusals of a start, for a caller that must first end something else. */
  check(input: StartRun): Promise<void>;
  /** Whether this run exists already, or the robot has begun it by itself. */
  holds(deviceId: string, runId: string): Promise<boolean>;
  /** Skips an area of an open run, begun or not; the robot continues with the next. */
  skip(runId: string, areaId: string, by: string): Promise<RunRow>;
  /** Drives to a point without cleaning. */
  navigate(input: NavigateRequest): Promise<RunRow>;
  /** Drives to a charger and charges. */
  charge(input: ChargeRequest): Promise<RunRow>;
  /** Each resolves when the robot's state shows it, with the run at that time. */
  pause(runId: string, by?: string): Promise<RunRow>;
  resume(runId: string, by?: string): Promise<RunRow>;
  cancel(runId: string, by?: string): Promise<RunRow>;
}
