import { randomBytes } from 'node:crypto';
import { videoReasons, type VideoReason } from '@sweepline/contract';
import { streamTokenMs } from '@sweepline/contract/robot';
import { newId } from '../../platform/runtime/ids.ts';
import type { WatchCamera } from '../../robots-port/video-requests.ts';
import { isoOf } from '../protocol/iso.ts';
import { hashOfToken } from '../protocol/token-hash.ts';
import type { VideoDeps, VideoRegistry } from './video-registry.ts';
import { maxStreamS, qualities, type Stream } from './video-stream.ts';

function reasonOf(code: string): VideoReason {
  // It waited too long behind other commands.
  if (code === 'EXPIRED') return 'TIMED_OUT';
  // The list contains only values of VideoReason.
  return (videoReasons as readonly string[]).includes(code) ? (code as VideoReason) : 'REFUSED';
}

/** Starts the streams of cameras (docs/protocol/video.md#session). `hasRelay`: this server can serve WebRTC as well. */
export function createStreamStart(
  { commands, videoLog }: VideoDeps,
  { streams, nowMs, end }: VideoRegistry,
  hasRelay: boolean,
) {
  const startAtRobot = async (stream: Stream, token: string) => {
    await stream.begun;
    const { id: sessionId, deviceId, camera, size } = stream;
    const terms = { ...qualities[size], transport: 'WS_JPEG', token, maxSeconds: maxStreamS };
    const params = { sessionId, kind: 'VIDEO', camera, ...terms };
    const row = await commands.sendAndWait({ deviceId, type: 'stream.open', params, by: '' });
    if (row.status !== 'SUCCEEDED') await end(stream, reasonOf(row.code));
  };

  /** Registers the stream at once: a second request for the camera joins it. */
  return (input: WatchCamera, companyId: string): Stream => {
    const { deviceId, camera, size = 'LARGE', hasWebrtc = false } = input;
    const [id, token, ms] = [newId(), randomBytes(32).toString('base64url'), nowMs()];
    const record = { id, companyId, deviceId, camera };
    const times = { startedAt: isoOf(ms), tokenUntil: isoOf(ms + streamTokenMs) };
    const begun = videoLog.begin({ ...record, ...times, tokenHash: hashOfToken(token) });
    const views = new Map();
    const moments = { startedMs: ms, signMs: ms, leftMs: ms, neededMs: ms, toldMs: 0 };
    const stream: Stream = {
      ...record,
      ...moments,
      size,
      hasWebrtc: hasWebrtc && hasRelay && size === 'LARGE',
      state: 'STARTING',
      reason: null,
      views,
      begun,
      ending: undefined,
    };
    streams.set(id, stream);
    startAtRobot(stream, token).catch(() => end(stream, 'REFUSED'));
    return stream;
  };
}
