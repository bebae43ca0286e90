import type { Robot } from '../../robot/robot.ts';
import type { Effect } from './commands.ts';
import type { MapUploadRequest } from '../maps/map-edits.ts';

/** The functions of the robot's computer that command effects use. */
export interface CommandContext {
  robot: Robot;
  now: () => number;
  /** Calls a function after a delay in real milliseconds. */
  after: (ms: number, act: () => void) => void;
  /** Sends messages faster for `holdS` seconds. */
  watch: (rate: { visualizationHz?: number; telemetryS?: number; holdS: number }) => void;
  reportedChanged: () => void;
  /** The settings were changed at the robot, not by the server. */
  settingsChanged: () => void;
  reboot: () => void;
  /** Deletes the owner's data; shows the activation screen once its messages are sent. Returns what was deleted. */
  unbind: () => Record<string, unknown>;
  /** Renews the certificate and reconnects with it; undefined for a robot with a password. */
  rotateCredential: (() => Promise<{ notAfter: string }>) | undefined;
  /** Uploads a map to the server; false when the robot has no such map. */
  startMapUpload: (request: MapUploadRequest) => boolean;
  cancelCommand: (commandId: string) => boolean;
}

/** Command effects by command type. */
export type Effects = Record<string, Effect | undefined>;

export const numberIn = (value: unknown, low: number, high: number) =>
  typeof value === 'number' && value >= low && value <= high ? value : undefined;

export const moves = (robot: Robot) => !robot.activity.idle || robot.drive.v !== 0;
