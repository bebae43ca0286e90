import {
  driveRules,
  type DriveEnd,
  type DriveFrame,
  type DriveState,
  type DriveStatus,
} from '@sweepline/contract';
import type { XDriveAck } from '@sweepline/contract/robot';
import type { DriveOutcome, DriveRecord } from './drive-log.ts';
import { isFresh, maxFrameAgeMs, createFrameAges, createRoundTrips, type Trips } from './drive-rules.ts';
import type { Downlink } from '../sessions/downlink.ts';
import { isoOf } from '../protocol/iso.ts';
import type { Session } from '../sessions/session.ts';

interface DriveSetpoint {
  deadman: boolean;
  v: number;
  w: number;
  /** The age at arrival, and the time of arrival. */
  ageMs: number;
  atMs: number;
}

/** One user driving one device. */
export interface Drive {
  record: DriveRecord;
  /** The account's session; frames of other sessions are ignored. */
  login: string;
  state: DriveState;
  maxV: number;
  openedMs: number;
  activeMs: number;
  /** The last frame with the dead-man switch pressed. */
  heldMs: number;
  /** The last confirmed check of the permission, and the last check started. */
  permittedMs: number;
  checkedMs: number;
  pageSeq: number;
  robotSeq: number;
  lastFrame: { seq: number; atMs: number } | null;
  setpoint: DriveSetpoint | undefined;
  queued: boolean;
  slowed: boolean;
  ageOf: ReturnType<typeof createFrameAges>;
  trips: Trips;
  acknowledged: Pick<XDriveAck, 'v' | 'w' | 'limited' | 'halted'>;
  distanceM: number;
  maxMps: number;
  mapId: string | null;
  path: DriveOutcome['path'];
  /** Resolves once the robot has closed the session, or did not answer. */
  ending: Promise<void> | undefined;
}

export const newDrive = (record: DriveRecord, login: string, maxV: number, nowMs: number): Drive => ({
  record,
  login,
  maxV,
  state: 'OPENING',
  openedMs: nowMs,
  activeMs: nowMs,
  heldMs: nowMs,
  permittedMs: nowMs,
  checkedMs: nowMs,
  pageSeq: -1,
  robotSeq: 0,
  lastFrame: null,
  setpoint: undefined,
  queued: false,
  slowed: false,
  ageOf: createFrameAges(),
  trips: createRoundTrips(),
  acknowledged: {},
  ending: undefined,
  distanceM: 0,
  maxMps: 0,
  mapId: null,
  path: [],
});

/** Without a confirmed permission for this time the robot is stopped. */
const maxUnconfirmedMs = 3_000;
const isDriving = ({ state }: Drive) => state === 'ACTIVE' || state === 'HALTED';
const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));

/** Accepts a frame of the page. False if it is a replay, or too old. */
export function acceptFrame(drive: Drive, frame: DriveFrame, nowMs: number): boolean {
  const ageMs = drive.ageOf(frame.at, nowMs);
  if (!isDriving(drive) || !isFresh(drive.pageSeq, frame, ageMs)) return false;
  drive.pageSeq = frame.seq;
  drive.lastFrame = { seq: frame.seq, atMs: nowMs };
  if (frame.deadman) drive.heldMs = nowMs;
  drive.setpoint = { deadman: frame.deadman, v: frame.v, w: frame.w, ageMs, atMs: nowMs };
  return true;
}

/** Replaces the last setpoint by a stop. */
export const halt = (drive: Drive, nowMs: number): void => {
  drive.setpoint = { deadman: false, v: 0, w: 0, ageMs: 0, atMs: nowMs };
};

/**
 * Sends the newest setpoint when the message leaves the queue. Older ones are not queued, and a closed session sends
 * nothing.
 */
export function sendSetpoint(drive: Drive, session: Session, downlink: Downlink, now: () => Date): void {
  if (drive.queued) return;
  drive.queued = true;
  void downlink.send(session, 'xDrive', () => {
    drive.queued = false;
    return frameNow(drive, now().getTime());
  });
}

function frameNow(drive: Drive, nowMs: number) {
  const { setpoint } = drive;
  drive.setpoint = undefined;
  if (!setpoint || drive.state === 'OPENING' || drive.state === 'CLOSED') return undefined;
  const ageMs = Math.round(setpoint.ageMs + nowMs - setpoint.atMs);
  const deadman = setpoint.deadman && isDriving(drive) && nowMs - drive.permittedMs <= maxUnconfirmedMs;
  if (deadman && ageMs > maxFrameAgeMs) return undefined;
  const seq = drive.robotSeq++;
  drive.trips.sent(seq, nowMs);
  return {
    sessionId: drive.record.id,
    seq,
    ageMs: Math.min(60_000, deadman ? ageMs : 0),
    deadman,
    v: deadman ? clamp(setpoint.v, drive.slowed ? drive.maxV / 2 : drive.maxV) : 0,
    w: deadman ? clamp(setpoint.w, driveRules.maxW) : 0,
  };
}

/** Handles the robot's acknowledgement of its speed. */
export function acknowledge(drive: Drive, ack: XDriveAck, nowMs: number): void {
  if (ack.sessionId !== drive.record.id) return;
  drive.trips.acknowledged(ack.lastSeq, ack.rxGapMs ?? 0, nowMs);
  drive.acknowledged = ack;
  drive.maxMps = Math.max(drive.maxMps, Math.abs(ack.v ?? 0));
  if (isDriving(drive)) drive.state = ack.halted ? 'HALTED' : 'ACTIVE';
}

const stepM = 0.05;
const turnRad = 0.15;
const maxPoints = 10_000;
const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** Adds the present position to the path. The distance is the sum of these steps; a robot at rest adds none. */
export function addPosition(drive: Drive, session: Session, nowMs: number): void {
  const pose = session.live.position?.value;
  if (!pose || drive.state === 'OPENING') return;
  drive.mapId ??= pose.mapId;
  const last = drive.path.at(-1);
  const [, x, y, theta] = last ?? [0, pose.x, pose.y, pose.theta];
  const moved = Math.hypot(pose.x - x, pose.y - y);
  const turned = Math.abs(Math.atan2(Math.sin(pose.theta - theta), Math.cos(pose.theta - theta)));
  if (last && moved < stepM && turned < turnRad) return;
  if (pose.mapId !== drive.mapId || drive.path.length >= maxPoints) return;
  if (moved >= stepM) drive.distanceM += moved;
  drive.path.push([nowMs - drive.openedMs, rounded(pose.x), rounded(pose.y), rounded(pose.theta)]);
}

export const outcomeOf = (drive: Drive, nowMs: number, endedAs: DriveEnd, endedBy: string): DriveOutcome => ({
  endedAt: isoOf(nowMs),
  endedAs,
  endedBy,
  maxMps: drive.maxMps,
  mapId: drive.mapId,
  path: drive.path,
  distanceM: Math.round(drive.distanceM * 100) / 100,
  latencyMs: drive.trips.median(nowMs),
});

export const viewOf = (drive: Drive, nowMs: number): NonNullable<DriveStatus['session']> => {
  const { record, state, maxV, slowed, acknowledged, lastFrame, trips } = drive;
  return {
    id: record.id,
    state,
    maxV,
    slowed,
    driver: { accountId: record.accountId, name: record.accountName },
    since: record.openedAt,
    limited: limitOf(acknowledged.limited),
    v: acknowledged.v ?? 0,
    w: acknowledged.w ?? 0,
    latencyMs: trips.median(nowMs),
    heard: lastFrame && { seq: lastFrame.seq, agoMs: nowMs - lastFrame.atMs },
  };
};

type Limit = NonNullable<DriveStatus['session']>['limited'];
const limits: readonly string[] = ['OBSTACLE', 'CLIFF', 'ESTOP', 'BATTERY'] satisfies Limit[];
/** An unknown limit of a newer robot counts as an obstacle, the mildest one. */
const limitOf = (limit: string | undefined): Limit =>
  !limit || limit === 'NONE' ? 'NONE' : limits.includes(limit) ? (limit as Limit) : 'OBSTACLE';
