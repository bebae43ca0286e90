import type { Floors } from '../../robot/drive/riding.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Effect } from './commands.ts';
import type { RobotJobs } from '../jobs/jobs-of.ts';
import type { ComputerSetup } from '../connection/computer-setup.ts';
import type { RobotStreams } from '../connection/streams-of.ts';
import type { Publisher } from '../connection/publisher.ts';
import type { Timers } from '../connection/timers.ts';
import { startMapUpload, type MapEdits, type MapUploadRequest } from '../maps/map-edits.ts';
import type { MapStorage } from '../maps/map-storage.ts';
import type { Sections } from '../settings/sections.ts';
import type { Commands } from './commands.ts';
import type { RateRequest } from './schedule.ts';

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
  jobs: RobotJobs;
  streams: RobotStreams;
  floors: Floors;
}

/** The parts of a computer that commands act on. */
interface CommandParts {
  robot: Robot;
  jobs: RobotJobs;
  streams: RobotStreams;
  sections: Sections;
  mapStorage: MapStorage;
  mapEdits: MapEdits;
  commands: Commands;
}

export const commandContextOf = (
  parts: CommandParts,
  { now, reboot, rotateCredential }: ComputerSetup,
  { schedule }: Publisher,
  timers: Timers,
): Omit<CommandContext, 'unbind'> => ({
  robot: parts.robot,
  now,
  after: (ms: number, act: () => void) => timers.at(now() + ms, act),
  watch: (rate: RateRequest) => schedule.watch(rate, now()),
  reportedChanged: () => schedule.reported.request(),
  settingsChanged: () => parts.sections.editedLocally(now()),
  reboot: () => reboot(),
  rotateCredential,
  startMapUpload: (request) => startMapUpload(parts.robot, parts.mapStorage, parts.mapEdits, request),
  floors: parts.mapStorage,
  jobs: parts.jobs,
  streams: parts.streams,
  cancelCommand: (commandId) => parts.commands.cancel(commandId, now()),
});

/** Command effects by command type. */
export type Effects = Record<string, Effect | undefined>;

export const numberIn = (value: unknown, low: number, high: number) =>
  typeof value === 'number' && value >= low && value <= high ? value : undefined;

export const moves = (robot: Robot) => !robot.activity.idle || robot.drive.v !== 0;
