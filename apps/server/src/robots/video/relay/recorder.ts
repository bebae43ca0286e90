import { rtpElapsedMs } from '@sweepline/contract/robot';
import type { RtpPacket } from 'werift';
import { webmCluster, type WebmFrame } from '../../../platform/documents/webm.ts';
import type { Cluster } from './relay-messages.ts';
import { createVp8Frames, sizeOf, type Vp8Frame } from './vp8-frames.ts';

/** Clusters are passed on this often. */
const clusterEveryMs = 1_000;
/** A picture that is later than this after the one before has a timestamp that is none. */
const maxGapMs = 60_000;

/** Where a recording continues: after another stream, or the beginning. */
export interface RecordFrom {
  /** The RTP timestamp of its first picture; null at its beginning. */
  origin: number | null;
  /** The time of its last picture; -1 at its beginning. */
  afterMs: number;
}

interface RecorderEvents {
  cluster(cluster: Omit<Cluster, 'type' | 'recordingId'>): void;
  requestKeyFrame(): void;
}

/** Writes the pictures of a stream as clusters of WebM, without encoding them again. */
export function createRecorder({ origin: known, afterMs }: RecordFrom, events: RecorderEvents) {
  let origin = known;
  let lastMs = afterMs;
  let size: { width: number; height: number } | undefined;
  let frames: WebmFrame[] = [];

  const flush = () => {
    const [first] = frames;
    if (!first || origin === null || !size) return;
    const times = { origin, fromMs: first.ms, toMs: lastMs, isKey: first.isKey };
    const bytes = webmCluster(frames).toString('base64');
    frames = [];
    events.cluster({ ...times, ...size, bytes });
  };
  const onFrame = ({ data, isKey, timestamp }: Vp8Frame) => {
    if (isKey) size = sizeOf(data);
    if (!size) return;
    origin ??= timestamp;
    const ms = rtpElapsedMs(timestamp, origin);
    if (ms <= lastMs || ms - lastMs > maxGapMs) return;
    // A key frame begins a cluster, so that players find it.
    if (isKey || ms - (frames[0]?.ms ?? ms) > clusterEveryMs) flush();
    frames.push({ data, isKey, ms });
    lastMs = ms;
  };
  const assembler = createVp8Frames(onFrame, events.requestKeyFrame);
  const timer = setInterval(() => {
    if (size) flush();
    else events.requestKeyFrame();
  }, clusterEveryMs);
  events.requestKeyFrame();

  return {
    add: (packet: RtpPacket): void => assembler.add(packet, performance.now()),
    /** Passes on what is left. */
    end: (): void => {
      clearInterval(timer);
      flush();
    },
  };
}
export type Recorder = ReturnType<typeof createRecorder>;
