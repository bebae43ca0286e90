import { z } from 'zod';
import { byId, calls, moment, nothing } from '../../grammar/call.ts';
import { listInput, listOf } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import { cameras } from '../../robot/video/cameras.ts';
import { driveRights } from '../../devices/device-control.ts';

export const recordingRules = {
  /** The longest recording. */
  maxMs: 600_000,
  /** A recording is deleted after these days; its entry in remote access remains. */
  keptDays: 30,
} as const;

const dayMs = 86_400_000;
/** When a recording is deleted. */
export const recordingKeptUntil = (startedAt: string): string =>
  new Date(Date.parse(startedAt) + recordingRules.keptDays * dayMs).toISOString();

/**
 * STORING: it has ended and its file is being written. STORED: its file can be played. INTERRUPTED: the same, but its server was
 * killed or could not store everything, so the last seconds are missing. EMPTY: no picture arrived. DELETED: by hand or after 30 days.
 */
export const recordingStates = ['RECORDING', 'STORING', 'STORED', 'INTERRUPTED', 'EMPTY', 'DELETED'] as const;
export type RecordingState = (typeof recordingStates)[number];
/** A recording that runs, as everyone who watches the camera sees it. */
export const runningRecording = z.object({
  id: z.string(),
  name: z.string(),
  company: z.string(),
  since: moment,
  /** With the permission to record: people of the company end each recording, receivers of a share their own. */
  mayStop: z.boolean(),
});

/** The states in which a recording has a file. */
export const playableStates: readonly RecordingState[] = ['STORED', 'INTERRUPTED'];

/** Why a recording ended. LEFT: its person closed the view. GONE: the page was silent. LOST: the camera sent nothing for long. */
export const recordingEnds = [
  'STOPPED',
  'TIME_UP',
  'LEFT',
  'GONE',
  'RIGHT_ENDED',
  'STREAM_ENDED',
  'LOST',
  'OFFLINE',
  'TOO_LARGE',
  'RESTARTED',
] as const;
export type RecordingEnd = (typeof recordingEnds)[number];

export const videoRecording = z.object({
  id: z.string(),
  deviceId: z.string(),
  camera: z.enum(cameras),
  state: z.enum(recordingStates),
  /** Who recorded, of which company, by which right and why. */
  person: z.string(),
  company: z.string(),
  byRight: z.enum(driveRights),
  reason: z.string(),
  startedAt: moment,
  endedAt: moment.nullable(),
  end: z.enum(recordingEnds).nullable(),
  /** Who stopped it, if not its person. */
  endedBy: z.string(),
  /** From the first to the last picture that is stored. */
  durationMs: z.number().int(),
  bytes: z.number().int(),
  /** When it is deleted. */
  keptUntil: moment,
});
export type VideoRecording = z.infer<typeof videoRecording>;

const allow = permissions.deviceRecord;
const path = 'service/video/recording';

/**
 * Recordings of cameras, by hand only. Everybody who watches the camera sees it. People of the robot's company and those above it
 * read all recordings; the receiver of a share reads its own while the share lasts. An impersonating session reads none.
 */
export const videoRecordingCalls = calls('videoRecordings', {
  /**
   * Records the live video (WebRTC) of an own view until `stop`, the end of the view, or 10 minutes. `sessionId` is that of the
   * view. The reason is due as for watching.
   */
  start: {
    method: 'POST',
    path: `${path}/start`,
    allow,
    input: z.strictObject({ sessionId: z.uuid(), reason: z.string().trim().max(200).default('') }),
    output: videoRecording,
  },
  /** Ends a recording. One that has ended is answered as it is. */
  stop: {
    method: 'POST',
    path: `${path}/stop`,
    allow,
    input: byId,
    output: videoRecording,
  },
  /** The newest first. Deleted ones are not listed. */
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow,
    reads: true,
    allowWhileImpersonating: false,
    input: listInput({ deviceId: z.uuid(), camera: z.enum(cameras).optional() }),
    output: listOf(videoRecording),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow,
    reads: true,
    allowWhileImpersonating: false,
    input: byId,
    output: videoRecording,
  },
  /** By people who see the robot in their company; not by the receiver of a share. */
  remove: {
    method: 'POST',
    path: `${path}/delete`,
    allow,
    input: byId,
    output: nothing,
  },
  /** An address that plays a recording: for the caller's account, for ten minutes, with ranges. */
  address: {
    method: 'POST',
    path: `${path}/address`,
    allow,
    input: byId,
    output: z.object({ url: z.string(), expiresAt: moment }),
  },
  /** The file of such an address, as `video/webm`. The browser sends no session there; the account's rights are checked again. */
  fetch: {
    method: 'GET',
    path: 'video/recording/:token',
    kind: 'bytes',
    allow: 'everyone',
    input: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{20,200}$/) }),
    output: z.unknown(),
  },
});
