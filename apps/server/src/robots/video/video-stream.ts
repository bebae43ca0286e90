import type { VideoReason, VideoSize, VideoState, VideoViewEnd } from '@sweepline/contract';
import type { Camera, StreamTransport } from '@sweepline/contract/robot';

/** One person watching one camera, or the company of the robot by its rule. */
export interface View {
  id: string;
  accountId: string;
  login: string;
  /** By the rule of the robot's company, which has no sign-in: there is no right to check, and no page. */
  isByRule: boolean;
  size: VideoSize;
  /** What the page shows. */
  transport: StreamTransport;
  /** The last confirmation of the page. */
  keptMs: number;
  /** The last confirmed check of the right, and the last check started. */
  permittedMs: number;
  checkedMs: number;
  /** How it ended. */
  endedAs?: VideoViewEnd;
}

/** The stream of one camera. Its viewers share it. */
export interface Stream {
  id: string;
  deviceId: string;
  companyId: string;
  camera: Camera;
  size: VideoSize;
  /** Its viewers may be served over WebRTC as well. */
  hasWebrtc: boolean;
  state: VideoState;
  reason: VideoReason | null;
  views: Map<string, View>;
  startedMs: number;
  /** The last sign of the server that the robot streams to. */
  signMs: number;
  /** When the last viewer left. */
  leftMs: number;
  /** When a viewer last needed this size. */
  neededMs: number;
  /** When the viewers were last told to the servers of their pages. */
  toldMs: number;
  /** Resolves when the rows of its beginning are stored. */
  begun: Promise<void>;
  ending: Promise<void> | undefined;
}

/** What robots are asked for: 640 × 360 at 8 pictures a second is about 1.6 Mbit/s. */
export const qualities = {
  LARGE: { width: 640, fps: 8, quality: 60 },
  SMALL: { width: 320, fps: 2, quality: 50 },
} as const;
/** Pictures a second while all viewers watch over WebRTC: one is there when WebRTC breaks, and for snapshots. */
const spareFps = 2;

/** How many pictures a second are needed now. */
export const paceOf = ({ size, views }: Stream): number => {
  const isSpare = views.size > 0 && [...views.values()].every(({ transport }) => transport === 'WEBRTC');
  return isSpare ? spareFps : qualities[size].fps;
};

/** The robot has this long to answer and to open its connection. */
const startMs = 15_000;
/** Without frames for this time the stream is lost. */
const lostMs = 20_000;
/** A stream goes on for this time after its last viewer: a viewer who returns soon has the picture at once. */
const lingerMs = 8_000;
export const maxStreamS = 1_800;
/** Without a confirmed right for this time a viewer gets no frames. */
const maxUnconfirmedMs = 3_000;

/** Why a stream is over at this moment. */
export function endReasonOf(stream: Stream, isOnline: boolean, nowMs: number): VideoReason | undefined {
  if (stream.ending) return undefined;
  if (stream.state === 'STARTING' && nowMs - stream.startedMs > startMs) return 'TIMED_OUT';
  if (nowMs - stream.startedMs > maxStreamS * 1000) return 'TIME_UP';
  const isSilent = stream.state === 'RUNNING' && nowMs - stream.signMs > lostMs;
  if (isSilent) return isOnline ? 'LOST' : 'OFFLINE';
  if (stream.views.size === 0 && nowMs - stream.leftMs > lingerMs) return 'NO_VIEWER';
  // Its pages open a small one, which takes a tenth of the robot's line.
  if (stream.views.size > 0 && nowMs - stream.neededMs > lingerMs) return 'REPLACED';
  return undefined;
}

/** Whether a viewer needs the size of the stream. A small one serves only small views. */
export const isSizeNeeded = ({ size, views }: Stream): boolean =>
  size === 'SMALL' || [...views.values()].some((view) => view.size === 'LARGE');

/** Whether the right of a viewer was confirmed just now. */
export const isPermitted = ({ permittedMs }: View, nowMs: number): boolean =>
  nowMs - permittedMs <= maxUnconfirmedMs;

/** The sign-ins that may see frames now. */
export const permittedLogins = ({ views }: Stream, nowMs: number): string[] => [
  ...new Set([...views.values()].filter((view) => isPermitted(view, nowMs)).map(({ login }) => login)),
];
