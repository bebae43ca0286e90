import type {
  DeviceLive,
  DriveFrame,
  DriveRight,
  DriveStatus,
  ShellInput,
  SyncReason,
  TrailPoint,
} from '@sweepline/contract';
import type { AlarmCode, CommandType } from '@sweepline/contract/robot';
import type { commands } from '../entities/devices/command-table.ts';
import type { RunService } from './run-requests.ts';
import type { VideoRequests } from './video-requests.ts';

type CommandRow = typeof commands.$inferSelect;

/**
 * The port of the gateway: what features request of robots. The gateway implements it and no feature imports the gateway.
 * Each method rejects with `RobotRefusal` when the robot or its state does not allow the request; handlers convert it with
 * `withCallRefusals`.
 */
export interface Robots {
  runs: RunService;
  drives: DriveRequests;
  videos: VideoRequests;
  liveLogs: LiveLogRequests;
  shells: ShellRequests;
  commands: CommandRequests;
  binding: BindingRequests;
  power: PowerRequests;
  maps: MapRequests;
  relocations: RelocationRequests;
  /** The live state of a device; undefined if its owner does not answer at once. The stored state is then the newest. */
  live(deviceId: string): Promise<DeviceLive | undefined>;
  /** Points of a run's path that are not stored in the database yet; none if the owner does not answer at once. */
  unwrittenPath(deviceId: string, runId: string): Promise<readonly TrailPoint[]>;
  /**
   * Reports the first and the last page of this server that shows a device. Pages of share receivers are counted separately by
   * `by`.
   */
  watch(deviceId: string, watching: boolean, by?: string): void;
  /** Raises an alarm of the server about a device. While it is open, a second one is the same. */
  raiseAlarm(deviceId: string, code: AlarmCode): Promise<void>;
  /** The number of messages that the servers that run now have rejected since their start, per reason. */
  rejections(): Promise<Rejection[]>;
  /** Whether the broker keeps dots in names of robots; undefined while that is unknown. */
  keepsDots(): boolean | undefined;
}

export interface Rejection {
  reason: string;
  count: number;
}

interface CommandRequests {
  /** Stores and sends the command, or queues it for the device. Refused with `OFFLINE` if it cannot wait. */
  sendCommand(input: SendCommand): Promise<CommandRow>;
  /** As `sendCommand`, and waits for the answer of the robot. Returns the row as it then is. */
  sendAndWait(input: SendCommand): Promise<CommandRow>;
  /** Cancels before the robot accepts; the database decides between the user and the robot. */
  cancel(commandId: string, by: string): Promise<CommandRow>;
}

export interface SendCommand {
  /** Set by a caller that needs the id before the command is sent. */
  id?: string;
  deviceId: string;
  type: CommandType;
  params: Record<string, unknown>;
  /** The account; empty for a request of the server itself, which is not listed. */
  by: string;
  /** The reason that the user entered. */
  reason?: string;
  /** Earlier than its type says. */
  expiresAt?: string;
}

export interface ActionInput {
  deviceId: string;
  /** The account. */
  by: string;
  /** The reason that the user entered. */
  reason?: string;
}

interface BindingRequests {
  /** The binding of a device changed. It is in force on the server when this resolves, and on its way to the robot. */
  carryOut(deviceId: string): Promise<void>;
}

interface PowerRequests {
  /** Wakes a hibernating robot over MQTT, or one that shut down in an orderly way over its SIM card. */
  wake(input: ActionInput): Promise<CommandRow>;
  /** `minSoc`: a charging robot below it is not put to sleep. */
  sleep(input: ActionInput & { wakeAt?: string | undefined; minSoc: number }): Promise<CommandRow>;
}

interface RelocationRequests {
  /** `mapId` is any map that the robot has stored; without it, the robot stays on its present map. */
  enter(input: ActionInput & { mapId?: string | undefined }): Promise<CommandRow>;
  /** `theta` in radians. Returns at once; the command's status says whether the robot confirmed the pose. */
  setPose(input: ActionInput & { x: number; y: number; theta: number }): Promise<CommandRow>;
  /** Puts a robot that is at rest on a map, without relocation mode. Returns at once, as `setPose`. */
  place(input: PlaceRobot): Promise<CommandRow>;
  exit(input: ActionInput): Promise<CommandRow>;
}

export interface PlaceRobot extends ActionInput {
  mapId: string;
  x: number;
  y: number;
  /** Radians. */
  theta: number;
}

interface MapRequests {
  /** Sends the published version to robots; offline ones get it when they return. */
  send(mapId: string, deviceIds: readonly string[], by: string): Promise<SendResult[]>;
  /** Makes a map that the robot has stored usable. A map that it may use already is left as it is. */
  enable(deviceId: string, mapId: string, by: string): Promise<void>;
  /** Removes a map from a robot; if the robot never had it, only the row changes. */
  remove(deviceId: string, mapId: string, by: string): Promise<void>;
}

export interface SendResult {
  deviceId: string;
  result: 'STARTED' | 'WAITS' | 'REFUSED';
  reason: SyncReason;
}

interface DriveRequests {
  status(deviceId: string): Promise<DriveStatus>;
  /** Opens a session, or returns the present driver. Refused if the robot cannot be driven now. */
  open(input: TakeControl): Promise<{ sessionId: string } | { taken: Driver }>;
  /** Requests the lease from its holder. */
  ask(deviceId: string, driver: Driver): Promise<void>;
  handOver(deviceId: string, login: string, accountId: string): Promise<void>;
  close(deviceId: string, login: string, resume: boolean): Promise<void>;
  /** A frame of a page. Only frames of the driver that are newer than the last and fresh count. */
  frame(login: string, frame: DriveFrame): void;
  /** The page's connection is closed: its last request no longer applies. */
  lost(login: string): void;
}

export interface Driver {
  accountId: string;
  name: string;
}

export interface TakeControl {
  deviceId: string;
  who: Driver;
  /** Of the driver. The version before does not send it. */
  company?: string;
  /** The account's session. */
  login: string;
  byRight: DriveRight;
  reason: string;
  maxV: number;
  /** Takes the lease from another driver. */
  force: boolean;
}

interface ShellRequests {
  /** Opens an approved shell. It does not wait for the robot. */
  open(input: OpenShellInput): Promise<void>;
  close(input: CloseShell): Promise<void>;
  /** Stores the output until now, so that it can be read. Without an answer of the owner what is stored is used. */
  flush(deviceId: string, sessionId: string): Promise<void>;
  /** What a page types. Only that of the sign-in that opened the shell counts. */
  input(login: string, input: ShellInput): void;
}

export interface OpenShellInput {
  deviceId: string;
  sessionId: string;
  /** The account's session. */
  login: string;
  cols: number;
  rows: number;
}

export interface CloseShell {
  deviceId: string;
  sessionId: string;
  /** The name of a person who ends it, if that is not the requester. */
  by: string;
}

interface LiveLogRequests {
  /** Reads the log of a robot as it writes it. It does not wait for the robot. */
  open(reader: LogReader): Promise<void>;
  /** The page still reads. */
  keepOn(reader: LogReader): Promise<void>;
  close(reader: LogReader): Promise<void>;
}

export interface LogReader {
  deviceId: string;
  /** The account's session. */
  login: string;
}
