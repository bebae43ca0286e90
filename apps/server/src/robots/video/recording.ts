import { recordingRules, type RecordingEnd, type VideoViewEnd } from '@sweepline/contract';
import type { Cluster } from './relay/relay-messages.ts';
import { isPermitted, type Stream, type View } from './video-stream.ts';

/** One recording of a camera, for one viewer. */
export interface Recording {
  id: string;
  base: Stream;
  view: View;
  person: string;
  startedMs: number;
  /** The stream over WebRTC that is recorded. */
  streamId: string;
  /** When the relay last passed on pictures, and when the right to record was last looked up. */
  signMs: number;
  checkedMs: number;
  /** The RTP timestamp of the first picture, and the time of the last one. */
  origin: number | null;
  lastMs: number;
  bytes: number;
  /** Clusters that are not stored yet. */
  pending: Cluster[];
  storing: Promise<void> | undefined;
  ending: Promise<void> | undefined;
}

/** Without pictures for this time a recording ends; until then it goes on with the next stream. */
const lostMs = 15_000;
/** Ten minutes at 3.5 Mbit/s. */
const maxBytes = 256 * 1024 * 1024;

const ofView: Record<VideoViewEnd, RecordingEnd> = {
  LEFT: 'LEFT',
  GONE: 'GONE',
  RIGHT_ENDED: 'RIGHT_ENDED',
  STREAM_ENDED: 'STREAM_ENDED',
  RESTARTED: 'RESTARTED',
};

/** Why a recording is over at this moment. */
export function recordingEndOf(
  { base, view, startedMs, signMs, bytes }: Recording,
  isOnline: boolean,
  nowMs: number,
): RecordingEnd | undefined {
  if (nowMs - startedMs >= recordingRules.maxMs) return 'TIME_UP';
  if (view.endedAs === 'STREAM_ENDED' && (base.reason === 'OFFLINE' || base.reason === 'LOST'))
    return base.reason;
  if (view.endedAs) return ofView[view.endedAs];
  if (bytes > maxBytes) return 'TOO_LARGE';
  if (nowMs - signMs > lostMs) return isOnline ? 'LOST' : 'OFFLINE';
  return undefined;
}

/** Pictures are recorded only while the right of the viewer is confirmed, as it gets them only then. */
export const mayRecord = ({ view }: Recording, nowMs: number): boolean =>
  view.endedAs === undefined && isPermitted(view, nowMs);
