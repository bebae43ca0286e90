import { z } from 'zod';
import { calls, moment, nothing } from '../../grammar/call.ts';
import { listInput, listOf } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import { cameras, streamTransports } from '../../robot/video/cameras.ts';
import { iceServer } from '../../robot/video/webrtc.ts';
import type { Topic } from '../../topics.ts';
import { driveRights } from '../../devices/device-control.ts';
import { runningRecording } from './video-recordings.ts';

/** Watching the cameras of a robot: docs/protocol/video.md#session. */
export const videoStates = [
  'CLOSED',
  'STARTING',
  'RUNNING',
  'STOPPING',
  'START_FAILED',
  'STOP_FAILED',
] as const;
export type VideoState = (typeof videoStates)[number];
/** Why a stream did not start, or ended. */
export const videoReasons = [
  'NO_VIEWER',
  'TIME_UP',
  'LOST',
  'OFFLINE',
  'TIMED_OUT',
  'VIDEO_OFF',
  'BUSY',
  'UNSUPPORTED',
  'STREAM',
  'REFUSED',
  'RESTARTED',
  /** Another size took its place: pages watch that one. */
  'REPLACED',
] as const;
export type VideoReason = (typeof videoReasons)[number];
/** Why a view ended. */
export const videoViewEnds = ['LEFT', 'GONE', 'RIGHT_ENDED', 'STREAM_ENDED', 'RESTARTED'] as const;
export type VideoViewEnd = (typeof videoViewEnds)[number];

/** LARGE: 640 px and 8 pictures a second. SMALL: 320 px and 2, for many robots on one page. */
export const videoSizes = ['LARGE', 'SMALL'] as const;
export type VideoSize = (typeof videoSizes)[number];

export const videoRules = {
  /** Viewers of one camera. */
  maxViewers: 5,
  /** The page confirms a view this often; without it the view ends after `goneMs`. */
  keepOnMs: 4_000,
  goneMs: 15_000,
  /** An older picture is shown as old. */
  oldMs: 500,
  /** An older picture is too old to drive by. */
  frozenMs: 1_000,
} as const;

/** RULE: the company of the robot has a snapshot of each alarm taken. */
export const viewRights = [...driveRights, 'RULE'] as const;
export type ViewRight = (typeof viewRights)[number];

const viewer = z.object({
  name: z.string(),
  company: z.string(),
  byRight: z.enum(viewRights),
  reason: z.string(),
  since: moment,
});

export const videoSession = z.object({
  /** The stream; frames carry this id. */
  sessionId: z.string(),
  camera: z.enum(cameras),
  state: z.enum(videoStates),
  reason: z.enum(videoReasons).nullable(),
  since: moment,
  viewers: z.array(viewer),
  /** Who records the camera now, since when. */
  recording: runningRecording.nullable().default(null),
});
export type VideoSession = z.infer<typeof videoSession>;

export const videoStanding = z.object({
  /** Null: the caller sees the device and may not watch. */
  right: z.enum(driveRights).nullable(),
  /** The caller is not of the robot's company and must give a reason. */
  reasonDue: z.boolean(),
  /** The robot can send pictures. */
  supported: z.boolean(),
  /** The setting of the robot allows video. */
  isAllowed: z.boolean(),
  /** False: a text about video holds for its site, which has not consented. */
  hasConsent: z.boolean(),
  cameras: z.array(z.enum(cameras)),
  /** The newest stream of each camera. */
  sessions: z.array(videoSession),
  /** The server's time, to which capture times refer. */
  at: moment,
});
export type VideoStanding = z.infer<typeof videoStanding>;

/** What the subscriber may do with the cameras of a device, after each change of its streams and viewers. */
export const videoTopic = (deviceId: string): Topic<typeof videoStanding> => ({
  name: `/ws/video/${deviceId}`,
  message: videoStanding,
});

export const videoView = z.object({
  id: z.string(),
  deviceId: z.string(),
  camera: z.enum(cameras),
  viewer: z.string(),
  company: z.string(),
  byRight: z.enum(viewRights),
  reason: z.string(),
  openedAt: moment,
  endedAt: moment.nullable(),
  end: z.enum(videoViewEnds).nullable(),
});
export type VideoView = z.infer<typeof videoView>;

export const openedView = z.object({
  viewId: z.string(),
  sessionId: z.string(),
  /** The robot can send this camera over WebRTC too: the page may ask for it at `whepPath`. Null otherwise. */
  webrtc: z
    .object({ iceServers: z.array(iceServer) })
    .nullable()
    .default(null),
});
export type OpenedView = z.infer<typeof openedView>;

/** Where a page sends its SDP offer for the session of a view (WHEP), with the view's id as `viewId`. */
export const whepPath = '/api/video/whep';

const byDevice = z.strictObject({ deviceId: z.uuid() });
const byView = z.strictObject({ viewId: z.uuid() });

/**
 * Allowed for every signed-in account; the handler checks the device. Accounts of the company need the permission of
 * their role, other accounts need a share.
 */
export const videoCalls = calls('video', {
  standing: {
    method: 'POST',
    path: 'service/video/standing',
    allow: 'signedIn',
    reads: true,
    input: byDevice,
    output: videoStanding,
  },
  /**
   * Watches a camera. The robot sends one stream, which all viewers of the camera share; the first viewer who asks for a
   * large one replaces a small one.
   */
  open: {
    method: 'POST',
    path: 'service/video/open',
    allow: 'signedIn',
    input: z.strictObject({
      deviceId: z.uuid(),
      camera: z.enum(cameras),
      reason: z.string().trim().max(200).default(''),
      size: z.enum(videoSizes).default('LARGE'),
    }),
    output: openedView,
  },
  /**
   * The page still shows the picture, and over which transport. Only the own view of this sign-in. It changes no row, so it is not
   * audited.
   */
  keepOn: {
    method: 'POST',
    path: 'service/video/keepOn',
    allow: 'signedIn',
    reads: true,
    background: true,
    input: byView.extend({ transport: z.enum(streamTransports).default('WS_JPEG') }),
    output: nothing,
  },
  close: {
    method: 'POST',
    path: 'service/video/close',
    allow: 'signedIn',
    input: byView,
    output: nothing,
  },
});

/** Who watched the cameras of a device, for its own company. */
export const videoViewCalls = calls('videoViews', {
  list: {
    method: 'POST',
    path: 'service/video/views/queryWithPage',
    allow: permissions.deviceList,
    reads: true,
    input: listInput({ deviceId: z.uuid() }),
    output: listOf(videoView),
  },
});
